// Schedule: an order of the iteration space of a Nest, made by named
// transformations that can be printed, edited and replayed. [Accera manual,
// chapter 3.] A value: each transformation gives a new schedule or says why not.
#pragma once

#include "scheduling/Nest.h"

namespace acc {

/// One current dimension of a schedule.
struct Index {
  std::string name;
  NestDimension::Kind kind = NestDimension::Kind::Loop;
  /// Iterations at most, when fixed: the size of a split's inner index.
  std::optional<int64_t> size;
  /// Distance between two iterations in units of the nest's dimension: the block
  /// size for the outer index of a split, else 1. An index takes the values 0,
  /// stride, 2*stride, ...; the values of all indices of a dimension add up to
  /// its coordinate.
  int64_t stride = 1;
  /// Dimension of the nest from which it derives.
  int dimension = -1;
  /// Index that was split to give this one as inner; "" for an original one.
  std::string outer;
};

/// A transformation as scripts name it.
struct Step {
  enum class Kind { Split, Tile, Reorder };
  Kind kind;
  /// Split: index, size, inner name. Tile: one entry per index.
  std::vector<std::string> indices;
  std::vector<int64_t> sizes;
  std::vector<std::string> inner;
};

class Schedule {
public:
  explicit Schedule(Nest nest);

  const Nest &nest() const { return *base; }
  /// Current dimensions, outer to inner.
  const std::vector<Index> &order() const { return indices; }
  const std::vector<Step> &steps() const { return history; }
  const Index *find(const std::string &name) const;
  /// Position in order(), -1 when there is no such index.
  int positionOf(const std::string &name) const;

  /// n iterations of `index` become ceil(n/size) blocks of `size`: `index` names
  /// the block, a new inner index right behind it the place in the block. Blocks
  /// count from the dimension's origin.
  ///   before: i          after: i (stride size), inner (0..size-1)
  /// InvalidSchedule: unknown index, a fusing dimension, size < 1, name in use.
  Outcome<Schedule> split(const std::string &index, int64_t size,
                          const std::string &inner = "") const;
  /// One split per entry, in order; inner names default to the doubled letter
  /// ("ii"), made unique.
  Outcome<Schedule> tile(const std::vector<std::pair<std::string, int64_t>> &sizes) const;
  /// The absolute order of all current dimensions. InvalidSchedule: not a
  /// permutation, an inner before its outer, an unfused dimension before the
  /// fusing one.
  Outcome<Schedule> reorder(const std::vector<std::string> &names) const;

  /// { S0[i, j] -> [t0, t1, ...] }: the time of each instance, one component per
  /// current dimension, on the iteration domains.
  isl::union_map timeMap() const;
  /// timeMap of one statement (index in Scop::statements).
  isl::map timeOf(int statement) const;

  /// Legal when every dependence keeps its order. The witness names two
  /// iterations and the element: IllegalSchedule. Undecided: DependenceUnknown.
  Outcome<Ok> checkLegality() const;

private:
  Rejection invalid(const std::string &why) const;

  std::shared_ptr<const Nest> base;
  std::vector<Index> indices;
  std::vector<Step> history;
};

/// Whether a dependence is carried by the index at `position` of order(): its
/// two iterations agree on all indices outside and differ on this one.
/// `TooComplex` when it cannot be decided.
Outcome<bool> carriesDependence(const Schedule &schedule, int position);

/// Whether one location per private array no longer suffices because the
/// schedule makes the lives of two of its instances overlap:
///   for i { t = A[i]; B[i] = t; }  after distribution all t live at once.
/// `array` is an index in Scop::arrays, of a private one.
Outcome<bool> needsExpansion(const Schedule &schedule, int array);

/// Whether each instance of a private array lives within one execution of the
/// indices from `position` of order() inwards, so that a buffer across them can
/// hold it.
Outcome<bool> staysInside(const Schedule &schedule, int array, int position);

} // namespace acc
