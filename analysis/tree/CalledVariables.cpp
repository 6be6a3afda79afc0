#include "analysis/tree/CalledVariables.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// Null when the caller does not name it, or by another name.
const Symbol *sameGlobal(const SourceNest &caller, const Symbol &global) {
  auto found =
      std::find_if(caller.symbols->begin(), caller.symbols->end(), [&](const Symbol &symbol) {
        return symbol.kind == Symbol::Kind::Global && symbol.spelling == global.spelling;
      });
  return found != caller.symbols->end() && found->name == global.name ? &*found : nullptr;
}

} // namespace

std::optional<std::vector<SharedVariable>>
sharedVariables(const SourceNest &caller, const CalledFunction &function, const Expr &call) {
  const SymbolTable &own = *function.symbols;
  const std::set<SymbolId> assigned = assignedIn(function.body);
  std::vector<SharedVariable> shared;
  for (size_t id = 0; id < own.size(); ++id) {
    const Symbol &symbol = own[id];
    const Symbol &root = own[symbol.root];
    const bool isPath = symbol.kind == Symbol::Kind::Path;
    // An element behind a pointer is memory, which needs no name.
    if (isPath && symbol.name == root.name + "[0]")
      continue;
    if (isPath && assigned.count(SymbolId(id)))
      return std::nullopt;
    if (root.kind == Symbol::Kind::Global) {
      if (!sameGlobal(caller, root))
        return std::nullopt;
      shared.push_back({SymbolId(id), symbol.name});
    } else if (isPath) {
      auto parameter =
          std::find(function.parameters.begin(), function.parameters.end(), symbol.root);
      if (parameter == function.parameters.end())
        return std::nullopt;
      const Expr &given =
          skipPointerCasts(*call.operands[size_t(parameter - function.parameters.begin())]);
      // Of a pointer that is used as an array, p->w is an element.
      if (given.kind != Expr::Kind::Symbol ||
          (symbol.throughPointer && caller.symbol(given.symbol).isWalked))
        return std::nullopt;
      shared.push_back(
          {SymbolId(id), caller.symbol(given.symbol).name + symbol.name.substr(root.name.size())});
    }
  }
  return shared;
}

} // namespace acc
