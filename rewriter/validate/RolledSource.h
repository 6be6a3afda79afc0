// Proves that a manually unrolled loop equals the rerolled loop: the same copies in the same order.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/support/IslContext.h"

namespace acc {

/// Reads the nest once more with its copies as they are written (LoopCopies), where `source` has
/// them as one loop. Each iteration of that is one copy in the source, with the same operation at
/// the same addresses, and all run in the source's order. NotProved, or none when good.
std::optional<Rejection> checkRolled(const Scop &source, const Condition &guard,
                                     const IslContext &context);

/// The same of two readings.
std::optional<Rejection> checkSameInOrder(const Scop &rolled, Scop written, const Condition &guard,
                                          const IslContext &context);

} // namespace acc
