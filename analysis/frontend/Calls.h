// What is known of a called function.
#pragma once

#include "analysis/tree/SourceTree.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace acc {

/// Pure for functions that Clang or the source declares const; Errno for the mathematical library
/// under -fmath-errno. A function with a body in the unit is judged by its body: Pure or Errno when
/// it computes on its own variables alone, has no loop, and cannot be replaced by another
/// definition.
CallEffect effectOf(const clang::FunctionDecl &callee);

/// The effect of one call. Ordered is possible here, too: a call of the C library that touches a
/// state of its own (random numbers, clocks, output of numbers and constant strings to a stream).
CallEffect effectOf(const clang::CallExpr &call);

/// Few enough statements to be read in place of a call.
bool isShort(const clang::FunctionDecl &definition);

} // namespace acc
