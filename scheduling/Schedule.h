// Schedule: an order of the iteration space of a Nest, made by named
// transformations that can be printed, edited and replayed. [Accera manual,
// chapters 3 and 4.] A value: each transformation gives a new schedule or says
// why not (InvalidSchedule for its form) and leaves this one as it is.
#pragma once

#include "scheduling/Nest.h"

#include <functional>
#include <map>

namespace acc {

/// One current dimension of a schedule.
struct Index {
  std::string name;
  /// A Fusing index orders parts one after the other and is never a loop.
  NestDimension::Kind kind = NestDimension::Kind::Loop;
  /// Iterations, empty ones included, when fixed: what Accera calls the shape.
  std::optional<int64_t> size;
  /// Distance between two iterations in units of the nest's dimension: the block
  /// size for the outer index of a split, else 1. An index takes multiples of
  /// its stride.
  int64_t stride = 1;
  /// Dimension of the nest from which it derives; of a fused index that of its
  /// first part; -1 for a fusing index that a step made.
  int dimension = -1;
  /// Index that was split to give this one as inner; "" for an original one.
  std::string outer;
  /// Per statement: whether it has this index. Its value is 0 for the others.
  std::vector<bool> has;
  /// Further dimensions whose coordinates enter its value, by skew or by fuse.
  /// While it is empty for all indices of a dimension, their values add up to
  /// the dimension's coordinate plus a constant.
  std::vector<int> mixed;
  /// Fusing index that must stay outside besides those that Schedule::reorder
  /// derives from `has`; "" for none.
  std::string piece;
  /// No step but reorder has touched it: its value is its dimension's coordinate.
  bool isPlain = true;
  /// Statements whose ranges on it differ came together by fuse, sink or shift.
  bool isJoint = false;
  /// Loops over it with fewer iterations than this are written out.
  int64_t unrollBelow = 0;
};

class IndexValues;

/// A transformation as scripts name it.
struct Step {
  enum class Kind {
    Concatenate, // of `fuse` entries only, never named
    Split,
    Tile,
    Reorder,
    Skew,
    Pad,
    Shift,
    Fuse,
    Distribute,
    Hoist,
    IndexSetSplit,
    Peel,
    Sink,
    UnrollAndJam,
    Substitute // `indices` are scalars
  };
  Kind kind;
  /// The indices that it works on, in the order of the method's parameters.
  std::vector<std::string> indices;
  /// Split, Tile, UnrollAndJam: sizes. Skew: factor and bound of unrolling.
  /// Pad: size. Peel: front and back.
  std::vector<int64_t> sizes;
  /// Names of the indices that it made.
  std::vector<std::string> inner;
  /// Distribute: the parts. Hoist, Shift, Sink: one list of statements.
  std::vector<std::vector<std::string>> statements;
  /// Shift, Sink, IndexSetSplit: places in the source's names.
  std::vector<Polynomial> places;
  /// What it does to the values of the indices of one statement; null for none.
  std::function<void(IndexValues &)> effect;
};

/// What `fuse` made a schedule from: printed as the entry of its own.
struct Fusion {
  struct Part {
    std::shared_ptr<const Fusion> fusion; // null: a nest
    /// What it went through before it was fused, or fused again.
    std::vector<Step> steps;
  };
  std::optional<int64_t> partial;
  std::vector<std::string> names;
  std::vector<Part> parts;
  /// How many of the fused schedule's steps the entry itself stands for.
  size_t steps = 0;
};

class Schedule {
public:
  explicit Schedule(Nest nest);

  const Nest &nest() const { return *base; }
  /// Current dimensions, outer to inner: Accera's get_indices.
  const std::vector<Index> &order() const { return indices; }
  const std::vector<Step> &steps() const { return history; }
  /// Iterations per index, empty ones included; none for a run-time one.
  std::vector<std::optional<int64_t>> shape() const;
  const Index *find(const std::string &name) const;
  /// Position in order(), -1 when there is no such index.
  int positionOf(const std::string &name) const;
  /// Of a schedule made by `fuse`, else null.
  const Fusion *fusion() const { return joined.get(); }

  /// The step as another schedule made it; its effect is found anew.
  Outcome<Schedule> apply(const Step &step) const;

