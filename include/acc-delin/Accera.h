// Builds a nest, transforms it and returns it as C, in Accera's stages Nest -> Schedule -> Plan ->
// Package. What Accera requires its user to promise is checked here. Every schedule is checked
// against the dependences, and the guard of the C checks that arrays are disjoint. The C is read
// back and proved equivalent to the nest in its default order, which is the C's `else` branch.
//
//   Array C("C", Role::InputOutput, ScalarType::float32, {M, N}); ...
//   Nest nest({M, N, K}, {"i", "j", "k"});
//   auto [i, j, k] = ...;
//   nest.iterationLogic(C(i, j) += A(i, k) * B(k, j));
//   auto schedule = nest.createSchedule();
//   auto jj = schedule->split(j, 16);
//   auto plan = schedule->createPlan();
//   plan->vectorize({*jj});
//   Package package;
//   package.add(*plan, {M, N, K, C, A, B}, "matmul");
//
// One thread at a time: the libraries behind are not thread-safe.
#pragma once

#include "acc-delin/Array.h"
#include "acc-delin/Functions.h"
#include "acc-delin/Result.h"

#include <variant>

namespace acc {
template <typename T> class Outcome;
class Schedule;
class Plan;
struct CachePlace;
} // namespace acc

namespace acc_delin {

namespace detail {
struct NestCode;
struct ScheduleState;
struct PlanState;
} // namespace detail

/// What of the machine a plan uses. [Accera manual, chapter 5.]
struct Target {
  std::string name;
  unsigned vectorBytes = 0; // 0: no vectors
  unsigned vectorRegisters = 0;
  uint64_t l1Bytes = 0, l2Bytes = 0;

  /// The machine that this runs on.
  static Target host();
  /// All machines: what is written does not depend on the one that this runs on.
  static Target portable();
  /// "portable", "sse2", "avx2", "avx512", "neon", "scalar"; "host".
  static Result<Target> named(const std::string &name);
};

/// Elements of an iteration space: those that run something, and those of the box.
struct SpaceSize {
  int64_t real = 0;
  /// The product of the shape; none when it is known at run time only.
  std::optional<int64_t> slots;
};

/// One run of a statement.
struct Iteration {
  unsigned statement = 0;
  std::vector<int64_t> indices;     // values of the nest's loop variables, outer to inner
  std::vector<int64_t> coordinates; // iteration numbers of the schedule's dimensions
};

class Plan;

/// An order of a nest's iterations. A step either does what the manual says or
/// gives a Refusal and leaves the schedule as it was. Copies are independent.
class Schedule {
public:
  /// The current dimensions in their order.
  std::vector<Index> getIndices() const;
  /// Iterations of each dimension, empty ones included; none for run-time ones.
  std::vector<std::optional<int64_t>> shape() const;
  /// How many elements the iteration space has at these values of the dimensions.
  /// Refused: a dimension without a value, more than 2^20 iterations.
  Result<SpaceSize> size(const std::map<std::string, int64_t> &dimensions = {}) const;
  /// What runs in the slice where the named indices have these iteration numbers (from
  /// 0), in the order of the schedule; all of it when none is named. Refused as size().
  Result<std::vector<Iteration>> slice(const std::map<std::string, int64_t> &iterations,
                                       const std::map<std::string, int64_t> &dimensions = {}) const;

  /// ceil(n/size) blocks of `size` iterations; the inner index is given back and
  /// stands right behind `index`, which now counts blocks.
  Result<Index> split(const Index &index, int64_t size);
  /// One split per entry; the inner indices.
  Result<std::vector<Index>> tile(const std::vector<std::pair<Index, int64_t>> &sizes);
  /// `index` moves by `factor` iterations per iteration of `by`: the body sees
  /// index - factor*by. Loops over either that are shorter than
  /// `unrollLoopsSmallerThan` are unrolled.
  Result<Done> skew(const Index &index, const Index &by, int64_t factor = 1,
                    int64_t unrollLoopsSmallerThan = 0);
  /// `size` empty iterations before the first iteration of `index`.
  Result<Done> pad(const Index &index, int64_t size);
  /// The absolute order of all dimensions.
  Result<Done> reorder(const std::vector<Index> &order);
  bool isValidLoopOrder(const std::vector<Index> &order) const;

  // Beyond Accera. Statements are named by their numbers, from 0 in the order in which
  // they were added, through all parts of a fused schedule.

