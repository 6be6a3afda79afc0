#include "analysis/tree/Jumps.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <map>

namespace acc {
namespace {

using Statements = std::vector<StmtRef>;

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

/// Control that leaves by the jump only leaves the statement, or stays in it.
bool isCaughtBy(const Stmt &stmt, std::string_view jump) {
  if (stmt.kind != Stmt::Kind::Once)
    return isLoop(stmt) || (stmt.kind == Stmt::Kind::Switch && jump == "break");
  return stmt.text.empty() ? !jump.starts_with("goto ") : jump == "goto " + stmt.text;
}

} // namespace

bool isJump(const StmtRef &stmt, const char *jump) {
  return stmt && stmt->kind == Stmt::Kind::Jump && stmt->text == jump;
}

bool isGoto(const StmtRef &stmt) {
  return stmt && stmt->kind == Stmt::Kind::Jump && stmt->text.starts_with("goto ");
}

std::vector<StmtRef> partsOf(const StmtRef &branch) {
  if (!branch)
    return {};
  return branch->kind == Stmt::Kind::Block ? branch->children : std::vector<StmtRef>{branch};
}

bool hasJump(const StmtRef &stmt, const char *jump) {
  if (!stmt || isCaughtBy(*stmt, jump))
    return false;
  return isJump(stmt, jump) ||
         std::any_of(stmt->children.begin(), stmt->children.end(),
                     [&](const StmtRef &child) { return hasJump(child, jump); });
}

const Stmt *exitIn(const StmtRef &stmt) {
  const Stmt *found = nullptr;
  forEachStmt(stmt, [&](const StmtRef &each) {
    bool isExit = isJump(each, "break") || isJump(each, "return") || isGoto(each);
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

StmtRef withoutContinueIn(const StmtRef &body) {
  return makeBlock(structured(partsOf(body), "continue"), body->range);
}

StmtRef withoutJumpsToEnd(const Stmt &once) {
  StmtRef result = once.children[0];
  std::vector<std::string> jumps = {"break", "continue"};
  if (!once.text.empty())
    jumps = {"goto " + once.text};
  for (const std::string &jump : jumps)
    if (hasJump(result, jump.c_str()))
      result = makeBlock(structured(partsOf(result), jump.c_str()), result->range);
  const bool isLeft = std::any_of(jumps.begin(), jumps.end(), [&](const std::string &jump) {
    return hasJump(result, jump.c_str());
  });
  return isLeft ? nullptr : result;
}

StmtRef withoutReturn(const StmtRef &body) {
  return makeBlock(structured(partsOf(body), "return"), body->range);
}

} // namespace acc
