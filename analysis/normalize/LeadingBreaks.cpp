#include "analysis/normalize/LeadingBreaks.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// The integer comparisons without `!` whose conjunction is !condition; empty where it is no
/// disjunction of integer comparisons of values that nothing but a name holds.
///     i >= n || i == k   ->   i < n, i != k
std::vector<ExprRef> negatedParts(const ExprRef &condition) {
  const Expr &inner = skipTruthCasts(*condition);
  if (inner.kind != Expr::Kind::Binary)
    return {};
  if (inner.op() == Op::PipePipe) {
    std::vector<ExprRef> left = negatedParts(inner.operands[0]);
    std::vector<ExprRef> right = negatedParts(inner.operands[1]);
    if (left.empty() || right.empty())
      return {};
    left.insert(left.end(), right.begin(), right.end());
    return left;
  }
  const Op opposite = negated(inner.op());
  if (opposite == Op::None)
    return {};
  bool isPlain = true;
  for (const ExprRef &side : inner.operands) {
    isPlain &= side->type.isInteger();
    forEachExpr(side, [&](const ExprRef &part) {
      isPlain &= part->kind == Expr::Kind::Symbol || part->kind == Expr::Kind::Integer ||
                 part->kind == Expr::Kind::Binary || part->kind == Expr::Kind::Cast;
    });
  }
  if (!isPlain)
    return {};
  auto part = std::make_shared<Expr>(inner);
  part->text = opText(opposite);
  return {part};
}

bool namesOneOf(const ExprRef &expr, const std::set<SymbolId> &symbols) {
  bool found = false;
  forEachExpr(expr, [&](const ExprRef &part) {
    found |= part->kind == Expr::Kind::Symbol && symbols.count(part->symbol) != 0;
  });
  return found;
}

/// Exchanges a first `if (c) break;` of the body for a part of the loop's condition; false when
/// there is none that counts.
bool foldLeadingBreak(Stmt &loop) {
  std::vector<StmtRef> body = partsOf(loop.children[0]);
  if (body.empty() || body.front()->kind != Stmt::Kind::If)
    return false;
  const Stmt &test = *body.front();
  std::vector<StmtRef> leaves = partsOf(test.children[0]);
  if (leaves.size() != 1 || !isJump(leaves.front(), "break"))
    return false;
  std::set<SymbolId> counters = assignedIn(loop.children[0]);
  counters.merge(assignedIn(loop.step));
  std::vector<ExprRef> parts = negatedParts(test.condition);
  bool isCounted = std::all_of(parts.begin(), parts.end(),
                               [&](const ExprRef &part) { return namesOneOf(part, counters); });
  if (parts.empty() || !isCounted)
    return false;
  bool isEndless = loop.condition && constantValue(*loop.condition).value_or(0) != 0;
  ExprRef condition = isEndless ? nullptr : loop.condition;
  for (const ExprRef &part : parts)
    condition = condition ? makeBinary("&&", condition, part, part->type, part->range) : part;
  loop.condition = condition;
  body.erase(body.begin());
  if (test.children.size() > 1 && test.children[1]) {
    std::vector<StmtRef> otherwise = partsOf(test.children[1]);
    body.insert(body.begin(), otherwise.begin(), otherwise.end());
  }
  loop.children[0] = makeBlock(std::move(body), loop.children[0]->range);
  return true;
}

} // namespace

SourceNest withoutLeadingBreaks(SourceNest nest) {
  nest.root = mapStmts(nest.root, [](const StmtRef &stmt) -> StmtRef {
    if (stmt->kind != Stmt::Kind::For && stmt->kind != Stmt::Kind::While)
      return stmt;
    auto copy = std::make_shared<Stmt>(*stmt);
    while (foldLeadingBreak(*copy))
      ;
    return copy;
  });
  return nest;
}

} // namespace acc
