#include "analysis/tree/Endings.h"

#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

StmtRef endingThatSays(const std::string &why, SourceRange where) {
  auto jump = std::make_shared<Stmt>();
  jump->kind = Stmt::Kind::Jump;
  jump->isEnding = true;
  jump->range = where;
  jump->text = why;
  return jump;
}

/// The statements of a branch, blocks opened, without those that do nothing.
void collectParts(const StmtRef &stmt, std::vector<StmtRef> &parts) {
  bool isNothing = !stmt || stmt->kind == Stmt::Kind::Empty ||
                   (stmt->kind == Stmt::Kind::Evaluate && isLiteral(*stmt->value));
  if (isNothing)
    return;
  if (stmt->kind != Stmt::Kind::Block)
    return parts.push_back(stmt);
  for (const StmtRef &child : stmt->children)
    collectParts(child, parts);
}

/// { fail(); }   ->   the Jump behind the call
StmtRef endingOf(const std::vector<StmtRef> &parts) {
  bool isEnd = parts.size() == 2 && parts[0]->kind == Stmt::Kind::Evaluate && parts[1]->isEnding;
  return isEnd ? parts[1] : nullptr;
}

} // namespace

StmtRef makeEnding(const std::string &function, SourceRange where) {
  return endingThatSays("a call of " + function, where);
}

StmtRef makeDemand(ExprRef condition, const std::string &otherwise, SourceRange where) {
  auto demand = std::make_shared<Stmt>();
  demand->kind = Stmt::Kind::If;
  demand->range = where;
  demand->condition = std::move(condition);
  demand->children = {makeBlock({}, where), endingThatSays(otherwise, where)};
  return demand;
}

bool isDemand(const Stmt &stmt) {
  return stmt.kind == Stmt::Kind::If && stmt.children.size() == 2 && stmt.children[1]->isEnding &&
         stmt.children[0]->kind == Stmt::Kind::Block && stmt.children[0]->children.empty();
}

StmtRef demandOf(const Stmt &stmt) {
  if (stmt.kind != Stmt::Kind::If)
    return nullptr;
  std::vector<StmtRef> branches[2];
  for (size_t k = 0; k < stmt.children.size(); ++k)
    collectParts(stmt.children[k], branches[k]);
  for (size_t k : {0, 1}) {
    StmtRef ending = endingOf(branches[k]);
    if (!ending || !branches[1 - k].empty())
      continue;
    return makeDemand(k == 1 ? stmt.condition : makeNot(stmt.condition), ending->text, stmt.range);
  }
  return nullptr;
}

bool areDemands(const std::vector<StmtRef> &stmts) {
  std::vector<StmtRef> parts;
  for (const StmtRef &stmt : stmts)
    collectParts(stmt, parts);
  return std::all_of(parts.begin(), parts.end(),
                     [](const StmtRef &part) { return isDemand(*part) || demandOf(*part); });
}

} // namespace acc
