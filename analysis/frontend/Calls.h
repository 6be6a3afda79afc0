// What is known of a called function.
#pragma once

#include "analysis/model/SourceTree.h"

#include "clang/AST/Decl.h"

namespace acc {

/// Pure for functions that Clang or the source declares const, Errno for the
/// mathematical library under -fmath-errno. Only real library functions count:
/// a function of the same name with a body in the unit does not.
CallEffect effectOf(const clang::FunctionDecl &callee);

} // namespace acc
