#include "analysis/frontend/Liveness.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Analysis/CFG.h"

namespace acc {
namespace {

using Variables = llvm::DenseSet<const clang::VarDecl *>;

const clang::VarDecl *localVariable(const clang::Expr *expr) {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParens());
  const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() ? variable : nullptr;
}

/// Variables assigned by plain `x = e`: the reference to x is no read.
llvm::DenseSet<const clang::Expr *> assignedReferences(const clang::CFG &cfg) {
  llvm::DenseSet<const clang::Expr *> targets;
  for (const clang::CFGBlock *block : cfg)
    for (const clang::CFGElement &element : *block)
      if (auto stmt = element.getAs<clang::CFGStmt>())
        if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt->getStmt()))
          if (op->getOpcode() == clang::BO_Assign)
            targets.insert(op->getLHS()->IgnoreParens());
  return targets;
}

/// What is live before the block, given what is live behind it.
Variables before(const clang::CFGBlock &block, Variables live,
                 const llvm::DenseSet<const clang::Expr *> &targets) {
  for (const clang::CFGElement &element : llvm::reverse(block)) {
    auto cfgStmt = element.getAs<clang::CFGStmt>();
    if (!cfgStmt)
      continue;
    const clang::Stmt *stmt = cfgStmt->getStmt();
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt)) {
      if (op->getOpcode() == clang::BO_Assign)
        if (const clang::VarDecl *variable = localVariable(op->getLHS()))
          live.erase(variable);
    } else if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : declaration->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl))
          live.erase(variable);
    } else if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt)) {
      const clang::VarDecl *variable = localVariable(expr);
      if (variable && !targets.contains(expr->IgnoreParens()))
        live.insert(variable);
    }
  }
  return live;
}

} // namespace

Liveness::Liveness(const clang::FunctionDecl &function, clang::ASTContext &context) {
  clang::CFG::BuildOptions options;
  options.PruneTriviallyFalseEdges = false;
  options.setAllAlwaysAdd();
  std::unique_ptr<clang::CFG> cfg =
      clang::CFG::buildCFG(&function, function.getBody(), &context, options);
  if (!cfg)
    return;
  llvm::DenseSet<const clang::Expr *> targets = assignedReferences(*cfg);
  std::vector<Variables> liveIn(cfg->getNumBlockIDs());
  for (bool changed = true; changed;) {
    changed = false;
    // Block ids fall along the flow: ascending ids visit successors first.
    for (const clang::CFGBlock *block : llvm::reverse(*cfg)) {
      Variables out;
      for (const clang::CFGBlock::AdjacentBlock &next : block->succs()) {
        const clang::CFGBlock *successor =
            next.isReachable() ? next.getReachableBlock() : next.getPossiblyUnreachableBlock();
        if (successor)
          out.insert(liveIn[successor->getBlockID()].begin(),
                     liveIn[successor->getBlockID()].end());
      }
      Variables in = before(*block, std::move(out), targets);
      Variables &old = liveIn[block->getBlockID()];
      if (in.size() != old.size()) {
        old = std::move(in);
        changed = true;
      }
    }
  }
  for (const clang::CFGBlock *block : *cfg) {
    const clang::Stmt *terminator = block->getTerminatorStmt();
    if (!terminator || block->succ_size() != 2 ||
        !(llvm::isa<clang::ForStmt>(terminator) || llvm::isa<clang::WhileStmt>(terminator) ||
          llvm::isa<clang::DoStmt>(terminator)))
      continue;
    clang::CFGBlock::AdjacentBlock exit = *std::next(block->succ_begin());
    const clang::CFGBlock *target =
        exit.isReachable() ? exit.getReachableBlock() : exit.getPossiblyUnreachableBlock();
    if (target)
      afterLoop[terminator] = liveIn[target->getBlockID()];
  }
}

bool Liveness::isLiveAfter(const clang::Stmt *loop, const clang::VarDecl *variable) const {
  auto found = afterLoop.find(loop);
  return found == afterLoop.end() || found->second.contains(variable);
}

} // namespace acc
