// Known values of variables where a nest is entered: from assignments before it that always run and
// are still in force.
#pragma once

#include "analysis/frontend/FunctionFacts.h"

#include "clang/AST/ASTContext.h"

#include <utility>
#include <vector>

namespace acc {

/// Where the nest is entered, `variable` equals `value`: arithmetic of local variables and
/// addresses of their elements, or a SIMD vector of such numbers, without reads of memory.
struct KnownValue {
  const clang::VarDecl *variable;
  const clang::Expr *value;
};

/// The variables that `stmt` assigns by name, itself or in a part of it, as canonical declarations;
/// not those that it declares.
llvm::DenseSet<const clang::VarDecl *> assignedVariables(const clang::Stmt *stmt);

/// The equalities that hold whenever control reaches `stmt`, a part of the function's body; for a
/// statement inside a loop, those that hold in every iteration. In no particular order.
///   int plane = w*h; double *q = p + plane; p++; for ...   ->   plane = w*h
std::vector<KnownValue> valuesBefore(const clang::FunctionDecl &function, const clang::Stmt *stmt,
                                     const FunctionFacts &facts, const clang::ASTContext &context);

/// Where the nest is entered, `test` is true, or it is false.
struct KnownTest {
  const clang::Expr *test;
  bool isTrue;
};

/// What set `variable` last: `variable &= constant`, or %=.
struct KnownRest {
  const clang::VarDecl *variable;
  const clang::CompoundAssignOperator *set;
};

struct EntryTests {
  std::vector<KnownTest> tests;
  std::vector<KnownRest> rests;
  std::vector<KnownValue> values;
};

/// The tests of local variables whose outcomes hold whenever control reaches `stmt`, a part of the
/// function's body: of branches and loops around it, and of loops before it, which have ended; with
/// what valuesBefore() finds if each loop around it is followed into its body. Empty where OpenMP's
/// threads come there.
EntryTests testsBefore(const clang::FunctionDecl &function, const clang::Stmt *stmt,
                       const FunctionFacts &facts, const clang::ASTContext &context);

/// The local variables that certainly have some value whenever control reaches `stmt`, as canonical
/// declarations.
///   int most = a[0], last; if (c) low = 1; else low = 2; for ...   ->   most, low
llvm::DenseSet<const clang::VarDecl *> setBefore(const clang::FunctionDecl &function,
                                                 const clang::Stmt *stmt,
                                                 const FunctionFacts &facts,
                                                 const clang::ASTContext &context);

} // namespace acc
