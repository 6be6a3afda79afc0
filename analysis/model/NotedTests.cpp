#include "analysis/model/NotedTests.h"

#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {

ExprRef notedTest(const Scop &scop, const ScopStatement &statement) {
  const StmtRef &body = statement.body;
  if (!body || body->kind != Stmt::Kind::If || (body->children.size() > 1 && body->children[1]) ||
      !testedAssignment(statement) || !isPure(*body->condition))
    return nullptr;
  auto isPrivateRead = [&](const ScopAccess &access) {
    return scop.arrays[access.array].isPrivate && !access.isWrite && !access.table;
  };
  bool isNoted = true, readsAny = false;
  forEachExpr(body->condition, [&](const ExprRef &part) {
    auto access = std::find_if(statement.accesses.begin(), statement.accesses.end(),
                               [&](const ScopAccess &one) { return one.node == part; });
    const bool isAccess = access != statement.accesses.end();
    if (isAccess)
      readsAny = true;
    isNoted &= isAccess ? isPrivateRead(*access)
                        : part->kind != Expr::Kind::Access && part->kind != Expr::Kind::Call;
  });
  return isNoted && readsAny ? body->condition : nullptr;
}

StmtRef testedAssignment(const ScopStatement &statement) {
  if (!statement.body || statement.body->kind != Stmt::Kind::If)
    return nullptr;
  StmtRef inner = statement.body->children.front();
  while (inner && inner->kind == Stmt::Kind::Block && inner->children.size() == 1)
    inner = inner->children.front();
  return inner && inner->kind == Stmt::Kind::Assign ? inner : nullptr;
}

bool isBelowTest(const ScopStatement &statement, const ScopAccess &access) {
  bool isInTest = false;
  forEachExpr(statement.body->condition,
              [&](const ExprRef &part) { isInTest |= part == access.node; });
  return !isInTest;
}

} // namespace acc
