// Flat loops as the two loops that they mean.
//
//   for t in [0, n*m)  A[(t % m)*n + t / m]   ->  for i in [0, n) for j in [0, m)  A[j*n + i]
//   for x in [0, n*m) step m  A[x + k]        ->  for i in [0, n)  A[i*m + k]
//   for i in [0, n)  A[(i / 2)*m + i % 2]     ->  for q, r in [0, 2), 2*q + r < n  A[q*m + r]
//   for j in [a, b)  A[(x + j) / 4]           ->  for q, r in [0, 4), a <= 4*q + r - x < b  A[q]
//   for j from a down to 0  A[j / 4]          ->  for q from a, r from 3 down to 0, 4*q + r <= a
//       A[q]
#pragma once

#include "analysis/model/LoopForm.h"
#include "analysis/tree/NewSymbols.h"

namespace acc {

struct LoopSplit {
  /// Outer to inner, replacing the loop; not yet in the model.
  std::vector<ScopLoop> loops;
  /// The loop's body with the old variable spelled by the new ones.
  StmtRef body;
  /// The old variable's value by the new ones.
  Polynomial value;
  /// What the bounds of `loops` do not say.
  Condition condition = Condition::always();
  /// The conditions under which the new loops are the same iterations in the same order: the
  /// divisor is positive, the dividend not negative.
  std::optional<Assumption> need;
};

/// Splits pending.front() by a divisor whose quotient or remainder is used by indices or conditions
/// inside. The trip count must be a multiple of the divisor, or the divisor a constant. `pending`
/// are the loops directly around `body`, not yet in the model. None if nothing needs the split or
/// it is impossible.
std::optional<LoopSplit> splitByDivisor(ModelContext &model, const std::vector<ScopLoop> &pending,
                                        const StmtRef &body, const NewSymbol &newSymbol);

/// Reads `for (x = first; x < end; x += m)` with a parameter m that divides both.
/// None when the step is no parameter; a Rejection when the loop cannot be read.
Outcome<std::optional<std::pair<LoopHeader, LoopSplit>>>
splitByStep(ModelContext &model, const Stmt &loop, std::vector<WrapRequirement> &entryWraps,
            const NewSymbol &newSymbol);

} // namespace acc
