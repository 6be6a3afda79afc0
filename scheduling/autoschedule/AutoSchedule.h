// The automatic choice: a plan that is expected to beat the compiler's own code
// for the source, legal by construction of the checks it goes through.
#pragma once

#include "scheduling/Plan.h"
#include "scheduling/autoschedule/CostTerms.h"
#include "scheduling/autoschedule/LoopCompiler.h"

#include <cstdint>

namespace acc {

/// A plan and what one run of it is expected to take at the processor level where it takes least,
/// beside the source as the unit's flags have it compiled: in the units of expectedCost, with its
/// guesses for sizes that are not known.
struct RankedPlan {
  Plan plan;
  double cost = 0, sourceCost = 0;
  /// What these are of, but for threads.
  CostTerms terms = {}, sourceTerms = {};
  /// The levels of Builds at which it pays, by name. At the others the original should run.
  std::vector<std::string> paysAt = {};
};

/// What may run beside the program's own thread.
enum class Threads {
  None,
  OpenMP,
  /// The source has threads, so the plan must have them, too.
  Source
};

/// Legal plans that are expected to be at least 5% faster than the source at some level, best
/// first, each of another kind (register tile, permutation, ..., the source's order): what to fall
/// back on when the first cannot be written or proved; `most` of them at most. With OpenMP each
/// plan that has loops for threads stands before the same without, and the source's order is worth
/// writing for them; where the source has threads, only those that have them, and are faster with
/// as many. `NotProfitable` when there is none, and for a unit that is not compiled for speed.
Outcome<std::vector<RankedPlan>> rankedSchedules(const Nest &nest, const Target &target,
                                                 const Builds &builds = {}, size_t most = SIZE_MAX,
                                                 Threads threads = Threads::None);

/// The same, followed by the original order regardless of its estimate: for measuring.
std::vector<RankedPlan> schedulesToMeasure(const Nest &nest, const Target &target,
                                           const Builds &builds = {});

/// The first of rankedSchedules; `NotProfitable` when nothing is expected to be gained.
Outcome<Plan> chooseSchedule(const Nest &nest, const Target &target, const Builds &builds = {});

} // namespace acc
