// What is known about a called function.
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

/// The effect of one call. May be Ordered: a call of the C library that only touches hidden state
/// (random numbers, clocks, output of numbers and constant strings to a stream).
CallEffect effectOf(const clang::CallExpr &call);

/// A function of the compiler's headers in the table of tree/VectorCalls.h: of a system header, or
/// one that only the compiler defines.
bool isVectorIntrinsic(const clang::FunctionDecl &callee);

/// Short enough to be inlined.
bool isShort(const clang::FunctionDecl &definition);

} // namespace acc
