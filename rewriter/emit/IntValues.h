// IntExpr as polynomials, if it is one.
#pragma once

#include "rewriter/emit/Residues.h"

namespace acc {

/// The values of loop symbols that are no loops (CodeNode::Value), by symbol.
using LoopValues = std::map<std::string, Polynomial>;

/// The polynomial of an expression without minima and divisions, else none.
std::optional<Polynomial> polynomialOf(const IntExpr &expr, const LoopValues &values);

/// What the iterators of a statement of the code are worth, by the names of their loops; none when
/// one is no polynomial.
std::optional<std::map<std::string, Polynomial>>
iteratorsOf(const Scop &scop, const CodeNode &statement, const LoopValues &values);

/// What holds inside a loop: polynomials over loop symbols and parameters that
/// are not negative.
class RunFacts {
public:
  RunFacts(const IslContext &context, isl::set parameters)
      : context(&context), parameters(std::move(parameters)) {}

  /// Adds what the body of `loop` may rely on.
  void enter(const CodeNode &loop, const LoopValues &values);
  /// Adds that the condition holds, or that it does not; what has no polynomials is left out.
  void enter(const IntExpr &condition, bool holds, const LoopValues &values);
  /// Adds that the loop runs at least once.
  void enterRun(const CodeNode &loop, const LoopValues &values);
  /// Whether the loop runs at least once wherever the facts hold.
  bool runs(const CodeNode &loop, const LoopValues &values) const;
  /// Whether the polynomial is not negative wherever the facts hold.
  bool implies(const Polynomial &nonNegative) const;
  /// They never hold together.
  bool contradict() const { return implies(Polynomial(-1)); }

private:
  /// dividend % divisor, of a dividend that is not negative.
  struct Rest {
    Polynomial dividend;
    int64_t divisor = 1;
  };
  /// By a symbol that stands for it in `known`.
  using Rests = std::map<std::string, Rest>;

  /// What makes the loop run: polynomials that are not negative, with the symbols of `rests`, to
  /// which it adds; none where unknown.
  static std::optional<std::vector<Polynomial>>
  runConditions(const CodeNode &loop, const LoopValues &values, Rests &rests);
  bool implies(const Polynomial &nonNegative, const Rests &rests) const;

  const IslContext *context;
  isl::set parameters;
  std::vector<Polynomial> known;
  Residues residues;
  Rests knownRests;
};

/// The values first..last of a loop with step 1 between constants.
struct ConstantRange {
  int64_t first = 0, last = 0;
};
std::optional<ConstantRange> constantRange(const CodeNode &loop, const LoopValues &values);

/// A loop with step 1 from 0 that ends at a constant at the latest: for (c = 0; c < min(8, n - i);
/// c++).
struct PartialRange {
  int64_t last = 0; // the constant, inclusive
  std::vector<Polynomial>
      bounds; // the least upper bounds, inclusive, the constant among them where it is stated
};
/// None for another loop, and for one that the constant alone ends. `size`: it never runs more
/// often, also where no bound says so.
std::optional<PartialRange> partialRange(const CodeNode &loop, const LoopValues &values,
                                         int64_t size);

/// How often a loop with step 1 runs, when that is a number whatever its bounds:
/// 3 for (c = n; c < n + 3; c++).
std::optional<int64_t> tripCount(const CodeNode &loop, const LoopValues &values);

/// The condition of a loop where its variable is at its first value, as people write it.
///   for (j = 0; j <= n - 8; j += 8)           ->   8 <= n
///   for (j = 0; j <= min(40, n - 8); j += 8)   ->   8 <= n
IntExpr firstTest(const CodeNode &loop);

/// The greatest lower bounds (inclusive) at which a loop starts; none when some is no polynomial.
std::optional<std::vector<Polynomial>> lowerBounds(const CodeNode &loop, const LoopValues &values);

/// The least upper bounds (inclusive) that a loop's condition states, each a
/// polynomial; none when it has another form.
std::optional<std::vector<Polynomial>> upperBounds(const CodeNode &loop, const LoopValues &values);

} // namespace acc
