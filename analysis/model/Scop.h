// Scop: the static control part of a nest. Parameters, loops, statements with
// iteration domains, accesses with polynomial indices. Plain values; isl sets
// are made from it by ScopIsl.h when a stage needs them.
#pragma once

#include "analysis/normalize/DataConditions.h"
#include "analysis/support/Condition.h"
#include "analysis/support/Outcome.h"
#include "analysis/tree/StoreFacts.h"

#include <memory>

namespace acc {

/// A value that the expressions of the nest use by name: the value at nest entry.
struct Parameter {
  /// Unique: "n", "l.w", "n[0]", or fresh for a derived value ("q").
  std::string name;
  CType type;
  /// The symbol that holds it; -1 for a derived value without a name in the source.
  SymbolId symbol = -1;
  /// The value of a derived parameter over earlier names ("3*C").
  std::optional<Polynomial> value;
  /// C text of the value when it is no polynomial ("C / NH", "1 << s"); else "".
  std::string valueText;
  /// The expression that computes it at nest entry; null for a plain symbol.
  ExprRef definition;
  /// 0 or 1: whether a condition of the source holds.
  bool isTruth = false;
};

/// low <= value <= high must hold at every executed instance; else the source's own index
/// arithmetic wraps and means another address.
struct WrapRequirement {
  Polynomial value;
  Polynomial low, high; // constants
  SourceRange where;
};

/// How certain it is that control reaches a place of the nest. The bounds and conditions around the
/// place say when it does, but they may use locations that stores of the nest change, unless the
/// guard's comparisons of addresses exclude that: see UnsteadyBounds.h.
struct Reach {
  /// Only the first iteration of this many outermost loops around the place is certain.
  int firstOf = 0;
  /// A condition on parameters. If it does not hold, not even the first iterations are certain: a
  /// store that may change a bound or a condition around the place precedes it and may run.
  ///     if (*a > 0) S; for (j = 0; j < *q; j++)     where S may change *q:  *a <= 0
  Condition certainWhere = Condition::always();

