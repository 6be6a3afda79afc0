// Compares the times of two instances, index by index; private to this folder. A relation is
// narrowed from the outermost index inwards. Each step is small and decides most pairs early, while
// the whole lexicographic order has one piece per index.
#pragma once

#include "scheduling/Schedule.h"

#include <functional>
#include <tuple>

namespace acc {

/// The refusal of what does not keep the order of these pairs of the dependence, of which the first
/// is a witness: IllegalSchedule; DependenceUnknown when none is certain to be one.
Rejection violation(const LiftedScop &source, const Dependence &dependence, const isl::map &bad);

class PairOrder {
public:
  explicit PairOrder(const Schedule &schedule);

  /// { a -> b } of two statements: the index has a smaller, the same, a greater value at b.
  const isl::map &falls(int source, int sink, unsigned position);
  const isl::map &stays(int source, int sink, unsigned position);
  const isl::map &rises(int source, int sink, unsigned position);

  /// Those of the dependence's pairs that agree in the first `count` indices.
  isl::map together(const Dependence &dependence, unsigned count);

  /// Calls `visit` with the pairs whose sink does not run after the source, by the deciding index;
  /// those at the same time last. Stops when it returns false.
  void visitOutOfOrder(const Dependence &dependence,
                       const std::function<bool(const isl::map &)> &visit);

private:
  const isl::map &compared(int source, int sink, unsigned position, int sign);
  const std::vector<isl::pw_aff> &timesOf(int statement);
  /// Each instance of the statement has a time: one without would count as in order with all
  /// others.
  bool haveAllTimes(int statement) const;

  const Schedule &schedule;
  std::vector<std::vector<isl::pw_aff>> times;
  std::map<std::tuple<int, int, unsigned, int>, isl::map> known;
};

} // namespace acc
