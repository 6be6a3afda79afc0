#include "analysis/frontend/Labels.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

namespace acc {
namespace {

/// The jumps to a label below a statement.
struct Jumps {
  unsigned gotos = 0;
  /// `&&label`, or an asm goto to any label.
  bool isOpaque = false;
};

enum class Loops { Entered, LeftOut };

void collect(const clang::Stmt *stmt, const clang::LabelDecl &label, Loops loops, Jumps &jumps) {
  if (!stmt)
    return;
  const bool isLoop = llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt);
  // A statement inside an expression is read as a part of that.
  if (loops == Loops::LeftOut && (isLoop || llvm::isa<clang::Expr>(stmt)))
    return;
  if (const auto *jump = llvm::dyn_cast<clang::GotoStmt>(stmt))
    jumps.gotos += jump->getLabel() == &label;
  if (const auto *address = llvm::dyn_cast<clang::AddrLabelExpr>(stmt))
    jumps.isOpaque |= address->getLabel() == &label;
  if (const auto *assembly = llvm::dyn_cast<clang::GCCAsmStmt>(stmt))
    jumps.isOpaque |= assembly->isAsmGoto();
  for (const clang::Stmt *child : stmt->children())
    collect(child, label, loops, jumps);
}

Jumps jumpsTo(const clang::LabelDecl &label, llvm::ArrayRef<const clang::Stmt *> stmts,
              Loops loops) {
  Jumps jumps;
  for (const clang::Stmt *stmt : stmts)
    collect(stmt, label, loops, jumps);
  return jumps;
}

bool areAll(const Jumps &jumps, const clang::LabelDecl &label) {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(label.getDeclContext());
  const clang::Stmt *body = function ? function->getBody() : nullptr;
  const Jumps all = jumpsTo(label, body, Loops::Entered);
  return body && !all.isOpaque && all.gotos == jumps.gotos;
}

} // namespace

bool isJumpedToOnlyFrom(const clang::Stmt &region, const clang::LabelDecl &label) {
  return areAll(jumpsTo(label, &region, Loops::Entered), label);
}

bool isJumpedToWithoutLoop(llvm::ArrayRef<const clang::Stmt *> stmts,
                           const clang::LabelDecl &label) {
  return areAll(jumpsTo(label, stmts, Loops::LeftOut), label);
}

bool hasGoto(const clang::Stmt &stmt, const clang::LabelDecl &label) {
  return jumpsTo(label, &stmt, Loops::Entered).gotos > 0;
}

} // namespace acc
