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

} // namespace

bool isJump(const StmtRef &stmt, const char *jump) {
  return stmt && stmt->kind == Stmt::Kind::Jump && stmt->text == jump;
}

std::vector<StmtRef> partsOf(const StmtRef &branch) {
  if (!branch)
    return {};
  return branch->kind == Stmt::Kind::Block ? branch->children : std::vector<StmtRef>{branch};
}

bool hasJump(const StmtRef &stmt, const char *jump) {
  bool isCaught = stmt && (isLoop(*stmt) || stmt->kind == Stmt::Kind::Once ||
                           (stmt->kind == Stmt::Kind::Switch && std::string_view(jump) == "break"));
  if (!stmt || isCaught)
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
