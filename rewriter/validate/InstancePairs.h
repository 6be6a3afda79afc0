// Pairs of instances of two statements as integer points.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// Pairs (x, y) of instances of `first` and `second`, as a set whose dimensions
/// are the iterators of both, named "x.i" and "y.i".
class InstancePairs {
public:
  InstancePairs(const GuardContext &guard, const Scop &scop, const ScopStatement &first,
                const ScopStatement &second);

  /// A value over the first (or second) statement's iterators as one of the pair;
  /// none when not affine in them.
  std::optional<LinearForm> ofFirst(const Polynomial &value) const;
  std::optional<LinearForm> ofSecond(const Polynomial &value) const;

  /// Whether both instances agree in all outer loops of level `level` and y runs
  /// in an earlier iteration of that loop; at the level behind the last common
  /// loop: y's statement stands before x's.
  std::vector<std::vector<LinearConstraint>> secondRunsFirst() const;

  /// Some pair of instances satisfies the constraints. `relaxed` leaves out
  /// alternatives and what is known of the parameters: false is then still right.
  bool exist(const std::vector<LinearConstraint> &constraints, bool relaxed) const;
  /// The set of the second statement's partners removed: { [x...] }.
  isl::set firsts(const std::vector<LinearConstraint> &constraints) const;

private:
  isl::set all() const;

  const GuardContext &guard;
  const Scop &scop;
  const ScopStatement &first, &second;
  std::vector<std::string> dims;
  /// With counters of strided loops.
  std::vector<std::string> relaxedDims;
  std::vector<LinearConstraint> bounds;
  mutable isl::set exact;
};

LinearForm difference(const LinearForm &a, const LinearForm &b);

} // namespace acc
