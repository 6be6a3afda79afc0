// State that buildScop collects during its walk: parameters (plain and derived), loop variables in
// scope, ranges of symbols, assumptions.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/support/Interval.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/StoreFacts.h"

#include <functional>

namespace acc {

struct ModelContext {
  ModelContext(const SourceNest &nest, const StoreFacts &stores) : nest(nest), stores(stores) {}

  const SourceNest &nest;
  const StoreFacts &stores;
  /// Adds a symbol to the nest's table.
  std::function<SymbolId(Symbol)> addSymbol;
  /// Scalars of the nest that could not be replaced by their definition, with
  /// the reason for which an index cannot use them.
  std::map<SymbolId, Rejection> state;
  /// Variables that hold a derived value, by its text.
  std::map<std::string, SymbolId> holders;
  std::vector<Parameter> parameters;
  std::vector<Condition> facts;
  std::vector<Assumption> assumptions;
  std::vector<KeptLocation> kept;
  std::vector<ScopLoop> loops;
  /// Indices in `loops` of the loops around the current place, outer to inner.
  std::vector<int> scope;
  std::map<std::string, Interval> ranges;
  /// Polynomials over parameters that are positive wherever the scop is valid: the divisors by
  /// which loops were split.
  std::vector<Polynomial> positive;
  /// Where an index has several forms and one of them is being read: the values
  /// of its divisions and the operands that its conditional expressions choose.
  std::map<const Expr *, Polynomial> chosen;
  std::map<const Expr *, const Expr *> taken;

  /// Name of the iterator when `symbol` is a loop variable in scope.
  std::optional<std::string> iterator(SymbolId symbol) const;
  bool isIterator(const std::string &name) const;
  /// No iterator occurs.
  bool isInvariant(const Polynomial &value) const;
  std::vector<std::string> iterators() const;

  /// Puts the loop innermost in scope, below the one that is so now; its range is
  /// what its type and bounds give.
  void enter(ScopLoop loop);
  void leave();
  /// Takes back the last `enter`, as if the loop had not been read.
  void forget();

  /// The parameter of an invariant symbol. Fails, for example with InvariantMemory, if it may
  /// change.
  Outcome<Polynomial> parameterOf(SymbolId symbol, SourceRange where);
  /// The parameter for a derived value with this text; the same text gives the
  /// same parameter. `facts` are stated of its name once.
  Polynomial derived(const std::string &text, const CType &type, ExprRef definition,
                     const std::string &hint,
                     const std::function<std::vector<Condition>(const Polynomial &)> &facts = {});
  /// A name that neither the unit nor the scop uses.
  std::string fresh(const std::string &hint) const;

  /// Smallest interval that the ranges of the symbols give.
  Interval rangeOf(const Polynomial &value) const;

  /// The least (or greatest) value over the loops in scope, as a polynomial of
  /// parameters: the iterators are replaced by their bounds, innermost first.
  /// None when it is not affine in the iterators.
  std::optional<Polynomial> extreme(const Polynomial &value, bool least) const;
  /// True when the ranges of the symbols, the bounds of the loops in scope, or positive factors
  /// show it.
  bool isNonNegative(const Polynomial &value) const;
  /// Requirements on parameters that imply those on iterators, for every
  /// iteration of the loops in scope. None when they cannot be found.
  std::optional<std::vector<WrapRequirement>>
  hoisted(const std::vector<WrapRequirement> &requirements) const;

  /// Records that the nest uses a value in memory as it is at entry, and which stores must not
  /// touch it.
  void keep(SymbolId symbol, SourceRange where, bool isReadAgain = false);
  void keep(const Expr &access);

  void assume(AssumptionKind kind, const std::string &text, SourceRange where,
              Verdict verdict = Verdict::Proved);

private:
  void addKept(const std::vector<KeptLocation> &locations);
};

} // namespace acc
