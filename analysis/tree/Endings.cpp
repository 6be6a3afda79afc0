#include "analysis/tree/Endings.h"

#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

const std::string kCall = "a call of ";

/// The statements of a branch, blocks opened, without empty ones.
void collectParts(const StmtRef &stmt, std::vector<StmtRef> &parts) {
  if (!stmt || stmt->kind == Stmt::Kind::Empty)
    return;
  if (stmt->kind != Stmt::Kind::Block)
    return parts.push_back(stmt);
  for (const StmtRef &child : stmt->children)
    collectParts(child, parts);
}

/// { fail(); }   ->   the Jump behind the call
StmtRef endingOf(const std::vector<StmtRef> &parts) {
  bool isEnd = parts.size() == 2 && parts[0]->kind == Stmt::Kind::Evaluate && isEnding(*parts[1]);
  return isEnd ? parts[1] : nullptr;
}

} // namespace

StmtRef makeEnding(const std::string &function, SourceRange where) {
  auto jump = std::make_shared<Stmt>();
  jump->kind = Stmt::Kind::Jump;
  jump->range = where;
  jump->text = kCall + function;
  return jump;
}

bool isEnding(const Stmt &stmt) { return stmt.kind == Stmt::Kind::Jump && stmt.text.rfind(kCall, 0) == 0; }

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
    auto jump = std::make_shared<Stmt>(*ending);
    jump->range = stmt.range;
    auto demand = std::make_shared<Stmt>(stmt);
    demand->condition = k == 1 ? stmt.condition : makeNot(stmt.condition);
    demand->children = {makeBlock({}, stmt.range), jump};
    return demand;
  }
  return nullptr;
}

/// What demandOf made, and what is made like it.
static bool isMade(const Stmt &stmt) {
  return stmt.kind == Stmt::Kind::If && stmt.children.size() == 2 && stmt.children[1]->kind == Stmt::Kind::Jump &&
         stmt.children[1]->text.rfind("a call ", 0) == 0;
}

bool areDemands(const std::vector<StmtRef> &stmts) {
  std::vector<StmtRef> parts;
  for (const StmtRef &stmt : stmts)
    collectParts(stmt, parts);
  return std::all_of(parts.begin(), parts.end(), [](const StmtRef &part) { return isMade(*part) || demandOf(*part); });
}

} // namespace acc
