// Side effects inside expressions: assignments, steps, commas and blocks of statements that stand
// where a value is wanted.
#pragma once

#include "analysis/tree/SourceTree.h"

namespace acc {

/// Built from literals alone.
bool isLiteral(const Expr &node);

/// The variables that an expression assigns.
std::vector<SymbolId> changedIn(const ExprRef &expr);

/// More than the value of an expression: an effect besides statement expressions that set variables
/// of their own alone.
///     ({ int _a = a; _a < b ? _a : b; })   is none
bool changesSomething(const ExprRef &expr);

/// It may have a side effect: a call that is not known to be pure (except for errno), or an
/// unsupported expression. If a variable replaces its value, that value must be computable.
bool mayDoMore(const Expr &expr);

/// An Unsupported expression that replaces a side effect (Assign, Step, Comma, Block).
ExprRef asUnsupported(const ExprRef &effect);

/// `part` of `whole` cannot be read, and so `whole` cannot.
ExprRef asUnsupported(const ExprRef &whole, const Expr &part);

/// The expression with each of its side effects as Unsupported.
ExprRef withoutSideEffects(const ExprRef &expr);

} // namespace acc
