// Where the address of a variable goes: whether a call that is given it may keep it.
#pragma once

#include "clang/AST/Expr.h"

namespace acc {

/// The callee uses the pointer behind argument `index` while it runs, and then nobody has it. No
/// where the callee's text is not at hand, another definition may replace it, or it
/// returns a pointer: that may be this one.
bool forgetsArgument(const clang::CallExpr &call, unsigned index);

/// The argument itself is `&x`, an array that decays, or a cast of one: the expression that takes
/// the address. Null for all else.
const clang::Expr *addressArgument(const clang::Expr *argument);

/// The variable that the expression is, casts that the source does not show apart; null for all else.
const clang::VarDecl *variableOf(const clang::Expr *expr);

} // namespace acc
