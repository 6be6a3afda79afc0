// Plan -> guarded C text.
#pragma once

#include "scheduling/Plan.h"

namespace acc {

struct EmitOptions {
  bool openmp = false;
  bool noHeap = false;
};

/// The replacement of one nest, without markers and without the original.
struct EmittedNest {
  /// The condition of the `if`, as written in the C.
  std::string guard;
  /// The integer part of the guard, in exact integers: Delinearization::guard and
  /// the estimate of the work, without pointer comparisons.
  Condition integers = Condition::always();
  /// The block behind the `if`, braces included: declarations and loops. Both
  /// are indented for a block at the nest's own column.
  std::string fastBlock;
  /// A fresh name for the guard's value.
  std::string flag;
  /// The promotions of the plan for which the block has no buffer, and why.
  std::vector<std::string> withoutBuffer;
  /// Comment for the marker: "C[*][ldc], A[*][lda]".
  std::string summary;
};

/// Writes the plan as C for the unit of the nest: its language standard, fresh
/// names, no header. `Emission` or `Guard` when something has no C.
Outcome<EmittedNest> emit(const Plan &plan, const EmitOptions &options = {});

} // namespace acc