  /// n iterations of `index` become ceil(n/size) blocks of `size`: `index` names the block, a new
  /// inner index directly after it the place in the block. Blocks count from the index's origin.
  ///   before: i          after: i (stride size), inner (0..size-1)
  /// Refused: unknown index, size < 1, name in use.
  Outcome<Schedule> split(const std::string &index, int64_t size,
                          const std::string &inner = "") const;
  /// One split per entry, in order; inner names default to the doubled letter
  /// ("ii"), made unique.
  Outcome<Schedule> tile(const std::vector<std::pair<std::string, int64_t>> &sizes) const;
  /// The absolute order of all current dimensions. Refused: no permutation, or
  /// against orderProblem.
  Outcome<Schedule> reorder(const std::vector<std::string> &names) const;
  /// Why `names` is no order of the current indices, none when it is one: each
  /// once, the inner index of a split behind its outer, and behind a fusing index
  /// every index that only some of its parts have (Accera's fusing constraint;
  /// derived indices inherit it).
  std::optional<std::string> orderProblem(const std::vector<std::string> &names) const;

  /// Moves `index` by `factor` times the iteration number of `by`.
  ///   before: i, j       after: i' = i + factor*j, j;  the body reads i' - factor*j
  /// N iterations become N + |factor|*(M - 1). After unswitching, loops over
  /// either with fewer than `unrollBelow` iterations are written out.
  /// Refused: unknown or equal indices, a fusing index, factor 0.
  Outcome<Schedule> skew(const std::string &index, const std::string &by, int64_t factor = 1,
                         int64_t unrollBelow = 0) const;
  /// `size` empty iterations before the first of `index` (in every block, when it
  /// is the inner index of a split): where later splits put their blocks.
  /// Refused: unknown index, negative size.
  Outcome<Schedule> pad(const std::string &index, int64_t size) const;
  /// Moves statements along `index`, later for positive `by` (over parameters, in
  /// iterations). None named: all that have it.
  ///   before: S0(i); S1(i)     after, S1 by 1: S0(i); S1(i - 1)
  /// Refused: unknown index or statement, `by` not affine in parameters.
  Outcome<Schedule> shift(const std::string &index, const Polynomial &by,
                          const std::vector<std::string> &statements = {}) const;
  /// Replaces the given indices, each from another part of a fusing index, by one index placed
  /// before that index.
  ///   before: f, i0, i1        after: i, f;  S0: (i0, 0)  S1: (i1, 1)
  /// Unequal extents: the shorter part has empty iterations at its end.
  /// Refused: fewer than two, unequal strides, statements with several of them.
  Outcome<Schedule> fuse(const std::vector<std::string> &names, const std::string &name = "") const;
  /// The inverse: a fusing index before `index`, one value per part; together the parts name all
  /// statements that have `index`.
  ///   before: i, f; S0(i); S1(i)      after: g, i, f;  all S0(i), then all S1(i)
  Outcome<Schedule> distribute(const std::string &index,
                               const std::vector<std::vector<std::string>> &parts,
                               const std::string &name = "") const;
  /// distribute into the named statements and the rest: what runs in one iteration
  /// of a loop moves out of it.
  ///   before: i, j { if (j == 0) S0; S1; }     after: i { S0; j { S1; } }
  Outcome<Schedule> hoist(const std::vector<std::string> &statements, const std::string &index,
                          const std::string &name = "") const;
  /// A fusing index in front of `index` that orders the iterations before the
  /// first place, from there to the second, and so on. Places are values of the
  /// loop's variable, affine in the other loops' variables and parameters, in
  /// execution order. With `names`, one per piece, each piece gets an index of
  /// its own that counts from the place where it begins.
  ///   before: i       after, at k, k + 1: f, i;  f = 0: i < k, 1: i == k, 2: i > k
  Outcome<Schedule> indexSetSplit(const std::string &index, const std::vector<Polynomial> &places,
                                  const std::string &name = "",
                                  const std::vector<std::string> &names = {}) const;
  /// indexSetSplit after the first `front` and before the last `back` iterations.
  Outcome<Schedule> peel(const std::string &index, int64_t front, int64_t back,
                         const std::string &name = "") const;
  /// Gives statements outside of a loop a place in it: at the value `place` of its
  /// variable, so that the fusing index between them may stand inside.
  ///   before: i { S0; j { S1; } }     after, at 0: i, j { if (j == 0) S0; S1; }
  Outcome<Schedule> sink(const std::vector<std::string> &statements, const std::string &index,
                         const Polynomial &place) const;
  /// split, the inner index innermost and written out: what several iterations
  /// of `index` do at one place of the inner loops stands together. Statements of
  /// imperfect nests are unrolled where they stand.
  Outcome<Schedule> unrollAndJam(const std::string &index, int64_t size,
                                 const std::string &inner = "") const;

