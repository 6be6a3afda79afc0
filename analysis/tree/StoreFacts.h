// Determines what the stores of a nest may change: which names and locations keep their value from
// nest entry.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// A scalar in memory whose value at nest entry the nest's reading uses, although a store of the
/// nest may reach it unless addresses show that it does not.
struct KeptLocation {
  /// Its C text, an lvalue: "h", "im->stride", "dims[2]".
  std::string text;
  CType type;
  /// It is a named object or a part of one, not reached through a pointer.
  bool isObject = false;
  /// StoreFacts::isOwnNumber
  bool isOwnNumber = false;
  /// Loops read it again, where sizes are read once before them: in another order that may be
  /// behind a store that gives allocated memory another type (C11 6.5p6), so that stores of all
  /// types count.
  bool isReadAgain = false;
  /// The object, or the parameter which the function never assigns and from which one step leads to
  /// it: then it is based on no other parameter (C11 6.7.3.1p3). -1 where a pointer that the
  /// function may have made leads to it.
  SymbolId origin = -1;
};

class StoreFacts {
public:
  explicit StoreFacts(const SourceNest &nest);

  /// Every assignment of the variable was taken out of the nest.
  void forgetAssignments(SymbolId symbol) { assigned.erase(symbol); }

  /// Assigned by name somewhere in the nest (loop variables included).
  bool isAssigned(SymbolId symbol) const { return assigned.count(symbol) != 0; }
  /// The variable of some For of the nest.
  bool isLoopVariable(SymbolId symbol) const { return loopVariables.count(symbol) != 0; }
  /// The nest calls a function that may read or write memory: all of it that is shared is then
  /// kept in order around the call.
  bool callsTouchMemory() const { return unknownCall || observes; }
  /// Such a function may change the symbol's value.
  bool isChangedByCall(SymbolId symbol) const {
    return unknownCall && isMemory(symbol) && !isTrusted(symbol);
  }
  /// A number in a local variable whose address is not taken in the nest: such a function could
  /// change it only if whoever was given the address before had kept it. The nest can
  /// be described, with that as an assumption, and not be rewritten.
  bool isTrusted(SymbolId symbol) const { return unknownCall && isOwnNumber(symbol); }
  /// A number in a local variable whose address is taken outside of the nest only.
  bool isOwnNumber(SymbolId symbol) const;
  /// KeptLocation::origin
  SymbolId originOf(SymbolId symbol) const;
  /// The first call of a function that may write memory; null when none.
  const Expr *call() const { return unknownCall; }
  /// Declared inside the nest.
  bool isDeclaredInside(SymbolId symbol) const { return declared.count(symbol) != 0; }

  /// It can be read or written without its name: a global, a static or
  /// address-taken variable, what is reached through a pointer.
  bool isMemory(SymbolId symbol) const;

  /// Why the symbol may change in the nest; none if it does not, provided that stores do not touch
  /// the locations of `keptBy`. `where` is the place that needs it.
  std::optional<Rejection> whyNotInvariant(SymbolId symbol, SourceRange where) const;

  /// Why the name may mean another place from one iteration to the next (the
  /// pointer in `p->w` changes); none for a plain variable.
  std::optional<Rejection> whyPlaceChanges(SymbolId symbol, SourceRange where) const;

  /// whyNotInvariant for the location of an Access whose base and subscripts are
  /// invariant themselves.
  std::optional<Rejection> whyNotInvariant(const Expr &access) const;

  /// The locations that stores through pointers or to other elements may change by their type: an
  /// invariant symbol is invariant only if those stores are disjoint from them.
  std::vector<KeptLocation> keptBy(SymbolId symbol, bool isReadAgain = false) const;
  /// The same for an Access.
  std::vector<KeptLocation> keptBy(const Expr &access) const;

  /// The nest stores to elements behind this pointer or array by its own name.
  bool storesTo(SymbolId base) const;

  /// An access of the nest under another name that may touch the scalar
  /// `symbol`; null when none. For scalars that the nest assigns.
  const Expr *aliasOf(SymbolId symbol) const;

  /// Lvalues of the two types may reach the same object.
  bool mayAlias(const CType &a, const CType &b) const;

private:
  struct Store {
    CType type;
    SymbolId base = -1;    // symbol behind an Access; the symbol itself by name
    bool isObject = false; // the base is an array object, not a pointer
    bool byName = false;
    const Expr *node = nullptr;
  };

  bool isObject(SymbolId symbol) const;
  /// The variable that a Path starts from; the symbol itself when it is none.
  SymbolId rootVariable(SymbolId symbol) const;
  bool isPartOf(SymbolId part, SymbolId whole) const;
  bool isComparable(const Store &store, SymbolId symbol) const;
  bool mayChange(const Store &store, SymbolId symbol) const;
  bool mayOverwrite(const Store &store, SymbolId scalar) const;
  Rejection changedByCall(const std::string &what, SourceRange where) const;
  Rejection rejection(const Store &store, const std::string &what, SourceRange where) const;

  const SourceNest &nest;
  std::set<SymbolId> assigned, loopVariables, declared;
  std::set<SymbolId> addressed; // &x and arrays that decay, in the nest
  std::vector<Store> stores;
  std::vector<Store> accesses;
  const Expr *unknownCall = nullptr; // the first one that may write memory
  bool observes = false;
};

/// Lvalues of the two types may reach the same object.
bool mayAlias(const UnitFacts &unit, const CType &a, const CType &b);

/// The symbol at the root of a base expression: through casts, offsets and
/// accesses; -1 when there is no single one.
SymbolId rootOf(const Expr &base);

} // namespace acc
