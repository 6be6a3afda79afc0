// Variables that a loop advances by the same amount in every iteration, or by one that grows
// with the loop's counter.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <functional>
#include <optional>

namespace acc {

/// `for (v = first; v < end; v += step)`, downwards `v > end` with a negative step.
struct CountedLoop {
  SymbolId variable = -1;
  ExprRef first;
  int64_t step = 1;
  /// The step where it is no constant (`step` is 0); else null.
  ExprRef namedStep;
  /// Exclusive; null when the condition is no comparison of v alone.
  ExprRef end;
  /// Of an unrolled loop, which runs while whole steps fit: w of `x + 3 < w; x += 4`; else null.
  ExprRef whole;

  /// How far tripCount() goes.
  const ExprRef &bound() const { return whole ? whole : end; }
};

/// None when the loop is no `for` over one integer variable. A named step may change in the loop.
/// Conversions in the test are looked through: what is said holds where they keep every value that
/// is tested, which readLoop requires of each loop that it reads.
std::optional<CountedLoop> countedLoop(const Stmt &loop, const UnitFacts &unit);

/// How often it runs, in `type`, where the bound is not before `first`; null when not known.
ExprRef tripCount(const CountedLoop &loop, const CType &type);

/// Where it holds, a variable that each iteration advances by `amount` has advanced by tripCount()
/// times as much: `first <= bound` (or >=). Where the amount reads elements, `first < bound`: a
/// loop that does not run does not read them.
ExprRef tripCondition(const CountedLoop &loop, const ExprRef &amount);

/// What one execution of a statement adds to a variable.
struct Advance {
  /// Null for nothing.
  ExprRef amount;
  /// Conditions under which the amount is right: inner loops do not end before they start.
  std::vector<ExprRef> needs;
};

/// None when it is not the same however control flows, or not an expression over what
/// `isFixed` accepts. `type`: of the amount; for a pointer the type of pointer differences.
///   { p++; for (j = 0; j < m; j++) p += 2; }   ->   1 + m*2, needs 0 <= m
std::optional<Advance> advanceOf(const StmtRef &stmt, SymbolId variable, const CType &type,
                                 const UnitFacts &unit,
                                 const std::function<bool(const ExprRef &)> &isFixed);

/// The variable's value in an iteration: start + amount * (number of iterations before).
ExprRef valueInIteration(const CountedLoop &loop, const ExprRef &start, const ExprRef &amount,
                         const CType &loopType, const CType &type, SourceRange where);

/// base + slope*counter; null parts are zero.
struct LinearAmount {
  ExprRef base, slope;
};

/// `amount` read so, modulo 2^width, as an integer of `type`; none for another form, and where
/// arithmetic or a conversion in a type narrower than `width` bits may wrap.
std::optional<LinearAmount> linearIn(const ExprRef &amount, SymbolId counter, const CType &type,
                                     unsigned width);

/// The variable's value when the counter of a loop in steps of one has come to `at`: start and
/// the sum of the amounts from the counter's first value on.
///   k += j + 1, j from 0   ->   start + j + j*(j - 1)/2
ExprRef valueAfterSum(const CountedLoop &loop, const ExprRef &start, const LinearAmount &amount,
                      const ExprRef &at, const CType &type);

/// start + amount, for a pointer too; `type` as above.
ExprRef advanced(const ExprRef &start, const ExprRef &amount, const CType &type);

} // namespace acc
