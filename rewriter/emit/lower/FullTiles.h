// Separates full tiles, all of whose iterations run, from tiles at the edges.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// Writes what runs in blocks twice: once for full tiles, whose loops then have constant bounds,
/// and once for all others.
///   before: for (i = 0; i < n; i += 8) for (ii = 0; ii < min(8, n - i); ii++) body
///   after:  for (i = 0; i < n; i += 8) if (i + 8 <= n) for (ii = 0; ii < 8; ii++) body else the
///           loop as before
/// Tests of inner loops that hold in each full tile (triangles, skewed loops) are among those of
/// the tile. Boxed loops of several blocks are tested together where nothing stands between these.
/// A loop that alone decides is written twice instead, for its full tiles and behind them for the
/// rest.
CodeNode withFullTiles(CodeNode code, const Lowering &nest);

} // namespace acc
