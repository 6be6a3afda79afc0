// What variables are known to be worth where a nest is entered: the assignments
// before it that always run and that nothing changes in between.
#pragma once

#include "analysis/frontend/FunctionFacts.h"

#include "clang/AST/ASTContext.h"

#include <utility>
#include <vector>

namespace acc {

/// `variable` has the value that `value` has there: arithmetic of local variables, and
/// addresses of their elements, without calls and without reading memory.
struct KnownValue {
  const clang::VarDecl *variable;
  const clang::Expr *value;
};

/// The variables that `stmt` assigns by name, itself or in a part of it, as canonical declarations;
/// not those that it declares.
llvm::DenseSet<const clang::VarDecl *> assignedVariables(const clang::Stmt *stmt);

/// What holds when control comes to `stmt`, a part of the function's body, in any order.
/// For a statement inside of a loop, what holds in every iteration.
///   int plane = w*h; double *q = p + plane; p++; for ...   ->   plane = w*h
std::vector<KnownValue> valuesBefore(const clang::FunctionDecl &function, const clang::Stmt *stmt,
                                     const FunctionFacts &facts,
                                     const clang::ASTContext &context);

} // namespace acc
