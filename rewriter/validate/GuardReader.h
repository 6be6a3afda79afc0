// Reads the condition of the emitted `if` back: what of it is certain to hold
// in exact integers.
#pragma once

#include "analysis/model/Scop.h"

#include <functional>

namespace acc {

/// An address: `base` plus so many elements of it.
struct Address {
  std::string base;
  Polynomial offset;
  /// Size of what `offset` counts, in bytes.
  unsigned unit = 0;
};

/// A comparison of addresses: left <= right.
struct AddressOrder {
  Address left, right;
};
/// One of the alternatives holds, each a conjunction of comparisons.
using DisjointTerm = std::vector<std::vector<AddressOrder>>;

/// The value of a location behind a pointer or of an element, of a division, or of arithmetic
/// that may overflow (the `n - 1` of a parameter `(n - 1) / 2`): a term of the guard computes it where `before`
/// holds, if nothing else is known.
struct GuardRead {
  std::string name; // as the source's parameters name it; of what is computed or an element its text
  bool isComputed = false;
  Condition before = Condition::always();
  SourceRange where;
};

struct GuardFacts {
  /// Conjunction of all terms that are comparisons of polynomials.
  Condition integers = Condition::always();
  std::vector<DisjointTerm> addresses;
  /// In the order of the terms.
  std::vector<GuardRead> reads;
};

/// Reads a guard. A term of another form is left out (the guard is then taken
/// for weaker than it is). NotProved when some arithmetic of a term may
/// overflow, so that the term does not mean what it says. `nameOf` knows expressions such as
/// quotients that are parameters of the source.
Outcome<GuardFacts>
readGuard(const SourceNest &nest, const Expr &guard,
          const std::function<std::optional<std::string>(const Expr &)> &nameOf);

} // namespace acc
