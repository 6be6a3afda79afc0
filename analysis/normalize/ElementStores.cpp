#include "analysis/normalize/ElementStores.h"

#include "analysis/tree/TreeUtil.h"

#include <map>

namespace acc {

SourceNest withElementStores(SourceNest nest) {
  std::map<SymbolId, ExprRef> elements;
  for (SymbolId id : assignedIn(nest.root)) {
    const Symbol &symbol = nest.symbol(id);
    if (symbol.kind != Symbol::Kind::Path || symbol.root < 0 || symbol.root == id)
      continue;
    const Symbol &root = nest.symbol(symbol.root);
    if (root.type.kind != CType::Kind::Pointer || symbol.name != root.name + "[0]")
      continue;
    auto element = std::make_shared<Expr>();
    element->kind = Expr::Kind::Access;
    element->type = symbol.type;
    element->operands = {makeSymbol(symbol.root, root.type, {}), makeInteger(0, truthType(), {})};
    elements[id] = element;
  }
  if (elements.empty())
    return nest;
  nest.root = mapExprs(nest.root, [&](const ExprRef &expr) -> ExprRef {
    auto element = expr->kind == Expr::Kind::Symbol ? elements.find(expr->symbol) : elements.end();
    if (element == elements.end())
      return nullptr;
    auto copy = std::make_shared<Expr>(*element->second);
    copy->range = expr->range;
    return copy;
  });
  return nest;
}

} // namespace acc
