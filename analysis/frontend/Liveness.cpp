#include "analysis/frontend/Liveness.h"

#include "analysis/frontend/Identity.h"
#include "analysis/frontend/OpenMp.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/Analysis/CFG.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace acc {
namespace {

using Variables = llvm::DenseSet<const clang::VarDecl *>;

const clang::VarDecl *localVariable(const clang::Expr *expr) {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParens());
  const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  bool isLocal = variable && (variable->hasLocalStorage() || variable->isStaticLocal());
  return isLocal ? variable->getCanonicalDecl() : nullptr;
}

/// The call of `if (!f_1_fast(n, A)) nest` that a rewrite put before a nest: it does what the nest
/// does, or nothing. Control counts as going through the nest alone.
const clang::CallExpr *entryCall(const clang::CFGBlock &block, const clang::ASTContext &context) {
  const auto *branch = llvm::dyn_cast_or_null<clang::IfStmt>(block.getTerminatorStmt());
  if (!branch || branch->getElse())
    return nullptr;
  const auto *negated =
      llvm::dyn_cast<clang::UnaryOperator>(branch->getCond()->IgnoreParenImpCasts());
  if (!negated || negated->getOpcode() != clang::UO_LNot)
    return nullptr;
  const auto *call = llvm::dyn_cast<clang::CallExpr>(negated->getSubExpr()->IgnoreParenImpCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const auto *attribute = callee ? callee->getAttr<clang::AlwaysInlineAttr>() : nullptr;
  const bool isOurs =
      attribute && attribute->getLocation().isMacroID() &&
      clang::Lexer::getImmediateMacroName(attribute->getLocation(), context.getSourceManager(),
                                          context.getLangOpts()) == "ACC_ENTRY";
  return isOurs ? call : nullptr;
}

void addReferences(const clang::Stmt *stmt, llvm::DenseSet<const clang::Expr *> &found) {
  if (const auto *ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(stmt))
    found.insert(ref);
  if (stmt)
    for (const clang::Stmt *child : stmt->children())
      addReferences(child, found);
}

/// References that are no reads: to x in plain `x = e`, and in the call before a nest.
llvm::DenseSet<const clang::Expr *> assignedReferences(const clang::CFG &cfg,
                                                       const clang::ASTContext &context) {
  llvm::DenseSet<const clang::Expr *> targets;
  for (const clang::CFGBlock *block : cfg)
    addReferences(entryCall(*block, context), targets);
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

/// A call of it may call the function that it stands in, whatever the call's name is.
bool mayComeBack(const clang::Stmt *stmt) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return call && !(callee && callee->getBuiltinID() != 0 && !libraryName(*callee).empty());
}

using Use = OpenMpRegions::Use;
/// What a use of the variable at a place is to whoever comes there.
using UseOf = llvm::function_ref<Use(const clang::VarDecl *, clang::SourceLocation)>;

/// Tells `note` of each variable that the block reads or assigns and `seen` of each statement, from
/// the last to the first.
void forEachUse(const clang::CFGBlock &block, const llvm::DenseSet<const clang::Expr *> &targets,
                UseOf useOf, llvm::function_ref<void(const clang::VarDecl *, bool isRead)> note,
                llvm::function_ref<void(const clang::Stmt *)> seen) {
  for (const clang::CFGElement &element : llvm::reverse(block)) {
    auto cfgStmt = element.getAs<clang::CFGStmt>();
    if (!cfgStmt)
      continue;
    const clang::Stmt *stmt = cfgStmt->getStmt();
    seen(stmt);
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt)) {
      if (op->getOpcode() == clang::BO_Assign)
        if (const clang::VarDecl *variable = localVariable(op->getLHS());
            variable && useOf(variable, op->getBeginLoc()) == Use::Own)
          note(variable, /*isRead=*/false);
    } else if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : declaration->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
            variable && !variable->isStaticLocal()) // which is given its value once
          note(variable, /*isRead=*/false);
    } else if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt)) {
      const clang::VarDecl *variable = localVariable(expr);
      if (variable && !targets.contains(expr->IgnoreParens()) &&
          useOf(variable, expr->getBeginLoc()) != Use::Another)
        note(variable, /*isRead=*/true);
    }
  }
}

