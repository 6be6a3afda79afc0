// Which values the integers of a function can have where a nest is entered: from all calls of a
// static function, constants and constant tables, asserts and other tests on the way.
#pragma once

#include "analysis/support/Interval.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <map>
#include <memory>
#include <vector>

namespace acc {

/// Wherever one of the variables is in scope it has a value in its interval. Only of variables that
/// the function assigns nowhere but where they are declared, and of counters that a loop declares.
using KnownRanges = std::map<const clang::VarDecl *, Interval>;

/// Of one unit, whose calls are looked for once.
class EntryRanges {
public:
  explicit EntryRanges(clang::ASTContext &context) : context(context) {}

  /// What is known where control comes to `stmt`, a part of the function's body: one entry for each
  /// different call of a static function whose address nobody takes, else one. Ranges that the type
  /// gives are left out. Never empty.
  ///   static void f(int n) { assert(n < 9); for.. }   f(4); f(x & 7);   ->   {n: 4..4}, {n: 0..7}
  std::vector<KnownRanges> before(const clang::FunctionDecl &function, const clang::Stmt *stmt);

private:
  struct Call {
    const clang::CallExpr *call;
    const clang::FunctionDecl *caller;
  };
  struct Uses {
    std::vector<Call> calls;
    size_t mentions = 0;
  };
  class Collector;

  std::vector<KnownRanges> ofParameters(const clang::FunctionDecl &function);
  const std::map<const clang::FunctionDecl *, Uses> &usesOfAll();

  clang::ASTContext &context;
  std::unique_ptr<std::map<const clang::FunctionDecl *, Uses>> uses;
  std::map<const clang::FunctionDecl *, std::vector<KnownRanges>> found;
};

} // namespace acc
