// Facts from one walk over the whole body of a function, computed before the trees of its nests are
// built.
#pragma once

#include "analysis/support/Rejection.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace acc {

class OpenMpRegions; // OpenMp.h
struct ParsedUnit;   // Parse.h

struct FunctionFacts {
  const clang::FunctionDecl *function = nullptr;
  /// Variables whose address escapes (&x, &x.f, an array that decays into a value).
  llvm::DenseSet<const clang::VarDecl *> addressTaken;
  /// Those whose address may still be held after the call or assignment that took it.
  llvm::DenseSet<const clang::VarDecl *> addressKept;
  /// Those whose address is held only while the nest runs (readWalks).
  llvm::DenseSet<const clang::VarDecl *> addressLent;
  /// Places where a variable is assigned after its declaration, ++ and -- too.
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<clang::SourceLocation, 2>> assigned;
  /// Calls of malloc and similar functions whose value a variable holds unchanged.
  llvm::DenseMap<const clang::VarDecl *, const clang::CallExpr *> allocations;
  /// Pointers with a use other than `*p`, `p[0]`, `p->f`, a comparison or an argument of a call.
  /// Such a pointer points into an array, or is copied.
  llvm::DenseSet<const clang::VarDecl *> walked;
  /// The same of pointers that are fields.
  llvm::DenseSet<const clang::FieldDecl *> walkedFields;
  /// The body reads or writes errno.
  bool usesErrno = false;
  /// OpenMP's directives in it; never null once the facts are read.
  std::shared_ptr<const OpenMpRegions> openMp;
  /// Forbids touching any nest of the function.
  std::optional<Rejection> rejection;

  /// Adds the facts of another function, whose body is read as a part of this one.
  void add(const FunctionFacts &other);
};

/// Replaces `walked` and `walkedFields` by those of the statements alone: what the rest of the
/// function does with a pointer does not matter to them. An address that the statements take
/// themselves counts as kept and as lent, since someone holds it while they run. Calls of `opened`
/// functions are read as their bodies, which must be among the statements.
void readWalks(const clang::ASTContext &context, const std::vector<const clang::Stmt *> &stmts,
               FunctionFacts &facts, const std::set<std::string> *opened = nullptr);

FunctionFacts readFunctionFacts(const ParsedUnit &unit, const clang::FunctionDecl &function);

/// A literal 0.
bool isZero(const clang::Expr *expr);

/// malloc and similar functions.
bool isAllocation(const clang::FunctionDecl &callee);

/// The variable that an lvalue without a dereference is part of (x, x.f,
/// x[i] of an array object); null otherwise.
const clang::VarDecl *objectOf(const clang::Expr *lvalue);

} // namespace acc
