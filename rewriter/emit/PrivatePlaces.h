// Determines where private temporaries of a nest are declared in the new order.
#pragma once

#include "rewriter/emit/LoopOrder.h"

namespace acc {

/// The temporary Scop::arrays[array] is declared inside the body of the loop at
/// depth `depth - 1` (0: before all loops), with one cell per value of the loops
/// `cells`, whose values lie in [low, low + size). A loop and the one that counts its
/// blocks are one dimension, their sum.
///   float t; for i { t = A[i]; .. }      ->  for i { float t; .. }
///   for ii t = 0; for k for ii t += ..   ->  float t[8]; for ii t[ii] = 0; ...
///   for i_1 += 8 for ii t = ..           ->  float t[64]; .. t[i_1 + ii] = ..
struct PrivatePlace {
  int array = -1;
  unsigned depth = 0;
  std::vector<std::vector<unsigned>> cells; // per dimension: the depths whose values it sums up
  std::vector<int64_t> lows, sizes;
  /// Its own subscripts precede the cells: Promotion::Layout::LastMajor.
  bool areCellsLast = false;
  /// Vectors take the cells to the end of rows, of which others set a part (LoopOrder::partial).
  bool isTakenInParts = false;

  /// The dimension of the loop; none when the cells do not depend on it.
  std::optional<size_t> dimensionOf(unsigned loop) const;
};

/// The innermost place of each private array at which every instance has a cell
/// of its own. Emission when that needs a buffer without a fixed size, or cells of what is narrower
/// than its sum.
Outcome<std::vector<PrivatePlace>> placePrivates(const Plan &plan, const LoopOrder &loops,
                                                 const isl::union_map &time);

} // namespace acc
