// The variables of a function in the nest that calls it: what each parameter and variable is there,
// and with that each place that is reached from one.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <utility>

namespace acc {

class CallFrame {
public:
  /// `symbols`: of the nest, to which variables of the function are added. `site`: where all nodes
  /// of the function stand; none for its own places.
  CallFrame(const CalledFunction &function, SymbolTable &symbols, const UnitFacts &unit,
            std::optional<SourceRange> site)
      : function(function), site(site), symbols(symbols), unit(unit) {}

  /// From here on the variable stands for the value.
  void bind(SymbolId own, ExprRef value) { values[own] = std::move(value); }
  /// What it stands for; null for a variable of the nest.
  ExprRef boundTo(SymbolId own) const;
  /// The variable as one of the nest, with a name of its own.
  SymbolId declared(SymbolId own);

  /// A Symbol of the function as an expression of the nest.
  ///     m.w  of  get(image[k])   ->   image[k].w
  ExprRef symbol(const Expr &node);
  /// An Access with this base and these subscripts, which are of the nest.
  ExprRef access(const Expr &node, const ExprRef &base, std::vector<ExprRef> subscripts) const;
  /// &operand
  ExprRef address(const Expr &node, const ExprRef &operand) const;
  /// A place that is used for its value: of an array its first element's address.
  ExprRef decayed(const ExprRef &place) const;

  /// Those of an Unsupported node that are variables of the nest.
  std::vector<SymbolId> changed(const std::vector<SymbolId> &own);

  SourceRange placeOf(SourceRange own) const { return site ? *site : own; }

  const CalledFunction &function;
  const std::optional<SourceRange> site;
  /// What variables stand for.
  std::map<SymbolId, ExprRef> values;
  /// Variables of the nest, by those of the function.
  const std::map<SymbolId, SymbolId> &variables() const { return ids; }

private:
  const Symbol &own(SymbolId id) const { return (*function.symbols)[id]; }
  ExprRef path(const Expr &node);
  SymbolId pathOn(SymbolId from, const std::string &suffix, const Symbol &like);
  SymbolId sharedWith(SymbolId id);
  SymbolId add(Symbol symbol, SymbolId like);
  std::string freshName(const std::string &spelling) const;
  /// A size of the function's tree.
  ExprRef sized(const ExprRef &size);
  ExprRef unsupported(const Expr &node, const Expr &part) const;
  ExprRef unsupported(const Expr &node, const std::string &text) const;

  SymbolTable &symbols;
  const UnitFacts &unit;
  std::map<SymbolId, SymbolId> ids;
};

} // namespace acc