  /// Moves the statements on `index`, all that have it when none is named, later by a
  /// number of iterations.
  Result<Done> shift(const Index &index, const Affine &by,
                     const std::vector<unsigned> &statements = {});
  /// One index of several, each of another part of the fusing index that orders them.
  Result<Index> fuse(const std::vector<Index> &indices, const std::string &name = "");
  /// The inverse of fusing: a fusing index before `index`, one value per part. Together the parts
  /// name all statements that have `index`.
  Result<Index> distribute(const Index &index, const std::vector<std::vector<unsigned>> &parts,
                           const std::string &name = "");
  /// Moves statements out of `index`, before its other statements, by a fusing index.
  Result<Index> hoist(const std::vector<unsigned> &statements, const Index &index,
                      const std::string &name = "");
  /// Gives statements that are outside of `index` a place in it, at a value of its variable.
  Result<Done> sink(const std::vector<unsigned> &statements, const Index &index,
                    const Affine &place);
  /// Replaces each use of the scalars by the expression that defines them. Must be the first step.
  /// It rebuilds the nest, so indices and statement numbers are those of the remaining statements.
  Result<Done> substitute(const std::vector<std::string> &scalars);
  /// Orders the iterations of `index` before the first place, from there to the second, and so on,
  /// by a new fusing index before it. Places are values of the loop's variable. With `names`, one
  /// per piece, each piece gets a separate index, from 0.
  Result<Index> indexSetSplit(const Index &index, const std::vector<Affine> &places,
                              const std::vector<std::string> &names = {});
  /// The same after the first `front` and before the last `back` iterations.
  Result<Index> peel(const Index &index, int64_t front, int64_t back);
  /// split, the inner index innermost and written out.
  Result<Index> unrollAndJam(const Index &index, int64_t size);

  /// The indices of a schedule that `fuse` made; empty for other schedules.
  std::vector<Index> getFusedIndices() const;
  std::optional<Index> getFusingIndex() const;
  std::vector<Index> getUnfusedIndices() const;

  /// Whether every dependence keeps its order; the Refusal names two iterations
  /// and the element that both touch.
  Result<Done> check() const;
  /// What of the dimensions the schedule needs to be legal: "" for nothing, or a condition
  /// that its function checks when it runs ("n - 2*m >= 0"). Refused where there is none.
  Result<std::string> legalWhere() const;
  /// Refused where legalWhere() is.
  Result<Plan> createPlan(const Target &target = Target::portable()) const;

private:
  explicit Schedule(std::shared_ptr<const detail::ScheduleState> state) : state(std::move(state)) {}
  Result<Done> become(const acc::Outcome<acc::Schedule> &next);
  Result<Index> becomeWithIndex(const acc::Outcome<acc::Schedule> &next);
  std::shared_ptr<const detail::ScheduleState> state;
  friend class Nest;
  friend Result<Schedule> fuse(const std::vector<Schedule> &parts, std::optional<int64_t> partial,
                               const std::vector<std::string> &names);
};

/// One schedule of several nests: the first `partial` dimensions are fused by position,
/// without it all of them; then comes the fusing index, then the others of each part.
/// The parts stay as they are. `names`: of the fused indices, the fusing one, the rest;
/// may end early. A part may be fused itself. Refused: fewer than two parts, `partial`
/// above the rank of one, steps that differ. Whether fusing keeps the meaning of the nests
/// one after the other is for check() to say.
Result<Schedule> fuse(const std::vector<Schedule> &parts,
                      std::optional<int64_t> partial = std::nullopt,
                      const std::vector<std::string> &names = {});

/// for (index = first; index < end; index += step), bounds over outer indices and
/// dimensions. step >= 1.
struct Loop {
  Index index;
  Affine first, end;
  int64_t step = 1;
};

class Nest {
public:
  /// Loops from 0 to each size of `shape`, outer to inner, named i, j, k, l, ...
  /// unless `names` are given.
  explicit Nest(const std::vector<Affine> &shape, const std::vector<std::string> &names = {});
  /// Beyond Accera: any affine bounds (triangles, bands) and steps.
  explicit Nest(std::vector<Loop> loops) : loops(std::move(loops)) {}

  std::vector<Index> getIndices() const;
  /// Adds a statement; several run in the order in which they were added.
  Nest &iterationLogic(const Statement &statement);
  /// Adds a nest that runs as a whole in each iteration: an imperfect nest. What its statements
  /// share with those around it, a scalar that sums up a row, has the value of this iteration;
  /// `fuse` keeps the meaning of nests that run one after the other.
  Nest &iterationLogic(const Nest &inner);

