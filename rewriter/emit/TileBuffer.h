// The local buffer of a promoted array in one copy of its region.
#pragma once

#include "rewriter/emit/IntValues.h"
#include "rewriter/emit/LoopOrder.h"
#include "scheduling/Plan.h"

namespace acc {

/// Element [base_0 + e_0, base_1 + e_1, ...] of the array's view lives in
/// buffer[e_0][e_1]..., 0 <= e_k < sizes[k].
struct TileBuffer {
  int array = -1;
  std::vector<int64_t> sizes;
  /// Per dimension: e_k is at most each of these, too (inclusive); none where all of the size is
  /// used.
  std::vector<std::vector<Polynomial>> bounds;
  std::vector<Polynomial> base;
  /// Symbol of the loop that runs through dimension k of the tile, "" for none.
  std::vector<std::string> loops;
  /// An access (statement, access) with the values of its statement's iterators,
  /// from which addresses of other elements are reckoned.
  int statement = -1, access = -1;
  std::map<std::string, Polynomial> iterators;
  bool isFilled = false;      // some element is read before it is written
  bool isWritten = false;     // some element is written
  bool isWrittenBack = false; // isWritten, and the array's memory gets it
  /// The source may leave some elements alone, as tests say (CodeNode::Kind::Test): a row for which
  /// none holds is not copied. Per dimension: whether it numbers such rows; empty where all is
  /// written.
  std::vector<bool> rows;
  /// The accesses (statement, access) that find their element here; others to the
  /// array touch other elements, or nothing is written.
  std::set<std::pair<int, int>> accesses;

  int64_t elements() const;
  /// Of the same elements, with the same copies.
  bool isSameBox(const TileBuffer &other) const;
  /// Some dimension is not used as a whole.
  bool isPartial() const;
  /// One other than the last is not: there are fewer rows than a full tile has.
  bool hasPartOfRows() const;
};

/// The buffer for the accesses of `tile` to `array`, when those in this copy of the
/// region (a subtree below `depth` loops) touch exactly a box of fixed size, or so much of one as
/// the bounds of loops say that `loops` lets be partial: every element of it is accessed, and
/// written if any is, whenever the region runs, by whichever of its parts runs then; other accesses
/// are outside of the box, or all only read. None for other partial tiles.
std::optional<TileBuffer> tileBuffer(const LiftedScop &source, int array, const PromotedTile &tile,
                                     const CodeNode &region, unsigned depth, const LoopOrder &loops,
                                     const LoopValues &values, const RunFacts &facts);

} // namespace acc
