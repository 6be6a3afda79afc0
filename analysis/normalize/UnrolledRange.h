// The numbers that a loop in steps counts through, in exact integers, and whether two loops
// together count through one range.
#pragma once

#include "analysis/normalize/ShiftedForms.h"

namespace acc {

/// for (v = first; v < end; v += step)
struct SteppedRange {
  SymbolId counter = -1;
  int64_t step = 1;
  /// None where the loop goes on with what its counter holds.
  std::optional<Polynomial> first;
  Polynomial end;
  /// What the source has: the test is `counter + reach < bound + more`, but for conversions, with 1
  /// for <=, and what is known of variables at entry. The start is null where `first` is none.
  ExprRef start, bound;
  int64_t reach = 0, more = 0;
  /// The counter cannot wrap on its way to `end` in steps, nor what the test computes of it,
  /// wherever the loop of the source ends at all.
  bool isSafe = false;
};

/// None where a loop is no such one upwards, or its numbers are not told. Only names, numbers and
/// arithmetic stand in its head.
std::optional<SteppedRange> steppedRange(const Stmt &loop, const SourceNest &nest,
                                         ShiftedForms &forms);

/// The second loop counts on in steps of one where the first, in larger steps, ends, or the first
/// counts in steps of one to where the second begins: whatever the bounds are, both together count
/// from the first's start to before the second's end.
///   for (k = 0; k + 3 < n; k += 4)   for (k = n/4*4; k < n; k++)
///   for (k = 0; k < n % 5; k++)      for (k = n % 5; k < n; k += 5)
bool meet(const SteppedRange &first, const SteppedRange &second, const ShiftedForms &forms);

} // namespace acc
