// Determines where the buffers of promoted arrays are placed.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// Takes each region of a promoted array to the parts of it in which the accesses fill a box of
/// fixed size (TileBuffer.h); where they do so only if a loop runs, behind a test of that. No
/// region is left around anything else.
///   before: region { if (full) for (k < n) body else rest }
///   after:  if (full) if (0 < n) region { for (k < n) body } else rest
/// Notes of which rows are copied (TileBuffer::rows) stand before their region.
/// A copy that nothing writes serves what is beside a full tile in the same code, too.
/// Those of private arrays stay where they are: they have their places (PrivatePlaces.h).
CodeNode withPlacedBuffers(CodeNode code, const Lowering &nest);

/// The array that a region of the promotion is of in `code`; none when that accesses only private
/// ones of its name.
std::optional<int> promotedArray(const Scop &scop, const Promotion &promotion,
                                 const CodeNode &code);

} // namespace acc
