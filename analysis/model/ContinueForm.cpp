#include "analysis/model/ContinueForm.h"

#include "analysis/model/Conversions.h"
#include "analysis/model/TreeUtil.h"

#include <algorithm>
#include <map>

namespace acc {
namespace {

bool isJump(const StmtRef &stmt, const char *jump) {
  return stmt && stmt->kind == Stmt::Kind::Jump && stmt->text == jump;
}

using Statements = std::vector<StmtRef>;

Statements partsOf(const StmtRef &branch) {
  if (!branch)
    return {};
  return branch->kind == Stmt::Kind::Block ? branch->children : Statements{branch};
}

/// The statements of a body, in order, without what a `jump` to its end skips.
Statements structured(const Statements &body, const char *jump) {
  Statements result;
  for (size_t k = 0; k < body.size(); ++k) {
    const StmtRef &stmt = body[k];
    if (isJump(stmt, jump))
      return result;
    Statements rest(body.begin() + k + 1, body.end());
    if (stmt->kind == Stmt::Kind::Block && hasJump(stmt, jump)) {
      Statements all = stmt->children;
      all.insert(all.end(), rest.begin(), rest.end());
      all = structured(all, jump);
      result.insert(result.end(), all.begin(), all.end());
      return result;
    }
    if (stmt->kind != Stmt::Kind::If || !hasJump(stmt, jump)) {
      result.push_back(withoutContinue(stmt));
      continue;
    }
    StmtRef otherwise = stmt->children.size() > 1 ? stmt->children[1] : nullptr;
    Statements branches[2] = {partsOf(stmt->children[0]), partsOf(otherwise)};
    auto copy = std::make_shared<Stmt>(*stmt);
    copy->children.clear();
    for (int side = 0; side < 2; ++side) {
      branches[side].insert(branches[side].end(), rest.begin(), rest.end());
      copy->children.push_back(makeBlock(structured(branches[side], jump), stmt->range));
    }
    result.push_back(copy);
    return result;
  }
  return result;
}

/// The integer comparisons without `!` whose conjunction is !condition; empty where it is no
/// disjunction of integer comparisons of values that nothing but a name holds.
///     i >= n || i == k   ->   i < n, i != k
std::vector<ExprRef> negatedParts(const ExprRef &condition) {
  static const std::map<std::string, std::string> kOpposite = {
      {"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}, {"==", "!="}, {"!=", "=="}};
  const Expr &inner = skipTruthCasts(*condition);
  if (inner.kind != Expr::Kind::Binary)
    return {};
  if (inner.text == "||") {
    std::vector<ExprRef> left = negatedParts(inner.operands[0]);
    std::vector<ExprRef> right = negatedParts(inner.operands[1]);
    if (left.empty() || right.empty())
      return {};
    left.insert(left.end(), right.begin(), right.end());
    return left;
  }
  auto opposite = kOpposite.find(inner.text);
  if (opposite == kOpposite.end())
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
  auto negated = std::make_shared<Expr>(inner);
  negated->text = opposite->second;
  return {negated};
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
  Statements body = partsOf(loop.children[0]);
  if (body.empty() || body.front()->kind != Stmt::Kind::If)
    return false;
  const Stmt &test = *body.front();
  Statements leaves = partsOf(test.children[0]);
  if (leaves.size() != 1 || !isJump(leaves.front(), "break"))
    return false;
  std::set<SymbolId> counters = assignedIn(loop.children[0]);
  counters.merge(assignedIn(loop.step));
  std::vector<ExprRef> parts = negatedParts(test.condition);
  bool isCounted = std::all_of(parts.begin(), parts.end(), [&](const ExprRef &part) {
    return namesOneOf(part, counters);
  });
  if (parts.empty() || !isCounted)
    return false;
  bool isEndless = loop.condition && constantValue(*loop.condition).value_or(0) != 0;
  ExprRef condition = isEndless ? nullptr : loop.condition;
  for (const ExprRef &part : parts)
    condition = condition ? makeBinary("&&", condition, part, part->type, part->range) : part;
  loop.condition = condition;
  body.erase(body.begin());
  if (test.children.size() > 1 && test.children[1]) {
    Statements otherwise = partsOf(test.children[1]);
    body.insert(body.begin(), otherwise.begin(), otherwise.end());
  }
  loop.children[0] = makeBlock(std::move(body), loop.children[0]->range);
  return true;
}

} // namespace

bool hasJump(const StmtRef &stmt, const char *jump) {
  if (!stmt || isLoop(*stmt))
    return false;
  return isJump(stmt, jump) ||
         std::any_of(stmt->children.begin(), stmt->children.end(),
                     [&](const StmtRef &child) { return hasJump(child, jump); });
}

const Stmt *exitIn(const StmtRef &stmt) {
  const Stmt *found = nullptr;
  forEachStmt(stmt, [&](const StmtRef &each) {
    bool isExit = isJump(each, "break") || isJump(each, "return") || isJump(each, "goto");
    if (!found && isExit)
      found = each.get();
  });
  return found;
}

StmtRef withoutContinue(const StmtRef &root) {
  if (!root || root->children.empty())
    return root;
  auto copy = std::make_shared<Stmt>(*root);
  if (isLoop(*root)) {
    copy->children = {withoutContinueIn(root->children[0])};
    return copy;
  }
  for (StmtRef &child : copy->children)
    child = withoutContinue(child);
  return copy;
}

StmtRef withoutLeadingBreaks(const StmtRef &root) {
  if (!root || root->children.empty())
    return root;
  auto copy = std::make_shared<Stmt>(*root);
  for (StmtRef &child : copy->children)
    child = withoutLeadingBreaks(child);
  if (copy->kind == Stmt::Kind::For || copy->kind == Stmt::Kind::While)
    while (foldLeadingBreak(*copy))
      ;
  return copy;
}

StmtRef withoutContinueIn(const StmtRef &body) {
  return makeBlock(structured(partsOf(body), "continue"), body->range);
}

StmtRef withoutJumpsToEnd(const StmtRef &body) {
  StmtRef result = body;
  for (const char *jump : {"break", "continue"})
    if (hasJump(result, jump))
      result = makeBlock(structured(partsOf(result), jump), body->range);
  return hasJump(result, "break") || hasJump(result, "continue") ? nullptr : result;
}

StmtRef withoutReturn(const StmtRef &body) {
  return makeBlock(structured(partsOf(body), "return"), body->range);
}

} // namespace acc
