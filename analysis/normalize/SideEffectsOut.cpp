#include "analysis/normalize/SideEffectsOut.h"

#include "analysis/normalize/LoopTest.h"
#include "analysis/normalize/MovedEffects.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"

#include <utility>

namespace acc {
namespace {

using Stmts = std::vector<StmtRef>;

class SideEffectsOut {
public:
  explicit SideEffectsOut(const SourceNest &nest) : nest(nest) {}

  StmtRef single(const StmtRef &stmt) const {
    if (!stmt)
      return stmt;
    Stmts parts;
    rewrite(stmt, parts);
    return parts.size() == 1 ? parts.front() : makeBlock(std::move(parts), stmt->range);
  }

private:
  /// a && b   where a side effect is behind the first test
  static bool hasLaterEffect(const Expr &test) {
    return test.kind == Expr::Kind::Binary && test.op() == Op::AmpAmp &&
           (hasSideEffect(test.operands[1]) || hasLaterEffect(*test.operands[0]));
  }

  /// if (b) S   of   if (a && b) S   with such a test; null for another statement.
  static StmtRef secondTest(const Stmt &stmt) {
    if (stmt.kind != Stmt::Kind::If || stmt.children.size() != 1 ||
        !hasLaterEffect(*stmt.condition))
      return nullptr;
    auto inner = std::make_shared<Stmt>(stmt);
    inner->condition = stmt.condition->operands[1];
    return inner;
  }

  /// The statement without effects in expressions, with what stood in them around it.
  void rewrite(const StmtRef &stmt, Stmts &out) const {
    auto copy = std::make_shared<Stmt>(*stmt);
    if (stmt->kind == Stmt::Kind::Block) {
      copy->children.clear();
      for (const StmtRef &child : stmt->children)
        rewrite(child, copy->children);
      return out.push_back(copy);
    }
    if (StmtRef inner = secondTest(*stmt)) {
      copy->condition = stmt->condition->operands[0];
      copy->children = {inner};
      return rewrite(copy, out);
    }
    for (StmtRef &child : copy->children)
      child = single(child);
    if (isLoop(*stmt)) {
      copy->init = single(stmt->init);
      copy->step = single(stmt->step);
      takeStepOfTest(nest, *copy);
      return out.push_back(copy);
    }
    const bool isBranch = stmt->kind == Stmt::Kind::If || stmt->kind == Stmt::Kind::Switch;
    MovedEffects moved(nest, ownExprs(*stmt), !isBranch);
    const bool isAllowed = stmt->kind != Stmt::Kind::Jump && stmt->kind != Stmt::Kind::Switch;
    auto plain = [&](const ExprRef &expr) {
      return isAllowed ? moved.without(expr) : withoutSideEffects(expr);
    };
    copy->target = plain(stmt->target);
    copy->value = plain(stmt->value);
    copy->condition = plain(stmt->condition);
    for (const StmtRef &before : moved.before)
      rewrite(before, out);
    out.push_back(copy);
    out.insert(out.end(), moved.after.begin(), moved.after.end());
  }

  const SourceNest &nest;
};

} // namespace

SourceNest withSideEffectsOut(SourceNest nest) {
  bool hasSome = false;
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    for (const ExprRef &expr : ownExprs(*stmt))
      hasSome |= hasSideEffect(expr);
  });
  if (hasSome)
    nest.root = SideEffectsOut(nest).single(nest.root);
  return nest;
}

} // namespace acc
