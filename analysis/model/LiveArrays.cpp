#include "analysis/model/LiveArrays.h"

#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {

bool isDeadAfter(const Scop &scop, int array) {
  const ScopArray &one = scop.arrays[array];
  // Nests one after the other: behind the last of them.
  const Stmt *last = scop.nest.root.get();
  while (last && last->kind == Stmt::Kind::Block && !last->children.empty())
    last = last->children.back().get();
  if (one.base < 0 || !last || !isLoop(*last))
    return false;
  const Symbol &symbol = scop.nest.symbol(one.base);
  const std::vector<SymbolId> &live = last->loop.liveOut;
  return symbol.kind == Symbol::Kind::Local && symbol.type.kind == CType::Kind::Array &&
         std::find(live.begin(), live.end(), one.base) == live.end();
}

} // namespace acc
