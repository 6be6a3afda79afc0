// Identifies each emitted statement: source instances, as it claims, or a copy.
#pragma once

#include "rewriter/validate/GuardContext.h"
#include "rewriter/validate/TreeMatch.h"

namespace acc {

/// An emitted statement in terms of the source.
struct MatchedStatement {
  /// Index in the source's statements; -1 for a copy.
  int source = -1;
  StatementMatch match; // of a computation
  CopyForm copy;        // of a copy
  /// Source iterator -> value over the emitted iterators.
  std::map<std::string, Polynomial> iterators;
  /// { emitted[e] -> source[s] } on the emitted domain; none for a copy.
  std::optional<isl::map> instances;
};

/// Checks what the emitted statements claim (rewriter/helpers/Instances.h): every source instance
/// belongs to exactly one emitted instance of the same operation at the same addresses; what claims
/// nothing is a copy. NotProved else; nothing is searched. The statements' ids must differ between
/// the two scops.
Outcome<std::vector<MatchedStatement>> matchInstances(const Scop &source, const Scop &emitted,
                                                      const GuardContext &guard);

/// The array of `scop` that is the given array of another scop by name, member
/// and element type; -1 when none, or when either is private.
int sharedArray(const Scop &scop, const Scop &other, int arrayOfOther);

} // namespace acc
