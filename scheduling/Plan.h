// Plan: a schedule with the decisions that depend on the target. [Accera
// manual, chapters 5 to 7.]
#pragma once

#include "scheduling/Schedule.h"
#include "scheduling/ScriptPoint.h"
#include "scheduling/Target.h"

#include <functional>
#include <map>
#include <set>

namespace acc {

/// The part of an array that the dimensions from `index` inwards touch lives in
/// a local buffer across them: filled before, written back after.
///   before: for k for ii for jj  C[i+ii][j+jj] += ...
///   after:  t[ii][jj] = C[..]; for k for ii for jj  t[ii][jj] += ...; C[..] = t[ii][jj]
struct Promotion {
  /// The order of the buffer's dimensions: the array's, or the reverse of it.
  enum class Layout { FirstMajor, LastMajor };

  std::string array; // ScopArray::name
  std::string index; // the outermost dimension over which it stays
  Layout layout = Layout::FirstMajor;
  /// The buffer takes the array's place: it is not written back.
  bool isContraction = false;
};

/// Where Accera's `cache` keeps its buffer: one of the three is set. [Accera manual, chapter 6.]
struct CachePlace {
  /// The outermost dimension over which it stays.
  std::string index = "";
  /// The same by the number of dimensions from there inwards: 2 is j in the order i, j, k.
  std::optional<int64_t> level = {};
  /// The outermost dimension with no more elements than this.
  std::optional<int64_t> maxElements = {};
};

/// The private scalar has a cell per iteration of the dimensions from `index` inwards.
///   before: for ii { t = A[ii]; B[ii] = t; }   after: t[8]; for ii { t[ii] = ...; ... t[ii]; }
struct Expansion {
  std::string scalar; // ScopArray::name
  std::string index;
};

/// Threads share out the iterations of a loop: each thread takes one run of neighbours, so what is
/// computed does not depend on their number. With several indices all of them are independent, and
/// the first is the one that is shared out.
///   before: for i for j C[i][j] = ..      after: for i, in threads  for j C[i][j] = ..
struct Parallel {
  std::vector<std::string> indices; // neighbours, outer to inner
};

/// The box of a promotion: per subscript of the array's view the elements it
/// spans in one full execution of the indices from `index` inwards.
struct PromotedTile {
  std::vector<int64_t> sizes;
  int64_t elements = 1;
  /// The accesses that it serves: (statement, access) of the Scop.
  std::set<std::pair<int, int>> accesses;
};

/// Checks the form of a promotion. Accesses whose subscripts differ by constants belong
/// together; the buffer serves the group that the deepest statement writes, or else the first, of
/// which the indices from `index` inwards that occur in its subscripts have fixed sizes and
/// leave no gaps, so that its box fits kPromotionBytes. A written group has equal subscripts.
/// The others stay in memory:
///   before: for k for ii for jj  a[i+ii][j+jj] -= a[i+ii][k] * a[k][j+jj]
///   after:  t[ii][jj] = a[..]; for k for ii for jj  t[ii][jj] -= a[i+ii][k] * a[k][j+jj]; ...
/// (where they are other elements: in the rest of the tiles there is no buffer). Every access
/// to the array inside `index` is unconditional. InvalidSchedule says what fails.
Outcome<PromotedTile> promotedTile(const Schedule &schedule, const std::string &array,
                                   const std::string &index);

/// What local buffers may take on the stack.
inline constexpr int64_t kPromotionBytes = 48 * 1024;

class Plan {
public:
  explicit Plan(Schedule schedule, Target target = hostTarget());

  const Schedule &schedule() const { return base; }
  const Target &target() const { return machine; }
  const std::set<std::string> &unrolled() const { return unrolls; }
  const std::set<std::string> &vectorized() const { return vectors; }
  /// The index is vectorized, and the statement's loop of it carries nothing (carryingNone).
  bool vectorizes(const std::string &index, int statement) const;
  const std::vector<Promotion> &promotions() const { return promoted; }
  const std::vector<Expansion> &expansions() const { return expanded; }
  const std::vector<Parallel> &parallels() const { return parallel; }
  /// Whether threads share out the iterations of the index.
  bool isSharedOut(const std::string &index) const;

  /// InvalidSchedule: unknown index, no fixed size, vectorized or parallel.
  Outcome<Plan> unroll(const std::string &index) const;
  /// InvalidSchedule: unknown index, unrolled or parallel, a target without vectors;
  /// IllegalSchedule: all its loops carry a dependence.
  Outcome<Plan> vectorize(const std::string &index) const;
  /// Unrolls the ones, then vectorizes the others. InvalidSchedule: also an index
  /// named in both.
  Outcome<Plan> kernelize(const std::vector<std::string> &unrolled,
                          const std::vector<std::string> &vectorized) const;
  /// InvalidSchedule: unknown array or index, promoted already, or as
  /// promotedTile says.
  Outcome<Plan> promote(const std::string &array, const std::string &index,
                        Promotion::Layout layout = Promotion::Layout::FirstMajor) const;