  bool isWhole() const { return certainWhere.isTrue() && firstOf == 0; }
};

/// for (name = first; step > 0 ? name < end : name > end; name += step).
/// `first` is the max (min for a negative step) of its entries, `end` the min
/// (max) of its entries; all affine in outer iterators, polynomial in parameters.
struct ScopLoop {
  std::string name; // unique in the nest
  SymbolId variable = -1;
  int parent = -1; // index in Scop::loops
  std::vector<Polynomial> first;
  std::vector<Polynomial> end;
  int64_t step = 1;
  /// Divisors by which the source's loop was split. Scop::needs demands that they are positive. If
  /// one of them were negative, the source would run this loop with its end and its step multiplied
  /// by their signs.
  ///     for t in [0, n*m)  t / m, t % m   ->   for (i = 0; ...; i += sign(m)) for j in [0, |m|)
  std::vector<Polynomial> endSigns, stepSigns;
  /// The conditions of the `if`s around the loop, over outer iterators and parameters. If they do
  /// not hold, the source does not reach the loop and does not read its bounds.
  Condition condition = Condition::always();
  /// The part of the loop's test that does not mention its counter: where it does not hold, no
  /// iteration runs.
  Condition entry = Condition::always();
  /// Those of Scop::entryWraps that belong to the bounds and conditions around the loop. If one
  /// does not hold, these bounds and conditions do not determine whether the source reaches the
  /// loop.
  std::vector<WrapRequirement> wrapsAround;
  /// How far the source reaches the place where it computes the bounds.
  Reach reach;
  SourceRange where;
};

/// An array or scalar that the nest touches.
struct ScopArray {
  /// As reports name it: the base pointer's value at nest entry.
  std::string name;
  SymbolId base = -1;
  /// ".re" when struct members are accessed; separate arrays share the base.
  std::string member;
  CType element;
  unsigned elementSize = 0;
  /// A scalar variable: subscripts are only the private iterators.
  bool isScalar = false;
  /// Lives only inside one iteration of the loops of `privateLoops` (declared
  /// there, or written before it is read and dead afterwards). Each access then
  /// has those iterators as leading subscripts, so no dependence crosses them.
  bool isPrivate = false;
  std::vector<int> privateLoops;
  /// Declared sizes of all but the outermost dimension, when the source has a
  /// true multi-dimensional array; the subscripts of its accesses match.
  std::vector<Polynomial> declaredSizes;
  /// It is its own object, known to overlap no other base (a local array, or a
  /// restrict pointer whose rules the unit follows).
  bool isDistinctObject = false;
  /// The array is only read, at least once at an index that is known only at run time: see
  /// ScopAccess::table. It is flat.
  bool isTable = false;
  /// Stands for all memory that unknown calls and accesses at unknown places may touch.
  bool isUnknown = false;
};

struct ScopAccess {
  int array = -1; // index in Scop::arrays
  bool isWrite = false;
  /// May not happen (below a data-dependent condition or ?:).
  bool may = false;
  /// Holds wherever an access that may happen does: the polynomial part, affine or not, of what C
  /// tests before it.
  ///     if (0 <= y*stride - pad + k && mask[i]) A[(y*stride - pad + k)*w]:   0 <= y*stride - pad +
  ///         k
  Condition when = Condition::always();
  /// As the source indexes, polynomials over iterators and parameters; one entry
  /// for a pointer, one per dimension for a declared array, the private
  /// iterators for a private scalar.
  std::vector<Polynomial> subscripts;
  std::vector<WrapRequirement> wraps;
  /// The node of the body that this is (shared by the read and write of "+="); null for memory
  /// that is not known, and for the ends of a table.
  ExprRef node;
  /// A read at an index that is known only at run time is modelled by two accesses that may happen:
  /// of the least and the greatest element that it can read. Both have the read here.
  ///     T[b[i]] with unsigned char b[]:   T[0] and T[255]
  ExprRef table;
  /// The read is executed in each instance; only its element is not known.
  bool readsSome = false;
  SourceRange where;
};

struct ScopStatement {
  std::string id;         // "S0"
  std::vector<int> loops; // indices in Scop::loops, outer to inner
  /// Affine conditions on iterators and parameters beyond the loop bounds.
  Condition condition = Condition::always();
  /// Some of its accesses may not happen.
  bool opaque = false;
  /// Loop-free; for an expression statement an Assign.
  StmtRef body;
  std::vector<ScopAccess> accesses;
  /// As ScopLoop::wrapsAround, its own loops among what is around it.
  std::vector<WrapRequirement> wrapsAround;
  Reach reach;
  /// 2d+1 textual position: positions[k] orders siblings at depth k.
  std::vector<int> positions;
  SourceRange where;
  /// Not "" for a statement that only tests a condition which is taken to hold
  /// (DataConditions::Assumed): the name of the parameter that is 1 where the condition holds in
  /// all instances.
  std::string tests;
};

enum class AssumptionKind {
  InBounds,
  SizePositive,
  Extent,
  IndexWrap,
  Disjoint,
  Invariant,
  EqualShape,
  Errno,
  Definition,
  Data
};
enum class Verdict { Proved, RunTime, Refuted };

/// One thing that a result rests on, with the place that needs it.
struct Assumption {
  AssumptionKind kind;
  /// Over parameters; True when `text` alone describes it.
  Condition condition = Condition::always();
  std::string text;
  Verdict verdict = Verdict::Proved;
  SourceRange where;

