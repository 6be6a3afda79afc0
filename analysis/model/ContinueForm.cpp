#include "analysis/model/ContinueForm.h"

#include "analysis/model/TreeUtil.h"

namespace acc {
namespace {

bool isContinue(const StmtRef &stmt) {
  return stmt && stmt->kind == Stmt::Kind::Jump && stmt->text == "continue";
}

bool endsInContinue(const StmtRef &branch) {
  if (!branch)
    return false;
  if (branch->kind == Stmt::Kind::Block)
    return !branch->children.empty() && isContinue(branch->children.back());
  return isContinue(branch);
}

using Statements = std::vector<StmtRef>;

Statements partsOf(const StmtRef &branch) {
  if (!branch)
    return {};
  return branch->kind == Stmt::Kind::Block ? branch->children : Statements{branch};
}

StmtRef makeBlock(Statements children, SourceRange where) {
  auto block = std::make_shared<Stmt>();
  block->kind = Stmt::Kind::Block;
  block->range = where;
  block->children = std::move(children);
  return block;
}

/// The statements of a loop's body, in order, without what a `continue` skips.
Statements structured(const Statements &body) {
  Statements result;
  for (size_t k = 0; k < body.size(); ++k) {
    const StmtRef &stmt = body[k];
    if (isContinue(stmt))
      return result;
    bool isIf = stmt->kind == Stmt::Kind::If;
    StmtRef otherwise = isIf && stmt->children.size() > 1 ? stmt->children[1] : nullptr;
    bool thenSkips = isIf && endsInContinue(stmt->children[0]);
    bool elseSkips = endsInContinue(otherwise);
    if (!thenSkips && !elseSkips) {
      result.push_back(withoutContinue(stmt));
      continue;
    }
    Statements rest(body.begin() + k + 1, body.end());
    Statements branches[2] = {partsOf(stmt->children[0]), partsOf(otherwise)};
    bool skips[2] = {thenSkips, elseSkips};
    auto copy = std::make_shared<Stmt>(*stmt);
    copy->children.clear();
    for (int side = 0; side < 2; ++side) {
      if (!skips[side])
        branches[side].insert(branches[side].end(), rest.begin(), rest.end());
      copy->children.push_back(makeBlock(structured(branches[side]), stmt->range));
    }
    result.push_back(copy);
    return result;
  }
  return result;
}

} // namespace

StmtRef withoutContinue(const StmtRef &root) {
  if (!root || root->children.empty())
    return root;
  auto copy = std::make_shared<Stmt>(*root);
  // The step of a while loop is part of what `continue` skips: leave it alone.
  if (root->kind == Stmt::Kind::For) {
    copy->children = {makeBlock(structured(partsOf(root->children[0])), root->children[0]->range)};
    return copy;
  }
  for (StmtRef &child : copy->children)
    child = withoutContinue(child);
  return copy;
}

} // namespace acc
