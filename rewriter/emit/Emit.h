// Plan -> guarded C text.
#pragma once

#include "analysis/tree/KnownSizes.h"
#include "rewriter/emit/WorkEstimate.h"

#include <functional>

namespace acc {

struct EmitOptions {
  bool noHeap = false;
  /// The guard asks for the least work and for the sizes that fill buffers. Nothing else rests on
  /// them.
  bool workThreshold = true;
  /// The limits of the work, where they were measured.
  WorkLimits work = {};
  /// The least trip counts of its loops, where these were measured: of WorkEstimate::lengths.
  std::vector<int64_t> leastTrips = {};
  /// What the unit says of sizes: a version that can never run is not written.
  KnownSizes sizes = {};
  /// Recovered arrays are declared and subscripted as such, for people and for tools that take
  /// arrays only. Needs C99.
  bool asArrays = false;
  /// Called after each pass (lower/Lowering.h) with its name and what gives the code as text.
  std::function<void(const std::string &pass, const std::function<std::string()> &code)> afterPass =
      {};
  /// The check and the call are a function, EmittedNest::entry.
  bool withEntry = false;
  /// Bytes of the unit's text before that function: variables of the file that are declared behind
  /// them are its parameters, too.
  uint32_t entryPlace = 0;
  /// The function may be compiled for several levels of the processor: it goes by kNameMacro, and
  /// the entry calls it by kRunMacro. Only in the file of fast versions are these macros set so.
  bool atLevels = true;
  /// The levels of the processor at which the fast version runs, "1, 1, 0" for "plain", "avx2" and
  /// "avx512"; "" for all. The check begins with kLevelMacro of them, and kRunAtMacro takes the
  /// best one that the processor has. What they say is no matter of the proof.
  std::string levels = {};
};

/// Under which condition the fast version of a plan runs.
struct EmittedGuard {
  /// The condition of the `if`, as written in the C.
  std::string text;
  /// Its terms that ask for macros and types of the place where the nest stands, and the others: no
  /// function before asks for these.
  std::string pins, others;
  /// Further tests after it: C statements over `flag`, which holds its value. "" if there are none.
  std::string tests;
  /// The same with the claims of emission (rewriter/helpers/Instances.h).
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
  /// Its definition; the same with the claims of emission.
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
  /// The same function with the claims of emission (rewriter/helpers/Instances.h).
  std::string functionToProve;
  /// The statement after the `if`: the call, in a block if it is followed by assignments of values
  /// that later code needs.
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
