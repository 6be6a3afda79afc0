// The union of the accesses to an array in a part of the code.
#pragma once

#include "rewriter/emit/IntValues.h"
#include "rewriter/emit/LoopOrder.h"

namespace acc {

/// One access of the array in the region.
struct TileAccess {
  int statement = -1, access = -1;
  bool isWrite = false;
  std::map<std::string, Polynomial> iterators;
  std::vector<Polynomial> subscripts; // over the loops around
  RunFacts facts;                     // where it runs
  /// Its subscripts are `base`, without the region's loops, plus `ranges`, what the
  /// region's loops add, without gaps.
  bool hasBox = false;
  std::vector<Polynomial> base{};
  std::vector<ConstantRange> ranges{};
  std::vector<std::string> loops{};
  std::vector<std::vector<Polynomial>> bounds{}; // TileBuffer::bounds
  /// Runs on every point of its ranges whenever the region runs and the conditions around it choose
  /// its arms.
  bool isCertain = false;
  /// The test around it; null for none. `isCertain` means where it holds.
  const CodeNode *test = nullptr;
  /// The conditions of the region around it, outer to inner, with the child of each that it is in.
  std::vector<std::pair<const CodeNode *, size_t>> arms{};
  /// Nothing but the loops of its ranges is around it: it runs before what
  /// follows in the text.
  bool onlyOwnLoops = false;
  /// The outermost loop of the region around it; null for none.
  const CodeNode *outermost = nullptr;
};

/// All accesses to the array in `region`, a subtree below `depth` loops, in the order of the text;
/// `values` and `facts` hold around it.
std::vector<TileAccess> tileAccesses(const LiftedScop &source, int array, const CodeNode &region,
                                     unsigned depth, const LoopOrder &loops,
                                     const LoopValues &values, const RunFacts &facts);

} // namespace acc
