// Checks substituted scalars: statements that use the value instead of the scalar, against the
// statements as they were read.
//   read:    i { t = a*A[i]; j { C[i][j] += t*B[j]; } }
//   source:  i { j { C[i][j] += (float)(a*A[i])*B[j]; } }
#pragma once

#include "rewriter/validate/CellProgram.h"

namespace acc {

/// A value that replaces scalars as they were read.
struct SubstitutedRead {
  /// Index in the statements as they were read: one that assigns the scalar.
  size_t definition = 0;
  /// Index of the scalar in the arrays as they were read.
  int scalar = -1;
  /// Indices in the accesses of the statement that has the value.
  std::vector<size_t> accesses;
};

/// Negative when `a` comes first in an iteration of the loops that it shares with `b`, 0 when both
/// are in one place.
int textualOrder(const ScopStatement &a, const ScopStatement &b);

/// The accesses are equal except for the numbers of the arrays.
bool isSameAccess(const Scop &scopOfA, const ScopAccess &a, const Scop &scopOfB,
                  const ScopAccess &b);

/// `part` does what `whole` does, whatever the condition, where each scalar in the list has the
/// value that its definition gave it; an empty list when nothing was substituted. None when they
/// do not do the same, or the definition is not one that may stand in another place: before what
/// reads it, of pure arithmetic, to a scalar that dies in its iteration. Whether it runs wherever
/// the part does, and no other that the scalar has, is checkStatements' to say.
std::optional<std::vector<SubstitutedRead>> substitutedReads(const Scop &scopOfPart,
                                                             const ScopStatement &part,
                                                             const Scop &scopOfWhole,
                                                             const ScopStatement &whole);

/// No element that a value of `source` reads is written after the definition of Scop::asRead for
/// which it stands, up to the statement that has the value, and in this one up to the value:
/// accesses stand in the order in which C makes them. `program` is sourceProgram of `source`, and
/// checkStatements has found nothing.
std::optional<Rejection> checkUnchanged(const Scop &source, const CellProgram &program,
                                        const GuardContext &guard);

} // namespace acc