  std::string describe() const { return text.empty() ? condition.str() : text; }
};

const char *assumptionName(AssumptionKind kind); // "in-bounds", ...
const char *verdictName(Verdict verdict);        // "proved", "run-time", "refuted"

/// Value of a scalar that the code after the nest may read, as a function of
/// parameters, when at least one iteration of its loop runs.
struct FinalValue {
  SymbolId symbol = -1;
  /// The loop whose variable it is; -1 for a variable that the nest sets behind its loops.
  int loop = -1;
  /// What the nest sets it to, over values at entry: the expression, and the same as a number, or
  /// as that many elements behind the pointer `base` (-1 for a number).
  ExprRef value;
  Polynomial number;
  SymbolId base = -1;
};

/// A condition on parameters that `needs` or `entryWraps` contain because the source tests it in
/// the nest and leaves the nest where it does not hold:
///     if (p == 0) fail();   if (lda < 3) return;
struct Demand {
  Condition condition;
  /// The condition in the iterators of `place`, as the source tests it.
  Condition tested;
  /// A statement without accesses; its condition never holds where a test is not certain.
  ScopStatement place;
};

/// Where the source certainly reads locations behind pointers.
struct CertainRead {
  /// A statement without accesses.
  ScopStatement place;
  /// Stmt::reads
  std::vector<std::string> locations;
};

struct Scop {
  SourceNest nest;
  /// How it was read.
  DataConditions data = DataConditions::Open;
  /// Manually unrolled loops are read as the original loops (LoopCopies).
  bool isRolled = false;
  std::vector<Parameter> parameters;
  /// Facts known of the parameters (types, derived values): holds always.
  Condition context = Condition::always();
  std::vector<ScopLoop> loops;
  std::vector<ScopStatement> statements;
  /// Conditions on data that are assumed to hold, in the order of the source. The scop describes
  /// the nest for the case that they hold in all instances: a statement under one has its parameter
  /// in its condition. Part of `statements` until the views are found (separateTests).
  std::vector<ScopStatement> tests;
  std::vector<ScopArray> arrays;
  /// Wraps in bounds and conditions, judged at nest entry (no iterators).
  std::vector<WrapRequirement> entryWraps;
  std::vector<Assumption> assumptions;
  /// The conditions under which the loops and indices above mean what the source means (m > 0 where
  /// `t / m` and `t % m` became two loops). Tested at nest entry, also where the loops are empty.
  /// Part of every view's validity, never simplified.
  std::vector<Assumption> needs;
  /// In the order of the source.
  std::vector<Demand> demands;
  std::vector<CertainRead> reads;
  std::vector<FinalValue> finalValues;
  /// Locations whose entry values are used. Every array that mayReach() one of them must be proved
  /// disjoint from it.
  std::vector<KeptLocation> kept;
  /// The first call in the nest whose effect is not known. The order around it is in the
  /// accesses; the scop describes the nest, and nothing may be written from it.
  std::optional<Rejection> unknown;
  /// The scop as buildScop made it. Later stages may cut statements, and leave out those that never
  /// run or do not run where the needs hold. Null where nothing is rewritten.
  std::shared_ptr<const Scop> asRead;

  const Parameter *parameter(const std::string &name) const;
  const ScopLoop *loop(const std::string &name) const;
  std::vector<std::string> iteratorsOf(const ScopStatement &statement) const;
  bool isIterator(const std::string &name) const { return loop(name) != nullptr; }
};

/// Indices of the loops around the loop, outer to inner.
std::vector<int> loopsAround(const Scop &scop, const ScopLoop &loop);

/// The polynomials that stand for parameters which no name of the source holds
/// and whose value is one.
std::map<std::string, Polynomial> derivedValues(const Scop &scop);

/// A statement without accesses where the source computes the bounds of the loop.
ScopStatement placeOf(const Scop &scop, const ScopLoop &loop);

/// Indices of the statements that store to the array at this index of Scop::arrays, or that read
/// it.
std::vector<int> statementsWith(const Scop &scop, int array, bool isWrite);

/// Some statement stores to the array at this index of Scop::arrays.
bool isWrittenIn(const Scop &scop, int array);

/// The nest stores to the array, and by its type and kind may thereby change the location.
bool mayReach(const Scop &scop, const ScopArray &array, const KeptLocation &location);

/// Where the source computes a truth value with one of these names, for a condition of the
/// statement: the statement under what C tests before it. None when it may compute none.
///     if (n > 0) if (*beta == 0.) S:   is_beta is computed where n > 0
std::optional<ScopStatement> whereTested(const Scop &scop, const ScopStatement &statement,
                                         const std::set<std::string> &names);

/// Reads the region as a Scop: loops normalised, local index variables, size
/// aliases and row pointers substituted, scalars privatised, wrap requirements
/// collected. The first construct that cannot be read is the Rejection.
Outcome<Scop> buildScop(const SourceNest &nest, DataConditions data = DataConditions::Open);

} // namespace acc
