// Runs a SourceNest: the meaning of the tree, independent of the Scop. Exact C
// integer semantics (widths, conversions, wrapping); undefined behaviour ends
// the run with an error value.
#pragma once

#include "analysis/support/Outcome.h"
#include "analysis/tree/ScalarValue.h"
#include "analysis/tree/SourceNest.h"

#include <functional>

namespace acc {

/// The memory behind one base pointer or array object: elements `low` to
/// `low + elements.size() - 1`; struct members are separate objects ("C.re").
struct MemoryObject {
  int64_t low = 0;
  std::vector<ScalarValue> elements;
};

/// What the nest reads and writes.
struct InterpreterState {
  /// Values of variables and Path symbols, by symbol name.
  std::map<std::string, ScalarValue> scalars;
  /// By name of the base symbol with the member behind it. Pointers of different
  /// names point to different objects. Local arrays of the nest are made by it.
  std::map<std::string, MemoryObject> memory;
  /// Where variables of pointer type point; others point to the first element of an object of their
  /// own name.
  std::map<std::string, std::pair<std::string, int64_t>> pointers;
};

/// One access to memory; scalars are not traced.
struct TracedAccess {
  std::string base;
  int64_t index = 0; // in elements, mathematical
  bool isWrite = false;
  bool operator==(const TracedAccess &) const = default;
};

/// An element: its object and its index there.
using MemoryPlace = std::pair<std::string, int64_t>;

struct Trace {
  InterpreterState state; // after the run
  /// What each element holds that was written.
  std::map<MemoryPlace, ScalarValue> written;
  std::vector<TracedAccess> accesses;
  uint64_t steps = 0;
};

struct InterpreterOptions {
  /// Statements until the run counts as endless.
  uint64_t maxSteps = 1000000;
  /// Accesses out of bounds are traced and read as zero instead of ending the run.
  bool ignoreBounds = false;
  /// What an element out of bounds holds at first, of this type; each is then memory like any
  /// other. Calls of functions that only reckon with their arguments have a value of the same
  /// making, whatever they are.
  std::function<ScalarValue(const MemoryPlace &, const CType &)> contents;
};

/// Statement or Expression (with the reason in its detail) on undefined
/// behaviour: signed overflow, division by zero, an access out of bounds, an
/// unset variable; and for what the tree does not model (calls but fabs and its kin).
Outcome<Trace> interpret(const SourceNest &nest, InterpreterState state,
                         const InterpreterOptions &options = {});

/// The value of one expression of the nest's tree. Fails as `interpret` does.
Outcome<ScalarValue> evaluate(const SourceNest &nest, const Expr &expr, InterpreterState state);

} // namespace acc
