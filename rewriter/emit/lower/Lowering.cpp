#include "rewriter/emit/lower/Lowering.h"

#include "rewriter/emit/lower/BlockLoops.h"
#include "rewriter/emit/lower/CellLoops.h"
#include "rewriter/emit/lower/EarlyNotes.h"
#include "rewriter/emit/lower/FullTiles.h"
#include "rewriter/emit/lower/HoistedTests.h"
#include "rewriter/emit/lower/IdleArms.h"
#include "rewriter/emit/lower/JoinedArms.h"
#include "rewriter/emit/lower/KnownRests.h"
#include "rewriter/emit/lower/PlacedBuffers.h"
#include "rewriter/emit/lower/PlainBounds.h"
#include "rewriter/emit/lower/WholeLoops.h"

#include <algorithm>

namespace acc {
namespace {

/// What unswitching may make of the loops before guards are the better choice, and how many times
/// what guards make.
constexpr unsigned kUnswitchedNodes = 600, kUnswitchedTimes = 2;

/// The part of the quota for it.
constexpr uint64_t kUnswitchedShare = 4;

unsigned nodesOf(const CodeNode &node) {
  unsigned count = 1;
  for (const CodeNode &child : node.children)
    count += nodesOf(child);
  return count;
}

std::vector<bool> neverNegative(const LoopOrder &loops, const isl::union_map &time) {
  std::vector<bool> result(loops.depth(), true);
  time.foreach_map([&](isl::map map) {
    for (unsigned d = 0; d < loops.depth(); ++d)
      result[d] = result[d] && map.range().dim_min_val(loops.positions[d]).is_nonneg();
  });
  return result;
}

} // namespace

Outcome<CodeNode> loopsOfSchedule(const Plan &plan, const LoopOrder &loops,
                                  const isl::union_map &time, const isl::set &context) {
  const LiftedScop &source = *plan.schedule().nest().source;
  Outcome<CodeNode> guarded =
      codeTree(scheduleTree(plan, loops, time, context, false), source.scop);
  if (std::none_of(loops.indices.begin(), loops.indices.end(),
                   [](const Index &index) { return index.isJoint; }))
    return guarded;
  std::optional<CodeNode> unswitched;
  source.context->attempt(kUnswitchedShare, [&] {
    if (auto code =
            codeTree(scheduleTree(plan, loops, time, context), source.scop, kUnswitchedNodes))
      unswitched = std::move(*code);
  });
  source.context->resetQuota();
  if (unswitched && (!guarded || nodesOf(*unswitched) <= kUnswitchedTimes * nodesOf(*guarded)))
    return std::move(*unswitched);
  return guarded;
}

Lowering loweringOf(const Plan &plan, const LoopOrder &loops, const isl::union_map &time,
                    const isl::set &context, const std::vector<PrivatePlace> &privates) {
  return {plan, loops, privates, RunFacts(*plan.schedule().nest().source->context, context),
          neverNegative(loops, time)};
}

const std::vector<LoweringPass> &loweringPasses() {
  static const std::vector<LoweringPass> passes = {
      // for (s < min(8, (i + n)/2))             for (s < 8) if (2*s + 2 <= i + n)
      {"plain-bounds", withPlainBounds},
      // for (j += 32) if (j % 32 == 0) body     for (j += 32) body
      {"known-rests", withKnownRests},
      // body at s - s % 8                       for (i = 0; i <= s; i += 8) if (s <= i + 7) body
      {"block-loops", withBlockLoops},
      {"known-rests", withKnownRests},
      // if (a) body else if (b) body            if (a || b) body
      {"joined-arms", withJoinedArms},
      // for (ii < min(8, n - i)) body           if (full) for (ii < 8) body else ..
      {"full-tiles", withFullTiles},
      {"known-rests", withKnownRests},
      // if (full) { S; if (never) T; }          if (full) S;
      {"idle-arms", withoutIdleArms},
      // for ii if (holds[jj]) S                 if (holds[jj]) for ii S
      {"hoisted-tests", withHoistedTests},
      // region { if (full) A else B }           if (full) region { A } else B
      {"placed-buffers", withPlacedBuffers},
      // for i { any = tests; region }           any = tests; for i region
      {"early-notes", withEarlyNotes},
      // for (k += 16) for (kk < 16) S(k + kk)   for (k) S(k)
      {"whole-loops", withWholeLoops},
      // t[kk] = b[m - 1]                        with kk = m - 1 - k: t[kk] = b[m - 1]
      {"cell-loops", withCellLoops},
  };
  return passes;
}

Outcome<CodeNode> loweredLoops(const Plan &plan, const LoopOrder &loops, const isl::union_map &time,
                               const isl::set &context, const std::vector<PrivatePlace> &privates,
                               const LoweringObserver &observe) {
  Outcome<CodeNode> code = loopsOfSchedule(plan, loops, time, context);
  if (!code)
    return code;
  const Lowering nest = loweringOf(plan, loops, time, context, privates);
  for (const LoweringPass &pass : loweringPasses()) {
    *code = pass.apply(std::move(*code), nest);
    if (observe)
      observe(pass, *code);
  }
  return code;
}

} // namespace acc
