#include "analysis/normalize/CountedPointers.h"

#include "analysis/normalize/LoopStart.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {

SourceNest withCountedPointers(SourceNest nest) {
  NewSymbol newSymbol = [&](const std::string &hint, const CType &type) {
    return addInvented(nest, hint, type);
  };
  std::function<StmtRef(const StmtRef &)> counted = [&](const StmtRef &stmt) -> StmtRef {
    if (!stmt || !containsLoop(stmt))
      return stmt;
    auto copy = std::make_shared<Stmt>(*stmt);
    for (StmtRef &child : copy->children)
      child = counted(child);
    SymbolId counter = loopVariable(*copy);
    bool isPointer = counter >= 0 && nest.symbol(counter).type.kind == CType::Kind::Pointer;
    StmtRef loop = isPointer ? countedFromStart(*copy, *nest.unit, newSymbol) : nullptr;
    return loop ? loop : copy;
  };
  nest.root = counted(nest.root);
  return nest;
}

} // namespace acc