  /// Each use of the scalars, in turn, as the expression that gives them their value, converted
  /// to their type; the statements that assign them are gone. The first step of a schedule.
  ///   before: i, f { t = a*A[i]; j { C[i][j] += t*B[j]; } }
  ///   after:  i, j { C[i][j] += (float)(a*A[i])*B[j]; }
  /// Of several assignments, in the same loops, each instance of a use must have just one: it
  /// becomes a statement for each. Refused: no scalar of the nest, an assignment that may not run
  /// before a use, none or several for one, used behind the nest, a value that is more than
  /// arithmetic, no first step; IllegalSchedule: what the value is made of is written before a use.
  Outcome<Schedule> substitute(const std::vector<std::string> &scalars) const;

  /// { S0[i, j] -> [t0, t1, ...] }: the time of each instance, one component per
  /// current dimension, on the iteration domains.
  isl::union_map timeMap() const;
  /// { S0[i, j] -> tk } per current dimension, of one statement (index in Scop::statements); not
  /// restricted to its iteration domain.
  std::vector<isl::pw_aff> timesOf(int statement) const;
  /// timeMap of one statement.
  isl::map timeOf(int statement) const;

  /// Legal when every dependence keeps its order. The witness names two
  /// iterations and the element: IllegalSchedule. Undecided: DependenceUnknown.
  Outcome<Ok> checkLegality() const;
  /// This schedule, when it is legal; when it is for some values of the parameters
  /// under which the loops still have work, the same on a nest whose guard asks for
  /// them ("m >= n"): a further check at run time. Else the rejection of
  /// checkLegality.
  Outcome<Schedule> whereLegal() const;

private:
  Rejection invalid(const std::string &why) const;
  /// Why `name` is no name for a new index, none when it is one.
  std::optional<std::string> nameProblem(const std::string &name) const;
  /// Indices of the statements that `ids` name; the first unknown one.
  std::variant<std::vector<int>, std::string>
  statementsOf(const std::vector<std::string> &ids) const;

  friend class Fuser;

  std::shared_ptr<const Nest> base;
  std::vector<Index> indices;
  std::vector<Step> history;
  std::shared_ptr<const Fusion> joined;
};

/// Scalars whose values stay in an iteration and are cheap to compute anew at each use, in the
/// order of their assignments. Whether they can be substituted is Schedule::substitute's to say.
std::vector<std::string> cheapScalars(const Nest &nest);

/// The nest with each set of its scalars substituted that can be, the largest first; of those among
/// the first few scalars.
std::vector<Schedule> substitutions(const Nest &nest);

/// What a schedule's space holds at given values of all parameters.
struct SpaceCount {
  int64_t real = 0;
  /// Product of the shape; none when some index has no fixed size.
  std::optional<int64_t> slots;
};
/// InvalidSchedule above `limit` points or when a parameter is missing.
Outcome<SpaceCount> countSpace(const Schedule &schedule,
                               const std::map<std::string, int64_t> &parameters = {},
                               int64_t limit = 1 << 20);

/// One run of a statement and its iteration numbers on the schedule's indices.
struct TimedIteration {
  int statement = 0;
  std::vector<int64_t> iterators, numbers;
};
/// What runs in the slice where the named indices have these iteration numbers, in the
/// order of the schedule; InvalidSchedule as countSpace.
Outcome<std::vector<TimedIteration>>
iterationsOf(const Schedule &schedule, const std::map<std::string, int64_t> &iterations,
             const std::map<std::string, int64_t> &parameters = {}, int64_t limit = 1 << 20);

/// The slice of the iteration space where the named indices have the given
/// iteration numbers (counted from 0): { S0[i, j] -> [times] }.
isl::union_map sliceOf(const Schedule &schedule, const std::map<std::string, int64_t> &iterations);

/// No dependence is carried by the index at `position` of order(): none has two
/// iterations that agree on all indices outside and differ on this one. The witness
/// names such two: IllegalSchedule. Undecided: DependenceUnknown, TooComplex.
Outcome<Ok> checkCarriesNone(const Schedule &schedule, int position);

/// Statements whose innermost loop is this index and whose loop carries no dependence; if there are
/// none, other statements with such a loop. A loop over vectors must exchange nothing; statements
/// with inner loops keep the order of its iterations. If none is left: IllegalSchedule with the
/// first witness. Undecided as above.
///   for kk { u[kk] = ..; }  for kk s += u[kk]*u[kk];   ->   the first statement
Outcome<std::vector<bool>> carryingNone(const Schedule &schedule, int position);

/// No value of the array (index in Scop::arrays) is written in one execution of the indices
/// from `position` of order() inwards and read in another. The witness names two such
/// iterations: IllegalSchedule. Undecided: DependenceUnknown, TooComplex.
Outcome<Ok> checkLivesInside(const Schedule &schedule, int array, int position);

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
