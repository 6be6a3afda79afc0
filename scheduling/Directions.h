// Decides schedules without isl, by the classic direction test. A dependence that a loop carries is
// constant in all outer loops and increases in that loop; nothing is known about inner loops. This
// decides most schedules; PairOrder asks isl for the rest. Private to this folder.
#pragma once

#include "scheduling/Schedule.h"

namespace acc {

class Directions {
public:
  /// The schedule must outlive it.
  explicit Directions(const Schedule &schedule);

  /// Each pair of the dependence runs in order. False if unknown.
  bool keep(const Dependence &dependence) const;
  /// No pair of the dependence that agrees on all indices outside `position` increases there. False
  /// if unknown.
  bool keepApart(const Dependence &dependence, int position) const;

  /// All accesses to an instance of a private array (index in Scop::arrays) agree on the first
  /// `count` indices. False if unknown.
  bool shareFirst(int array, int count) const;
  /// They agree on leading indices on which no two instances agree, so that one life ends before
  /// the next begins.
  bool haveTheirOwnTime(int array) const;

private:
  /// How an index differs from source to sink in the pairs that agree on all indices outside of it.
  enum class Change { None, Rises, DoesNotFall, Unknown };
  Change changeAt(const Dependence &dependence, int position) const;
  /// No pair of the dependence agrees on the indices up to this one.
  bool separates(const Dependence &dependence, int position) const;
  /// A split made blocks of it, or made it.
  bool isCut(const Index &index) const;
  /// The value of a fusing index for a statement; none where it is not known.
  std::optional<int64_t> partOf(const Index &index, int statement) const;
  /// The dimension of a loop index whose value its coordinate alone decides; null for others.
  const NestDimension *dimensionOf(const Index &index) const;
  /// All indices of the dimension are at positions up to this one.
  bool isComplete(int dimension, int position) const;
  /// The index at the position is the same function of the loops around a private array for all
  /// accesses to it.
  bool isOfInstance(int array, int position) const;

  const Schedule &schedule;
  const Nest &nest;
  const Scop &scop;
  /// Its steps do no more than cut loops into blocks, order indices and part statements.
  bool isSimple;
};

} // namespace acc
