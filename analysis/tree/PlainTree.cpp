#include "analysis/tree/PlainTree.h"

#include "analysis/tree/TreeUtil.h"

namespace acc {

bool isPlain(const StmtRef &root) {
  bool isPlain = true;
  forEachStmt(root, [&](const StmtRef &stmt) {
    isPlain &= stmt->kind != Stmt::Kind::Switch && stmt->kind != Stmt::Kind::Once;
    for (const ExprRef &expr : ownExprs(*stmt))
      isPlain &= !hasSideEffect(expr);
  });
  return isPlain;
}

} // namespace acc