BlockUse blockUse(const clang::CFGBlock &block, const llvm::DenseSet<const clang::Expr *> &targets,
                  UseOf useOf, Numbers &numbers) {
  BlockUse use;
  forEachUse(
      block, targets, useOf,
      [&](const clang::VarDecl *variable, bool isRead) {
        unsigned number = numbers.of(variable);
        for (llvm::BitVector *set : {&use.read, &use.assigned})
          if (set->size() <= number)
            set->resize(number + 1);
        use.read[number] = isRead;
        use.assigned[number] = !isRead;
      },
      [](const clang::Stmt *) {});
  return use;
}

llvm::BitVector liveBehind(const clang::CFGBlock &block, const std::vector<llvm::BitVector> &liveIn,
                           unsigned count, const clang::ASTContext &context) {
  llvm::BitVector live(count);
  const bool isEntry = entryCall(block, context) != nullptr;
  for (const clang::CFGBlock::AdjacentBlock &next : block.succs()) {
    if (isEntry && &next != block.succ_begin()) // past the nest
      continue;
    const clang::CFGBlock *successor =
        next.isReachable() ? next.getReachableBlock() : next.getPossiblyUnreachableBlock();
    if (successor)
      live |= liveIn[successor->getBlockID()];
  }
  return live;
}

/// What may be read behind the calls of the block that may come back to the function: the value
/// may then be one that the inner call left.
llvm::BitVector liveBehindCalls(const clang::CFGBlock &block, llvm::BitVector live,
                                const llvm::DenseSet<const clang::Expr *> &targets, UseOf useOf,
                                Numbers &numbers) {
  llvm::BitVector found(numbers.count());
  forEachUse(
      block, targets, useOf,
      [&](const clang::VarDecl *variable, bool isRead) { live[numbers.of(variable)] = isRead; },
      [&](const clang::Stmt *stmt) {
        if (mayComeBack(stmt))
          found |= live;
      });
  return found;
}

/// A variable with a cleanup attribute: its function may come back, too, and no statement says so.
bool callsAtEndOfScopes(const clang::CFG &cfg) {
  for (const clang::CFGBlock *block : cfg)
    for (const clang::CFGElement &element : *block)
      if (auto stmt = element.getAs<clang::CFGStmt>())
        if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(stmt->getStmt()))
          for (const clang::Decl *decl : declaration->decls())
            if (decl->hasAttr<clang::CleanupAttr>())
              return true;
  return false;
}

bool isDeclaredIn(const clang::Stmt *stmt, const clang::VarDecl *variable) {
  if (!stmt)
    return false;
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(stmt))
    for (const clang::Decl *decl : declaration->decls())
      if (decl == variable)
        return !variable->isStaticLocal();
  return llvm::any_of(stmt->children(),
                      [&](const clang::Stmt *child) { return isDeclaredIn(child, variable); });
}

} // namespace

Liveness::Liveness(const clang::FunctionDecl &function, clang::ASTContext &context,
                   const OpenMpRegions &regions) {
  this->function = &function;
  clang::CFG::BuildOptions options;
  options.PruneTriviallyFalseEdges = false;
  options.setAllAlwaysAdd();
  std::unique_ptr<clang::CFG> cfg =
      clang::CFG::buildCFG(&function, function.getBody(), &context, options);
  if (!cfg)
    return;
  // Loops in the same constructs, by one of them; without constructs all loops.
  std::map<std::vector<const OpenMpConstruct *>, std::vector<const clang::CFGBlock *>> groups;
  groups[{}];
  for (const clang::CFGBlock *block : *cfg) {
    const clang::Stmt *terminator = block->getTerminatorStmt();
    if (terminator && block->succ_size() == 2 &&
        llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(terminator))
      groups[regions.around(terminator->getBeginLoc())].push_back(block);
  }
  const llvm::DenseSet<const clang::Expr *> targets = assignedReferences(*cfg, context);
  for (const auto &[constructs, loops] : groups) {
    addFlow(*cfg, targets, loops,
            [](const clang::VarDecl *, clang::SourceLocation) { return Use::Own; });
    if (!regions.empty())
      addFlow(
          *cfg, targets, loops,
          [&, &around = constructs](const clang::VarDecl *variable, clang::SourceLocation place) {
            return regions.useOf(variable, place, around);
          });
  }
}

