// The side effects of one statement's expressions, taken out of them.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <utility>

namespace acc {

class MovedEffects {
public:
  /// `whole`: all that the statement evaluates. `allowsAfter`: a statement may follow it.
  MovedEffects(const SourceNest &nest, std::vector<ExprRef> whole, bool allowsAfter)
      : nest(nest), whole(std::move(whole)), allowsAfter(allowsAfter) {}

  /// The expression with the values of its side effects in their places. The side effects
  /// themselves move to `before` and `after`; those that must not move are Unsupported. Null for
  /// null.
  ExprRef without(const ExprRef &expr) { return expr ? visit(expr, true) : expr; }

  /// What is before the statement may have side effects in it, in turn.
  std::vector<StmtRef> before, after;

private:
  ExprRef visit(const ExprRef &expr, bool isCertain);
  ExprRef step(const ExprRef &expr, bool isCertain);
  ExprRef assignment(const ExprRef &expr, bool isCertain);
  ExprRef comma(const ExprRef &expr, bool isCertain);
  ExprRef block(const ExprRef &expr, bool isCertain);
  bool collectAssigned(const ExprRef &expr, std::vector<SymbolId> &assigned) const;
  bool staysTheSame(const Expr &node) const;
  bool isOnlyIn(const ExprRef &part, SymbolId variable) const;
  bool isBeforeOthers(const ExprRef &assignment) const;

  const SourceNest &nest;
  const std::vector<ExprRef> whole;
  const bool allowsAfter;
};

/// A variable of the function that only its name reaches.
bool isOwnVariable(const SourceNest &nest, const Expr &expr);

/// A conversion that the source did not have to write, for a place where it must.
ExprRef shown(const ExprRef &value);

/// `variable += 1;` for ++
StmtRef asStatement(const Expr &step);

} // namespace acc
