// What one of Clang's statements has in it: other statements, and changes of variables.
#pragma once

#include "analysis/frontend/AddressUse.h"
#include "analysis/frontend/FunctionFacts.h"
#include "analysis/frontend/Labels.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace acc {

/// `part` is `stmt` itself or stands somewhere in it. False for a null `stmt`.
inline bool holds(const clang::Stmt *stmt, const clang::Stmt *part) {
  return stmt && (stmt == part || llvm::any_of(stmt->children(), [&](const clang::Stmt *child) {
                    return holds(child, part);
                  }));
}

/// The parts of a condition, which was true or false, whose own outcomes follow from that.
///   !(a < b || c)   ->   a < b: false, c: false
inline void forEachOutcome(const clang::Expr *condition, bool isTrue,
                           llvm::function_ref<void(const clang::Expr *, bool)> found) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(condition);
      call && call->getBuiltinCallee() == clang::Builtin::BI__builtin_expect)
    return forEachOutcome(call->getArg(0), isTrue, found);
  if (const auto *negated = llvm::dyn_cast<clang::UnaryOperator>(condition);
      negated && negated->getOpcode() == clang::UO_LNot)
    return forEachOutcome(negated->getSubExpr(), !isTrue, found);
  const auto *test = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (!test || test->getOpcode() != (isTrue ? clang::BO_LAnd : clang::BO_LOr))
    return found(condition, isTrue);
  forEachOutcome(test->getLHS(), isTrue, found);
  forEachOutcome(test->getRHS(), isTrue, found);
}

/// What a statement may change, and whether control can come into its middle.
class Changes : public clang::RecursiveASTVisitor<Changes> {
public:
  explicit Changes(const clang::Stmt *stmt) { TraverseStmt(const_cast<clang::Stmt *>(stmt)); }

  bool VisitCallExpr(clang::CallExpr *call) {
    for (unsigned k = 0; k < call->getNumArgs(); ++k)
      if (const clang::Expr *address = addressArgument(call->getArg(k));
          address && onlyReadsArgument(*call, k))
        onlyRead.insert(address);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *expr) {
    // Whoever is given the address may change the variable before the statement ends.
    if (expr->isIncrementDecrementOp() ||
        (expr->getOpcode() == clang::UO_AddrOf && !onlyRead.contains(expr)))
      change(expr->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *expr) {
    if (expr->isAssignmentOp())
      change(expr->getLHS());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    declared.insert(variable->getCanonicalDecl());
    return true;
  }
  bool VisitLabelStmt(clang::LabelStmt *label) {
    isEntered |= isJumpedTo(*label);
    return true;
  }

  bool VisitGCCAsmStmt(clang::GCCAsmStmt *statement) {
    for (const clang::Expr *output : statement->outputs())
      change(output);
    return true;
  }

  /// As canonical declarations.
  llvm::DenseSet<const clang::VarDecl *> assigned, declared;
  bool isEntered = false;

private:
  llvm::DenseSet<const clang::Expr *> onlyRead; // by the call of which they are arguments

  void change(const clang::Expr *target) {
    if (const clang::VarDecl *variable = objectOf(target))
      assigned.insert(variable->getCanonicalDecl());
  }
};

} // namespace acc
