// Plan -> guarded C text.
#pragma once

#include "scheduling/Plan.h"

#include <functional>

namespace acc {

struct EmitOptions {
  bool noHeap = false;
  /// The guard asks for the least work and for the sizes that fill buffers. Nothing else rests on
  /// them.
  bool workThreshold = true;
  /// The least work, where that was measured: a product of trip counts (WorkEstimate). 0: a guess.
  int64_t leastWork = 0;
  /// Recovered arrays are declared and subscripted as such, for people and for tools that take
  /// arrays only. Needs C99.
  bool asArrays = false;
  /// Called after each pass (lower/Lowering.h) with its name and what gives the code as text.
  std::function<void(const std::string &pass, const std::function<std::string()> &code)> afterPass =
      {};
  /// The check and the call are a function, EmittedNest::entry.
  bool withEntry = false;
};

/// Under which condition the fast version of a plan runs.
struct EmittedGuard {
  /// The condition of the `if`, as written in the C.
  std::string text;
  /// Its terms that ask for macros and types of the place where the nest stands, and the others: no
  /// function before asks for these.
  std::string pins, others;
  /// What is tested behind it where it holds: C statements over `flag`, which holds its value. ""
  /// when that is all.
  std::string tests;
  /// The same with what emission tells the proof (rewriter/helpers/Instances.h).
  std::string testsToProve;
  /// A fresh name for the guard's value.
  std::string flag;
  /// Its integer part, in exact integers: Delinearization::guard and the estimate of the
  /// work, without pointer comparisons.
  Condition integers = Condition::always();
};

/// The check and the fast version behind one call, which returns 1 where it did the work of the
/// nest and 0 where it did nothing.
struct EntryFunction {
  std::string name;
  /// Its definition; the same with what emission tells the proof.
  std::string function, functionToProve;
  /// "f_1_fast(n, A)", where the nest is.
  std::string call;
  /// A macro in its place, which does nothing: "#define f_1_fast(n, A) 0".
  std::string nothing;
};

/// The replacement of one nest, without markers and without the original.
struct EmittedNest {
  EmittedGuard guard;
  /// The fast version as a static function, its head on one line, and its name.
  std::string function, name;
  /// The same function with what emission tells the proof (rewriter/helpers/Instances.h).
  std::string functionToProve;
  /// The statement behind the `if`: the call, in a block when values that later code needs are set
  /// behind it.
  std::string call;
  /// The guard as a static function, and its call; "" where it can be none.
  std::string check, checkCall;
  /// With EmitOptions::withEntry; then `call` is only right inside of it.
  std::optional<EntryFunction> entry = {};
  /// What the schedule does, in words; "" for nothing.
  std::string words;
  /// The steps of the plan that the block has nothing of - promotions without a buffer, loops that
  /// threads do not share out - and why.
  std::vector<std::string> withoutEffect;
  /// The recovered arrays: "C[*][ldc], A[*][lda]".
  std::string summary;
};

/// The guard that emit() would write, which costs little: it needs none of the loops. Fails
/// where emit() does for want of a guard or of a type; what the loops refuse is not known yet.
Outcome<EmittedGuard> emitGuard(const Plan &plan, const EmitOptions &options = {});

/// Writes the plan as C for the unit of the nest: its language standard, fresh
/// names, no header. `Emission` or `Guard` when something has no C.
Outcome<EmittedNest> emit(const Plan &plan, const EmitOptions &options = {});

} // namespace acc