void Liveness::addFlow(const clang::CFG &cfg, const llvm::DenseSet<const clang::Expr *> &targets,
                       const std::vector<const clang::CFGBlock *> &loops, UseOf useOf) {
  const clang::ASTContext &context = function->getASTContext();
  Numbers numbers;
  std::vector<BlockUse> uses(cfg.getNumBlockIDs());
  for (const clang::CFGBlock *block : cfg)
    uses[block->getBlockID()] = blockUse(*block, targets, useOf, numbers);
  std::vector<llvm::BitVector> liveIn(cfg.getNumBlockIDs(), llvm::BitVector(numbers.count()));
  const llvm::BitVector statics = numbers.statics();
  // What is read first in the next call is live where this one ends.
  llvm::BitVector &atEnd = liveIn[cfg.getExit().getBlockID()];
  const llvm::BitVector &atStart = liveIn[cfg.getEntry().getBlockID()];
  for (bool changed = true; changed;) {
    changed = false;
    // Block ids fall along the flow: ascending ids visit successors first.
    for (const clang::CFGBlock *block : llvm::reverse(cfg)) {
      llvm::BitVector in = liveBehind(*block, liveIn, numbers.count(), context);
      const BlockUse &use = uses[block->getBlockID()];
      in.reset(use.assigned);
      in |= use.read;
      llvm::BitVector &old = liveIn[block->getBlockID()];
      if (block == &cfg.getExit())
        in = atEnd;
      changed |= in != old;
      old = std::move(in);
    }
    llvm::BitVector next = atStart;
    next &= statics;
    changed |= next != atEnd;
    atEnd = std::move(next);
  }
  if (statics.any() && !callsAtEndOfScopes(cfg)) {
    llvm::BitVector kept = atStart;
    for (const clang::CFGBlock *block : cfg)
      kept |= liveBehindCalls(*block, liveBehind(*block, liveIn, numbers.count(), context), targets,
                              useOf, numbers);
    if (!keptBetweenCalls)
      keptBetweenCalls.emplace();
    for (const clang::VarDecl *variable : numbers.named(kept))
      keptBetweenCalls->insert(variable);
  }
  for (const clang::CFGBlock *block : loops) {
    clang::CFGBlock::AdjacentBlock exit = *std::next(block->succ_begin());
    const clang::CFGBlock *target =
        exit.isReachable() ? exit.getReachableBlock() : exit.getPossiblyUnreachableBlock();
    if (!target)
      continue;
    Variables &live = afterLoop[block->getTerminatorStmt()];
    for (const clang::VarDecl *variable : numbers.named(liveIn[target->getBlockID()]))
      live.insert(variable);
  }
}

void Liveness::add(Liveness other) {
  for (auto &[loop, variables] : other.afterLoop) {
    afterLoop[loop] = std::move(variables);
    functionOf[loop] = other.function;
  }
}

bool Liveness::isLiveAfter(const clang::Stmt *loop, const clang::VarDecl *variable) const {
  auto found = afterLoop.find(loop);
  if (found == afterLoop.end())
    return !isDeclaredIn(loop, variable);
  if (auto other = functionOf.find(loop);
      other != functionOf.end() && variable->getDeclContext() != other->second)
    return true;
  return found->second.contains(variable->getCanonicalDecl());
}

bool Liveness::isKeptBetweenCalls(const clang::VarDecl *variable) const {
  return !keptBetweenCalls || keptBetweenCalls->contains(variable->getCanonicalDecl());
}

} // namespace acc
