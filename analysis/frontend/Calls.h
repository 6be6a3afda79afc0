// What is known of a called function.
#pragma once

#include "analysis/tree/SourceTree.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace acc {

/// Pure for functions that Clang or the source declares const, Errno for the
/// mathematical library under -fmath-errno. A function with a body in the unit is what
/// its body says: Pure or Errno when it computes on its own variables alone, without a
/// loop, and no other definition may take its place.
CallEffect effectOf(const clang::FunctionDecl &callee);

/// Of one call: Ordered, too, for functions of the C library that touch a state of their own
/// (random numbers, clocks, output to a stream of numbers and constant strings).
CallEffect effectOf(const clang::CallExpr &call);

/// Few enough statements to be read in place of a call.
bool isShort(const clang::FunctionDecl &definition);

} // namespace acc
