// Source and emitted code over the same cells: array elements by their view's
// subscripts, and local elements of either side.
#pragma once

#include "rewriter/validate/Dataflow.h"
#include "rewriter/validate/InstanceMatch.h"

#include <set>

namespace acc {

/// The statements of one side and, per statement and access of the scop, the
/// accesses of the flow statement that stand for it: the access itself, then
/// for a write that may not happen the read of the old value.
struct CellProgram {
  std::vector<FlowStatement> statements;
  std::vector<std::vector<std::vector<int>>> flowAccesses;
  /// Per statement and access of the scop the subscripts of its cell, over the
  /// side's iterators.
  std::vector<std::vector<std::vector<Polynomial>>> subscripts;
  /// Elements of shared arrays that are certainly written, may be written, are
  /// certainly read or written; tuples are cell names.
  isl::union_set written, mayWritten, accessed;
  /// All cells of shared arrays: what one holds at the start is the same on both sides.
  isl::union_set shared;
  /// Those of the side's own variables, which hold nothing at the start.
  isl::union_set own;
};

/// Cells of an array that both sides share are named by its place in the source.
std::string sharedCell(int sourceArray);

Outcome<CellProgram> sourceProgram(const Scop &source, const Delinearization &views,
                                   const GuardContext &guard);

/// `matched` as matchInstances gives it; `whereTested` as withoutNotes does. NotProved when a copy
/// has no subscripts in the view or touches an element that the source does not.
Outcome<CellProgram>
emittedProgram(const Scop &source, const Delinearization &views, const Scop &emitted,
               const std::vector<MatchedStatement> &matched, const CellProgram &original,
               const std::set<std::string> &whereTested, const GuardContext &guard);

} // namespace acc
