// What the whole of a function's body says of its variables and of itself: one
// walk before the trees of its nests are built.
#pragma once

#include "analysis/support/Rejection.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <set>
#include <string>

namespace acc {

struct ParsedUnit; // Parse.h

struct FunctionFacts {
  const clang::FunctionDecl *function = nullptr;
  /// Variables whose address escapes (&x, &x.f, an array that decays into a value).
  llvm::DenseSet<const clang::VarDecl *> addressTaken;
  /// Of those, the variables that somebody may still have an address of after the call or the
  /// assignment that took it.
  llvm::DenseSet<const clang::VarDecl *> addressKept;
  /// Of those, the variables whose address somebody has only while the nest runs (readWalks).
  llvm::DenseSet<const clang::VarDecl *> addressLent;
  /// Places where a variable is assigned after its declaration, ++ and -- too.
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<clang::SourceLocation, 2>> assigned;
  /// Calls of malloc and its kin whose value a variable takes as it is.
  llvm::DenseMap<const clang::VarDecl *, const clang::CallExpr *> allocations;
  /// Pointers that are used otherwise than by `*p`, `p[0]`, `p->f`, comparisons
  /// and as arguments of calls: what they point at is an array, or copied.
  llvm::DenseSet<const clang::VarDecl *> walked;
  /// The same of pointers that are fields.
  llvm::DenseSet<const clang::FieldDecl *> walkedFields;
  /// The body reads or writes errno.
  bool usesErrno = false;
  /// Forbids touching any nest of the function.
  std::optional<Rejection> rejection;

  /// Takes in those of another function, whose body is read as a part of this one.
  void add(const FunctionFacts &other);
};

/// `walked` and `walkedFields` of the statements alone, in place of the function's: what
/// else the function does with a pointer does not say how they use it. An address that they
/// take themselves counts as kept, and as lent: while they run somebody has it.
/// Calls of `opened` functions are read as their bodies, which are among the statements.
void readWalks(const clang::ASTContext &context, const std::vector<const clang::Stmt *> &stmts,
               FunctionFacts &facts, const std::set<std::string> *opened = nullptr);

FunctionFacts readFunctionFacts(const ParsedUnit &unit, const clang::FunctionDecl &function);

/// A literal 0.
bool isZero(const clang::Expr *expr);

/// malloc and its kin.
bool isAllocation(const clang::FunctionDecl &callee);

/// The variable that an lvalue without a dereference is part of (x, x.f,
/// x[i] of an array object); null otherwise.
const clang::VarDecl *objectOf(const clang::Expr *lvalue);

} // namespace acc
