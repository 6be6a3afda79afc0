// Two trees of one nest, run side by side from the same values.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

struct RunComparison {
  /// Both ran to their end. Else the source meets what is undefined or what the interpreter does
  /// not know, or takes too many steps, and nothing is said.
  bool isCompared = false;
  /// What differs, in words: "A[3] is 2 in the source and 5 in what is read". "" where nothing
  /// does.
  std::string difference;
  /// Statements that the source ran.
  uint64_t steps = 0;
};

/// Integers of the nest by the names of their symbols; others have values that their names and the
/// point decide.
using RunPoint = std::map<std::string, int64_t>;

/// Runs `source` and `form`, whose symbols have the same names, and compares the elements that they
/// write, in order; what these and the variables of `liveOut` hold in the end; and whether `form`
/// reads an element that the source does not. A variable for which `form` has a counter of its own
/// (Symbol::counts) has that one's value; one with several is left out. That `form` takes many more
/// steps than the source is a difference, unless it `mayCountOn` where the source skips a loop.
RunComparison compareRuns(const SourceNest &source, const SourceNest &form,
                          const std::set<SymbolId> &liveOut, const RunPoint &point,
                          bool mayCountOn = false);

/// The condition, over values that both trees start with, holds at the point; false if unknown.
bool holdsAt(const SourceNest &nest, const Expr &condition, const RunPoint &point);

} // namespace acc
