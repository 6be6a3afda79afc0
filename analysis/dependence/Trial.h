// The first iterations of statements for a few values of the parameters: a dependence that is seen
// there needs no proof that it exists.
#pragma once

#include "analysis/model/Examples.h"
#include "analysis/support/IslInterop.h"

namespace acc {

class Trial {
public:
  /// `point` has a value for all parameters that loops, conditions and subscripts name.
  Trial(const Scop &scop, Point point) : scop(scop), point(std::move(point)) {}

  const Point &parameters() const { return point; }

  /// Iterators of the statement's loops, outer to inner.
  using Iteration = std::vector<int64_t>;

  /// Those in which each loop is in one of its first few iterations: a part of the iteration
  /// domain.
  ///   for (i = 0; i < n; i++) for (j = i; j < n; j++)   (0, 0) (0, 1) ... (1, 1) (1, 2) ...
  std::vector<Iteration> firstOf(const ScopStatement &statement) const;

  /// The subscripts of each of these iterations, `forms` being their linear forms where they have
  /// one; no value where a number is beyond 64 bits.
  std::vector<std::vector<std::optional<int64_t>>>
  touchedBy(const ScopStatement &statement, const std::vector<Iteration> &iterations,
            const std::vector<Polynomial> &subscripts,
            const std::vector<std::optional<LinearForm>> &forms) const;

private:
  void visit(const ScopStatement &statement, Point &at, Iteration &iteration,
             std::vector<Iteration> &found) const;

  const Scop &scop;
  Point point;
};

} // namespace acc