  /// Accera's cache: promote at the index that `place` chooses. InvalidSchedule: not one place, a
  /// level that is no dimension, no buffer of so few elements; and as promote.
  ///   before: for k for kk for j  .. B[k+kk][j]   after: for k { t[kk] = ..; for kk for j  ..
  ///           t[kk] }
  Outcome<Plan> cache(const std::string &array, const CachePlace &place,
                      Promotion::Layout layout = Promotion::Layout::FirstMajor) const;
  /// Accera's tensorize for a processor without matrix units: the kernel of a product in vector
  /// registers. Of {rows, columns, depth}, the three innermost dimensions with the depth around the
  /// others, the rows are unrolled, the columns go side by side, and what is written stays in
  /// registers along the depth. InvalidSchedule: other dimensions, nothing that stays; and as
  /// promote, unroll and vectorize.
  ///   before: for kk for ii for jj  C[i+ii][j+jj] += A[i+ii][kk] * B[kk][j+jj]
  ///   after:  t[ii][jj] = C[..]; for kk { t[0][:] += ..; t[1][:] += ..; .. } C[..] = t[ii][jj]
  Outcome<Plan> tensorize(const std::vector<std::string> &indices) const;

  /// promote without writing back, for a local array that is not read after the nest and carries no
  /// value between executions of the dimensions from `index` inwards. InvalidSchedule: as promote,
  /// or the array may be read later; IllegalSchedule.
  ///   before: for i { for j T[j] = ..; for j .. = T[j]; }   after: for i { t = ..; .. = t; }
  Outcome<Plan> contract(const std::string &array, const std::string &index) const;
  /// One cell per iteration for a scalar; their number must be fixed. Private scalars get as many
  /// cells as the order needs without it. InvalidSchedule: no such scalar or index, or its value is
  /// used after the nest. IllegalSchedule: it carries a value between iterations.
  Outcome<Plan> expand(const std::string &scalar, const std::string &index) const;

  /// Accera's parallelize with its policy "static". InvalidSchedule: no index, an unknown one, not
  /// neighbours in the schedule's order, unrolled or vectorized, inside or around another parallel
  /// one, thread-local data; IllegalSchedule: an index carries a dependence.
  Outcome<Plan> parallelize(const std::vector<std::string> &indices) const;

  /// For the operations of Accera's plans that need other hardware or other data
  /// (bind, deferred_layout): "not supported yet".
  Rejection notSupported(const std::string &operation) const;

private:
  Rejection invalid(const std::string &why) const;
  bool isParallel(const std::string &index) const;
  /// In Scop::arrays, -1 for none.
  int arrayOf(const std::string &name) const;

  Schedule base;
  Target machine;
  std::set<std::string> unrolls, vectors;
  std::map<std::string, std::vector<bool>> vectorStatements; // per index of `vectors`
  std::vector<Promotion> promoted;
  std::vector<Expansion> expanded;
  std::vector<Parallel> parallel;
};

/// Prints the entry of one plan; replaying it gives the same plan. Of a fused one
/// `nestId` joins the nests' names by '+', and each part's steps have an entry too.
std::string printScript(const Plan &plan, const std::string &nestId);

/// Where and why a text is no schedule script.
struct ScriptError {
  std::string message;
  unsigned line = 0, column = 0;
};

struct ScheduleScript;
struct ScriptEntry;

/// A schedule script: one entry per nest, in YAML.
class Script {
public:
  /// ScriptError: not YAML, an unknown key, a missing or mistyped value, a nest
  /// named twice, parameters of several values without `point:`.
  static std::variant<Script, ScriptError> parse(const std::string &text);
  /// One script per combination of values that entries with `parameters:` have, each with its
  /// `point:`; the text alone when there are none. The k-th has the k-th combination of each entry,
  /// or its last. ScriptError: as parse, and more than kMostPoints.
  ///   parameters: {m: [4, 6], n: [8, 16]}   ->   point: 0 (m 4, n 8), 1 (m 4, n 16), 2 (m 6, n 8),
  ///       3 (m 6, n 16)
  static std::variant<std::vector<ScriptPoint>, ScriptError> points(const std::string &text);
  std::vector<std::string> nests() const;
  /// The nest has an entry of its own and is not fused with others.
  bool has(const std::string &nestId) const;
  /// The nests of each `fuse` entry that is no part of another.
  std::vector<std::vector<std::string>> fusions() const;
  /// Applies the entry to a fresh schedule of `nest`, each step checked for
  /// form, the result for legality. InvalidSchedule too for a nest without entry
  /// and for steps of the language that are not supported yet.
  Outcome<Plan> apply(const std::string &nestId, const Nest &nest, const Target &target) const;
  /// `count` of the nests from the `first` on, as one.
  using JointNest = std::function<Outcome<Nest>(size_t first, size_t count)>;
  /// Applies the `fuse` entry of `nests`: their own entries, and those that fuse parts of
  /// them, give the schedules that are fused. `joint`: as for `fuse`.
  Outcome<Plan> apply(const std::vector<std::string> &nests, const std::vector<Nest> &parts,
                      const JointNest &joint, const Target &target) const;

private:
  Outcome<Plan> planOf(const ScriptEntry &entry, const Schedule &start, const Target &target) const;
  explicit Script(std::shared_ptr<const ScheduleScript> script) : script(std::move(script)) {}
  std::shared_ptr<const ScheduleScript> script;
};

} // namespace acc
