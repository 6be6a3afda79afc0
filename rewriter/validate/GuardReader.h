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
/// With d = (to - from) % pitch, in elements: count <= d (`isLeast`), or d + count <= pitch. Of
/// addresses with from <= to, for a count that is not negative; pitch is at least 1.
struct AddressGap {
  Address from, to;
  Polynomial pitch, count;
  bool isLeast = false;
};
/// A conjunction.
struct AddressFacts {
  std::vector<AddressOrder> orders;
  std::vector<AddressGap> gaps;
  Condition integers = Condition::always();
};
/// One of the alternatives holds.
using DisjointTerm = std::vector<AddressFacts>;

/// The value of a location behind a pointer or of an element, of a division, or of arithmetic
/// that may overflow (the `n - 1` of a parameter `(n - 1) / 2`): a term of the guard computes it
/// where `before` holds, if nothing else is known.
struct GuardRead {
  std::string
      name; // as the source's parameters name it; of what is computed or an element its text
  bool isComputed = false;
  Condition before = Condition::always();
  SourceRange where;
};

/// What a guard does next.
struct GuardStep {
  /// Terms of a condition; null for a scan of data.
  ExprRef terms;
  /// Loops that leave the guard false unless some condition holds everywhere, and the parameter of
  /// the source that they claim to be; see ScanCheck.h.
  StmtRef scan;
  std::string parameter;
};

/// A scan, and what holds of integers where it runs.
struct GuardScan {
  StmtRef code;
  std::string parameter;
  Condition before = Condition::always();
};

struct GuardFacts {
  /// Conjunction of all terms that are comparisons of polynomials.
  Condition integers = Condition::always();
  std::vector<DisjointTerm> addresses;
  /// In the order of the terms.
  std::vector<GuardRead> reads;
  /// Each counts as what it claims; whether it is that, is for checkScans to say.
  std::vector<GuardScan> scans;
};

/// Reads a guard whose steps are a conjunction. Omits a term of another form (the guard then counts
/// as weaker than it is). NotProved if some arithmetic of a term may overflow, so that the term
/// does not have its exact meaning. `nameOf` knows expressions, such as quotients, that are
/// parameters of the source.
Outcome<GuardFacts>
readGuard(const SourceNest &nest, const std::vector<GuardStep> &guard,
          const std::function<std::optional<std::string>(const Expr &)> &nameOf);

} // namespace acc
