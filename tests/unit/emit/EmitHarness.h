// From C text to emitted C, and both compiled and run.
#pragma once

#include "rewriter/emit/Emit.h"
#include "scheduling/autoschedule/AutoSchedule.h"

#include <functional>
#include <string>

namespace acc::test {

/// One nest of a unit, lifted, with the isl context that it lives in.
struct Lifted {
  std::shared_ptr<IslContext> context;
  std::shared_ptr<const LiftedScop> source;
  std::string text;  // of the unit
  SourceRange range; // of the nest in it
};

/// Reads `text` (compiled with `flags`) and lifts its nest number `ordinal`.
/// A stage that refuses fails the test and gives none.
std::optional<Lifted> liftText(const std::string &text, std::vector<std::string> flags = {},
                               unsigned ordinal = 0, DataConditions data = DataConditions::Open);

using MakePlan = std::function<Outcome<Plan>(const Nest &)>;

/// The plan of a script step list: keeps the order of the source.
Outcome<Plan> sourceOrder(const Nest &nest);
/// The automatic choice, or the source's order where nothing is to be gained.
Outcome<Plan> automatic(const Nest &nest);

/// The plan of a script's steps for kernel#1, "  schedule: ..." and "  plan: ...", on a target by
/// its name.
MakePlan scripted(const std::string &steps, const std::string &target = "avx2");

/// Emits the nest under the plan; fails the test when a stage refuses.
std::optional<EmittedNest> emitText(const Lifted &lifted, const MakePlan &makePlan);

/// The unit with the nest replaced by `{ if (guard) block else original }`; the
/// fast path counts its runs in the global `fastRuns`.
std::string rewritten(const Lifted &lifted, const EmittedNest &emitted);

/// Compiles `original` and `fast` (both define `kernel`) with a `main` that calls
/// `compare` (C text with a function `int compare(int *fast)` that calls
/// kernel_old and kernel_new, compares, and returns 0 when all agree). Warnings
/// of the rewritten unit are errors. Returns "" or what went wrong.
std::string compileAndRun(const std::string &original, const std::string &fast,
                          const std::string &driver, const std::string &flags = "-std=c89");

} // namespace acc::test
