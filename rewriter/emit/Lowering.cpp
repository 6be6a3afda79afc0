#include "rewriter/emit/Lowering.h"

#include "rewriter/emit/BlockLoops.h"
#include "rewriter/emit/CellLoops.h"
#include "rewriter/emit/EarlyNotes.h"
#include "rewriter/emit/FullTiles.h"
#include "rewriter/emit/HoistedTests.h"
#include "rewriter/emit/IdleArms.h"
#include "rewriter/emit/JoinedArms.h"
#include "rewriter/emit/KnownRests.h"
#include "rewriter/emit/PlacedBuffers.h"
#include "rewriter/emit/PlainBounds.h"
#include "rewriter/emit/WholeLoops.h"

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

/// Per loop: its variable has no negative value.
std::vector<bool> neverNegative(const LoopOrder &loops, const isl::union_map &time) {
  std::vector<bool> result(loops.depth(), true);
  time.foreach_map([&](isl::map map) {
    for (unsigned d = 0; d < loops.depth(); ++d)
      result[d] = result[d] && map.range().dim_min_val(loops.positions[d]).is_nonneg();
  });
  return result;
}

/// Without divisions, as far as the proof would have to read them back.
CodeNode withPlainLoops(CodeNode code, const LoopOrder &loops, const isl::union_map &time,
                        const RunFacts &facts) {
  std::vector<bool> fromZero = neverNegative(loops, time);
  code = withKnownRests(withPlainBounds(std::move(code), fromZero));
  code = withJoinedArms(withKnownRests(withBlockLoops(std::move(code), loops, fromZero)));
  return withoutIdleArms(withKnownRests(withFullTiles(std::move(code), loops, facts)), facts);
}

} // namespace

Outcome<CodeNode> loweredLoops(const Plan &plan, const LoopOrder &loops, const isl::union_map &time,
                               const isl::set &context, const std::vector<PrivatePlace> &privates) {
  const LiftedScop &source = *plan.schedule().nest().source;
  const RunFacts facts(*source.context, context);
  auto finished = [&](CodeNode code) {
    code = withHoistedTests(withPlainLoops(std::move(code), loops, time, facts), source.scop,
                            privates);
    code = withEarlyNotes(withPlacedBuffers(std::move(code), plan, loops, facts), source.scop,
                          privates, facts);
    return withCellLoops(withWholeLoops(std::move(code), plan, loops, privates), plan, loops,
                         privates);
  };
  Outcome<CodeNode> guarded =
      codeTree(scheduleTree(plan, loops, time, context, false), source.scop);
  bool isJoint = std::any_of(loops.indices.begin(), loops.indices.end(),
                             [](const Index &index) { return index.isJoint; });
  if (isJoint) {
    std::optional<CodeNode> unswitched;
    source.context->attempt(kUnswitchedShare, [&] {
      if (auto code =
              codeTree(scheduleTree(plan, loops, time, context), source.scop, kUnswitchedNodes))
        unswitched = std::move(*code);
    });
    source.context->resetQuota();
    if (unswitched && (!guarded || nodesOf(*unswitched) <= kUnswitchedTimes * nodesOf(*guarded)))
      return finished(std::move(*unswitched));
  }
  return guarded ? Outcome<CodeNode>(finished(std::move(*guarded))) : guarded;
}

} // namespace acc
