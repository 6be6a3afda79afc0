// Which constants the calls of a static function pass.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <map>
#include <string>
#include <vector>

namespace acc {

/// Integer parameters that every call of the function gets as constants, by their names: one entry
/// for each different call. Empty where other units may call it, its address is taken, or a call
/// passes none.
///   static void f(int n, int m) ...  f(8, k); f(16, 2);   ->   {n: 8}, {n: 16}
std::vector<std::map<std::string, int64_t>> constantsAtCalls(clang::ASTContext &context,
                                                             const clang::FunctionDecl &function);

} // namespace acc
