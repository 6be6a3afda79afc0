#include "analysis/frontend/Liveness.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Analysis/CFG.h"

#include "llvm/ADT/BitVector.h"

namespace acc {
namespace {

using Variables = llvm::DenseSet<const clang::VarDecl *>;

const clang::VarDecl *localVariable(const clang::Expr *expr) {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParens());
  const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  bool isLocal = variable && (variable->hasLocalStorage() || variable->isStaticLocal());
  return isLocal ? variable->getCanonicalDecl() : nullptr;
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

/// The variables of a function, by number.
class Numbers {
public:
  unsigned of(const clang::VarDecl *variable) {
    auto [entry, isNew] = numbers.try_emplace(variable, static_cast<unsigned>(variables.size()));
    if (isNew)
      variables.push_back(variable);
    return entry->second;
  }
  unsigned count() const { return static_cast<unsigned>(variables.size()); }
  llvm::BitVector statics() const {
    llvm::BitVector set(count());
    for (unsigned number = 0; number < count(); ++number)
      set[number] = variables[number]->isStaticLocal();
    return set;
  }
  Variables named(const llvm::BitVector &set) const {
    Variables named;
    for (unsigned number : set.set_bits())
      named.insert(variables[number]);
    return named;
  }

private:
  llvm::DenseMap<const clang::VarDecl *, unsigned> numbers;
  std::vector<const clang::VarDecl *> variables;
};

/// What a block does to the variables: those that it reads first, and those that it assigns first.
struct BlockUse {
  llvm::BitVector read, assigned;
};

BlockUse useOf(const clang::CFGBlock &block, const llvm::DenseSet<const clang::Expr *> &targets,
               Numbers &numbers) {
  BlockUse use;
  auto note = [&](const clang::VarDecl *variable, bool isRead) {
    unsigned number = numbers.of(variable);
    for (llvm::BitVector *set : {&use.read, &use.assigned})
      if (set->size() <= number)
        set->resize(number + 1);
    use.read[number] = isRead;
    use.assigned[number] = !isRead;
  };
  for (const clang::CFGElement &element : llvm::reverse(block)) {
    auto cfgStmt = element.getAs<clang::CFGStmt>();
    if (!cfgStmt)
      continue;
    const clang::Stmt *stmt = cfgStmt->getStmt();
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt)) {
      if (op->getOpcode() == clang::BO_Assign)
        if (const clang::VarDecl *variable = localVariable(op->getLHS()))
          note(variable, /*isRead=*/false);
    } else if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : declaration->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
            variable && !variable->isStaticLocal()) // which is given its value once
          note(variable, /*isRead=*/false);
    } else if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt)) {
      const clang::VarDecl *variable = localVariable(expr);
      if (variable && !targets.contains(expr->IgnoreParens()))
        note(variable, /*isRead=*/true);
    }
  }
  return use;
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
  Numbers numbers;
  std::vector<BlockUse> uses(cfg->getNumBlockIDs());
  for (const clang::CFGBlock *block : *cfg)
    uses[block->getBlockID()] = useOf(*block, targets, numbers);
  std::vector<llvm::BitVector> liveIn(cfg->getNumBlockIDs(), llvm::BitVector(numbers.count()));
  // What is read first in the next call is live where this one ends.
  llvm::BitVector &atEnd = liveIn[cfg->getExit().getBlockID()];
  const llvm::BitVector &atStart = liveIn[cfg->getEntry().getBlockID()];
  for (bool changed = true; changed;) {
    changed = false;
    // Block ids fall along the flow: ascending ids visit successors first.
    for (const clang::CFGBlock *block : llvm::reverse(*cfg)) {
      llvm::BitVector in(numbers.count());
      for (const clang::CFGBlock::AdjacentBlock &next : block->succs()) {
        const clang::CFGBlock *successor =
            next.isReachable() ? next.getReachableBlock() : next.getPossiblyUnreachableBlock();
        if (successor)
          in |= liveIn[successor->getBlockID()];
      }
      const BlockUse &use = uses[block->getBlockID()];
      in.reset(use.assigned);
      in |= use.read;
      llvm::BitVector &old = liveIn[block->getBlockID()];
      if (block == &cfg->getExit())
        in = atEnd;
      changed |= in != old;
      old = std::move(in);
    }
    llvm::BitVector kept = atStart;
    kept &= numbers.statics();
    changed |= kept != atEnd;
    atEnd = std::move(kept);
  }
  atEntry = numbers.named(atStart);
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
      afterLoop[terminator] = numbers.named(liveIn[target->getBlockID()]);
  }
}

bool Liveness::isLiveAfter(const clang::Stmt *loop, const clang::VarDecl *variable) const {
  auto found = afterLoop.find(loop);
  return found == afterLoop.end() || found->second.contains(variable->getCanonicalDecl());
}

bool Liveness::isKeptBetweenCalls(const clang::VarDecl *variable) const {
  return !atEntry || atEntry->contains(variable->getCanonicalDecl());
}

} // namespace acc
