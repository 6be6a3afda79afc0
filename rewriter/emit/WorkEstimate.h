// Estimates how much work a nest does: too little does not pay for the guard.
#pragma once

#include "scheduling/Plan.h"

#include <limits>

namespace acc {

/// Fewer iterations of the deepest statement take the original path. The lower limit is that of
/// nests with one length at most: all their sizes can be measured, and those that lose raise it. Of
/// several lengths all but one may be short, in more ways than are measured. A sum into an array
/// with gcc -O2 (x86-64): 1.1 to 1.8 times as fast at 16 iterations, memset's loop 0.7.
inline constexpr int64_t kLeastWork = 256, kLeastOfOneLength = 32;

/// Between these iterations of the deepest statement a fast version is faster, as measured. 0: not
/// known.
struct WorkLimits {
  int64_t least = 0, most = 0;
};

/// The fast version pays where the product of `lengths` is at least `least` and at most `most`.
struct WorkEstimate {
  /// Trip counts of the loops that are no constants.
  std::vector<Polynomial> lengths;
  int64_t least = kLeastOfOneLength, most = std::numeric_limits<int64_t>::max();

  Polynomial product() const;
  bool hasMost() const { return most < std::numeric_limits<int64_t>::max(); }
  /// The same within what was measured.
  WorkEstimate within(const WorkLimits &limits) const;
};

/// All trip counts are the same, which is limited instead of the work: n*n*n >= 32 where n >= 4.
bool haveOneLength(const std::vector<Polynomial> &lengths);

/// A trip count: `counted` divided by `parts`.
struct LoopLength {
  int loop = -1; // in Scop::loops
  /// Where the trip count varies with the outer loops, the first one plus the last: twice their
  /// mean.
  Polynomial counted;
  int64_t parts = 1;
};

/// The trip counts of the statement's loops, outer to inner. A heuristic: of several bounds the
/// first is used.
std::vector<LoopLength> loopLengths(const Scop &scop, const ScopStatement &statement);

/// No element of the array (of Scop::arrays) is used by two iterations of a statement.
bool isUsedOnce(const Scop &scop, int array);

/// Where the plan's blocks pay. Its buffers: at least a quarter of one is filled, half of the lanes
/// that a copy is turned for. On less the source's loops are faster (gcc 12, clang 19, AVX-512:
/// 0.2x to 0.6x). Of a tile of 8 x 32 in C[i][j]:   n >= 2, m >= 8 Rows that are written out in a
/// skewed loop: there is a block of them, and they are long beside the triangles at their ends.
///   tile {i: 8}, skew {index: j, by: ii}, unroll [ii] of a[i][j]:   n >= 8, m >= 32
std::vector<Condition> payingConditions(const Plan &plan);

/// What one iteration of a repetition sweeps over: the product of `lengths` and `bytes`, which is
/// to be more than `cacheBytes`.
struct SweptData {
  std::vector<Polynomial> lengths;
  int64_t bytes = 0, cacheBytes = 0;
};

/// Of a plan with blocks of several repeated sweeps, which pay off only if the caches cannot hold
/// the data; none for others.
///   skew {index: y, by: t}, v[ny][nx] of doubles and u in each step:   16 bytes, lengths ny and nx
std::optional<SweptData> sweptData(const Plan &plan);

/// The work of the deepest statement.
WorkEstimate workEstimate(const Scop &scop);

} // namespace acc
