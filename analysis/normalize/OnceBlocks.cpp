#include "analysis/normalize/OnceBlocks.h"

#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {

SourceNest withoutOnceBlocks(SourceNest nest) {
  nest.root = mapStmts(nest.root, [](const StmtRef &stmt) -> StmtRef {
    if (stmt->kind != Stmt::Kind::Once)
      return stmt;
    if (StmtRef body = withoutJumpsToEnd(*stmt))
      return body;
    auto node = std::make_shared<Stmt>();
    node->range = stmt->range;
    node->reason = RejectionKind::Jump;
    node->text = "a jump leaves a block";
    const std::set<SymbolId> changed = assignedIn(stmt);
    node->changed = {changed.begin(), changed.end()};
    return node;
  });
  return nest;
}

} // namespace acc
