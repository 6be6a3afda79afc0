// How the interpreter runs a nest: Interpreter.cpp has the expressions, and MachineCalls.cpp,
// MachineMemory.cpp and MachineStatements.cpp what they are named for.
#pragma once

#include "analysis/tree/CalledVariables.h"
#include "analysis/tree/Interpreter.h"
#include "analysis/tree/ObjectMemory.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace acc {

/// Undefined behaviour unwinds the recursion as a value: every step returns an
/// Outcome, and TRY passes a rejection on.
#define TRY(variable, expression)                                                                  \
  auto variable = (expression);                                                                    \
  if (!variable)                                                                                   \
    return variable.rejection();

/// What a nest and the functions that it calls share in a run.
struct Surroundings {
  Surroundings(InterpreterState &state, const InterpreterOptions &options)
      : options(options), memory(std::move(state.memory), options), given(state.scalars) {}

  const InterpreterOptions &options;
  ObjectMemory memory;
  /// What scalars begin as, by name.
  const std::map<std::string, ScalarValue> given;
  /// Where pointers point that calls are given the addresses of, by the names of those objects.
  std::map<std::string, Place> lentPointers;
  uint64_t steps = 0;
  /// Calls within calls at the current place.
  unsigned depth = 0;
};

/// Runs the statements of a nest or a function, with the values of its variables.
class Machine {
public:
  Machine(const SourceNest &nest, const InterpreterState &initial, Surroundings &shared);
  Outcome<Trace> interpret(InterpreterState state);
  Outcome<ScalarValue> value(const Expr &expr) { return evaluate(expr); }

private:
  Rejection undefined(SourceRange where, const std::string &what) const;
  Rejection unknown(const Expr &expr) const;
  Outcome<ScalarValue> convert(const ScalarValue &value, const CType &from, const CType &to,
                               SourceRange where) const;

  // Interpreter.cpp
  /// Of pointers only addresses and null are known, also where a call gave them.
  std::optional<bool> isPlace(const Expr &expr) const;
  /// Where only zero or not matters.
  Outcome<bool> test(const Expr &expr);
  Outcome<ScalarValue> evaluate(const Expr &expr);
  /// A value that nobody uses.
  Outcome<Ok> evaluateAny(const Expr &expr);
  /// The statements of a Block.
  Outcome<Ok> executeAll(const Expr &block);
  /// What a location held before an assignment to it, and what it holds then.
  struct Change {
    ScalarValue before, after;
  };
  Outcome<Change> step(const Expr &expr);
  Outcome<ScalarValue> evaluateUnary(const Expr &expr);
  Outcome<ScalarValue> evaluateBinary(const Expr &expr);
  /// The order or the distance of two pointers into one object.
  Outcome<ScalarValue> evaluatePointers(const Expr &expr);
  /// a op b, the operands already in their common type (shifts excepted).
  Outcome<ScalarValue> apply(Op op, const ScalarValue &a, const CType &aType, const ScalarValue &b,
                             const CType &bType, const Expr &expr) const;

  // MachineCalls.cpp
  Outcome<ScalarValue> call(const Expr &expr);
  /// The variable of the nest with that name; -1 when there is none.
  SymbolId named(const std::string &name) const;
  static constexpr unsigned kMostDepth = 8;
  /// A function of the unit, with variables of its own. What it is given by address is an object of
  /// one element meanwhile.
  Outcome<ScalarValue> called(const CalledFunction &function, const Expr &call);
  /// memcpy and memset, element by element.
  Outcome<ScalarValue> memoryCall(const Expr &call, const CType &type);
  /// A value that the function's name and its arguments decide.
  Outcome<ScalarValue> inventedCall(const Expr &expr);

  // MachineMemory.cpp
  Outcome<int64_t> index(const Expr &expr);
  /// Where a pointer variable points.
  Place placeOf(SymbolId symbol) const;
  /// Of *p where p is the address of a pointer that a call was given; null for another.
  Place *lentPointer(SymbolId symbol) const;
  /// The element that a Path symbol "p[0]" names, when p has an object.
  std::optional<Place> dereferenced(const Expr &expr) const;
  /// A pointer as a number.
  Outcome<ScalarValue> address(const Expr &pointer, const CType &type);
  /// The pointer that the cast makes of a pointer: its index counts numbers of the size that it
  /// leads to.
  Outcome<Place> pointAs(const Expr &cast);
  /// The pointer that the cast makes of a number.
  Outcome<Place> placeAt(const Expr &cast);
  /// The pointer that a base expression means.
  Outcome<Place> point(const Expr &expr);
  /// Sizes of all but the outermost dimension of what the base names.
  Outcome<std::vector<int64_t>> innerSizes(const Expr &base);
  Outcome<Place> locate(const Expr &access);
  Rejection outOfBounds(const Place &place, const Expr &access) const;
  /// Beyond the elements that an array's declaration gives it. One element at the end of a record
  /// may be many.
  bool isBeyondDeclared(const Place &place) const;
  Outcome<ScalarValue> load(const Place &place, const Expr &access);
  Outcome<Ok> store(const Place &place, const Expr &access, const ScalarValue &value);

  // MachineStatements.cpp
  Outcome<Ok> assignPointer(SymbolId symbol, Op op, const Expr &value);
  Outcome<Change> assign(const Expr &target, Op op, const Expr &value);
  /// Each lane of a vector, where all are computed before any is stored. Null elements: not known.
  Outcome<Ok> storeLanes(const Expr &whole, int64_t count,
                         const std::function<ExprRef(ExprRef)> &to,
                         const std::function<ExprRef(ExprRef)> &value);
  Outcome<Ok> assignVector(const Expr &target, Op op, const Expr &value);
  Outcome<Ok> declare(const Stmt &stmt);
  Outcome<Ok> loop(const Stmt &stmt);
  /// Runs the sections from the one that has the value's label, or else from the default one.
  Outcome<Ok> choice(const Stmt &stmt);
  /// The body of `do { ... } while (0)`, or of a block with a label at its end.
  Outcome<Ok> once(const Stmt &stmt);
  Outcome<Ok> jump(const Stmt &stmt);
  Outcome<Ok> execute(const Stmt &stmt);
  /// A nest, or the body of a function: no goto may leave it.
  Outcome<Ok> executeWhole(const Stmt &whole);

  const SourceNest &nest;
  Surroundings &shared;
  ObjectMemory &memory;
  /// By symbol; pointers without an entry point to the first element of an object of their own
  /// name.
  std::vector<std::optional<ScalarValue>> scalars;
  std::vector<std::optional<Place>> pointers;
  std::vector<bool> isDereference;
  std::map<std::string, int64_t> declaredCounts; // elements of arrays, by name
  std::set<SymbolId> nulls;                      // pointers that a call gave null
  ScalarValue returned;
  /// Where control goes: on, to the end of the innermost loop's body, behind that loop or switch,
  /// to a label, or out of the nest.
  enum class Flow { Next, Continue, Break, Goto, Leave };
  Flow flow = Flow::Next;
  std::string label; // of Flow::Goto
};

} // namespace acc