  /// The default order. Refused: a fault of an array, a name used for two things, an
  /// input array that is written, and whatever the analysis of a source nest refuses.
  Result<Schedule> createSchedule() const;
  Result<Plan> createPlan(const Target &target = Target::portable()) const;

private:
  /// A statement, or a nest.
  struct Part {
    std::optional<Statement> statement;
    std::shared_ptr<const Nest> nest;
  };
  std::vector<Loop> loops;
  std::vector<Part> logic;
  /// The same nest in C, and what it names.
  Result<detail::NestCode> code() const;
  /// Adds this nest's code to `nest` and its loops to `all`; what is wrong with it.
  std::optional<std::string> addTo(detail::NestCode &nest, std::vector<Loop> &all) const;
};

/// A schedule with decisions for one target.
class Plan {
public:
  /// Writes the iterations of `index` out; its number must be fixed.
  Result<Done> unroll(const Index &index);
  /// Runs `index` as vectors; it may carry no dependence.
  Result<Done> vectorize(const Index &index);
  Result<Done> kernelize(const std::vector<Index> &unrolled, const std::vector<Index> &vectorized);
  /// Keeps what `array` holds for the dimensions from `index` inwards in a local
  /// buffer, registers where it fits. `layout`: of the buffer; LastMajor reverses the
  /// array's dimensions. Explicit is refused.
  Result<Done> promote(const Array &array, const Index &index, Layout layout = Layout::FirstMajor);
  /// The same without writing back. Requires a temporary array that carries no value between
  /// iterations of the dimensions outside `index`.
  Result<Done> contract(const Array &array, const Index &index);
  /// A cell per iteration of `index` for a temporary without dimensions.
  Result<Done> expand(const Array &scalar, const Index &index);
  /// Accera's cache: promote, at an index, at a level (2: the two innermost dimensions), or at the
  /// outermost index that leaves the buffer at most so many elements. [Accera manual, chapter 6.]
  Result<Done> cache(const Array &array, const Index &index, Layout layout = Layout::FirstMajor);
  Result<Done> cacheAtLevel(const Array &array, int64_t level, Layout layout = Layout::FirstMajor);
  Result<Done> cacheWithin(const Array &array, int64_t maxElements,
                           Layout layout = Layout::FirstMajor);
  /// The kernel of a product in vector registers: of {rows, columns, depth}, the three innermost
  /// dimensions with the depth around the others, the rows are unrolled, the columns go side by
  /// side, and what is written stays in registers along the depth.
  Result<Done> tensorize(const std::vector<Index> &indices);
  /// Threads share out the iterations of the first index, in builds with OpenMP; all named ones are
  /// independent and neighbours in the order. The bytes are those of one thread.
  Result<Done> parallelize(const std::vector<Index> &indices);

  /// The schedule and plan as an entry of a script for `acc-delin rewrite --schedule`.
  std::string script(const std::string &nestId) const;

private:
  explicit Plan(std::shared_ptr<const detail::PlanState> state) : state(std::move(state)) {}
  Result<Done> become(const acc::Outcome<acc::Plan> &next);
  Result<Done> cacheAt(const Array &array, const acc::CachePlace &place, Layout layout);
  std::shared_ptr<const detail::PlanState> state;
  friend class Schedule;
  friend class Package;
};

using Argument = std::variant<Array, Scalar, Dimension, OutputDimension>;

/// Functions in C. Each has a fast version behind a guard, and the nest in its default order in the
/// `else` branch.
class Package {
public:
  /// `arguments` fixes the order of the function's parameters. Refused: an argument
  /// that the nest uses and that is missing, a temporary or constant array among
  /// them, a name in use, an output array of which an element may be read before the
  /// nest assigns it, a plan that cannot be written or proved.
  ///
  /// A function that allocates gives 0, or 1 where memory could not be had: then the nest did not
  /// run, and the output arrays that have memory all the same are the caller's to free. Output
  /// arrays are allocated by `void __accera_allocate(void **memory, unsigned long bytes)`, which is
  /// the caller's, as the dimensions ask, and not at all (a null pointer) where one of these is
  /// below 1; temporaries by calloc.
  Result<Done> add(const Plan &plan, const std::vector<Argument> &arguments,
                   const std::string &name);
  Result<Done> add(const Schedule &schedule, const std::vector<Argument> &arguments,
                   const std::string &name);

  /// The C of all functions.
  std::string source() const;
  /// Their declarations, for C and C++.
  std::string header(const std::string &includeGuard) const;

private:
  struct Function {
    /// `inner`: the function that has the nest, the same or one of its own.
    std::string name, inner, declaration, text;
  };
  std::vector<Function> functions;
  /// One function as it is before it is scheduled.
  static Result<Function> sourceOf(const detail::NestCode &nest,
                                   const std::vector<Argument> &arguments, const std::string &name);
};

} // namespace acc_delin
