// Checks C's own rules for the emitted code, beyond the values that it computes.
#pragma once

#include "analysis/model/Scop.h"
#include "rewriter/validate/GuardReader.h"

namespace acc {

/// No signed arithmetic in bounds, conditions, constants and steps of `fast` overflows, nor any
/// narrower than an address in subscripts, given what the guard says of the integers, which
/// it names as the `source` does, and what loops say of their counters. (Subscripts of an address's
/// width stay inside the object that the extents keep in range.)
///   for (i = 0; i < (n + 8 - m) / 8; i++)     NotProved where m is a long of which nothing is
///       known
/// NotProved at the first operation that may; none when good. What the guard has computed
/// (`reads`) can be computed again. What the code computes at its entry and may overflow is added
/// to `computed`: the source must compute it, too. The conditions inside the opaque statements of
/// `scop`, the model of `fast`, are compared with the source's trees instead: the source overflows
/// where they do.
std::optional<Rejection> checkIndexArithmetic(const SourceNest &nest, const Stmt &fast,
                                              const Scop &scop, const Scop &source,
                                              const Condition &guard,
                                              const std::vector<GuardRead> &reads,
                                              std::vector<GuardRead> &computed);

/// A pointer declared in the block is a base as it stands, with nothing added. A base that is
/// reached through a `restrict` pointer of a block is reached by way of that pointer everywhere in
/// the block. The pointer's own place is no element of the base:
///   double *restrict row = rows[g];  row[i] = 0;     good: rows[g] is read, not row's elements
///   double *restrict a_1 = a;  a_1[i] = a[i + 1];    NotProved
///   double *restrict a_1 = a;  a_1[i] = 1;  { double *restrict a_2 = a_1;  a_2[i] = 2; }    good
///   double *a_1 = a - 1;  a_1[i + 1] = 0;            NotProved
std::optional<Rejection> checkPointers(const SourceNest &nest, const StmtRef &fast);

} // namespace acc
