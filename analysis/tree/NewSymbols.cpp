#include "analysis/tree/NewSymbols.h"

#include <algorithm>
#include <utility>

namespace acc {

SymbolId addInvented(SourceNest &nest, const std::string &hint, const CType &type,
                     SymbolId counts) {
  auto table = std::make_shared<SymbolTable>(*nest.symbols);
  auto isTaken = [&](const std::string &name) {
    return std::any_of(table->begin(), table->end(),
                       [&](const Symbol &symbol) { return symbol.name == name; });
  };
  Symbol symbol;
  symbol.name = hint;
  for (unsigned number = 1; isTaken(symbol.name); ++number)
    symbol.name = hint + "_" + std::to_string(number);
  symbol.spelling = symbol.name;
  symbol.type = type;
  symbol.isInvented = true;
  symbol.counts = counts;
  table->push_back(std::move(symbol));
  nest.symbols = table;
  return SymbolId(table->size()) - 1;
}

} // namespace acc
