// Determines whether the address of a variable escapes: whether a call may keep it.
#pragma once

#include "clang/AST/Expr.h"

namespace acc {

/// The callee uses the pointer that argument `index` is only while it runs, and keeps no copy of
/// it. False where the callee's body is not at hand, where another definition may replace it, and
/// where it returns a pointer, which may be this one.
bool forgetsArgument(const clang::CallExpr &call, unsigned index);

/// The callee reads what its argument `index` points to, and uses the pointer for nothing else:
/// what `&x` names has the same value after the call. False where the callee's body is not at hand
/// or another definition may replace it.
bool onlyReadsArgument(const clang::CallExpr &call, unsigned index);

/// The expression that takes an address, where the argument is `&x`, an array that decays, or a
/// cast of one. Null for any other argument.
const clang::Expr *addressArgument(const clang::Expr *argument);

/// The variable, where the expression is a variable below implicit casts. Null for any other
/// expression.
const clang::VarDecl *variableOf(const clang::Expr *expr);

} // namespace acc
