// The interface shared by the lowering passes.
#pragma once

#include "rewriter/emit/IntValues.h"
#include "rewriter/emit/LoopOrder.h"
#include "rewriter/emit/PrivatePlaces.h"

namespace acc {

/// What a pass knows besides the code that it changes.
struct Lowering {
  const Plan &plan;
  const LoopOrder &loops;
  const std::vector<PrivatePlace> &privates;
  /// What holds around all loops.
  RunFacts facts;
  /// Per depth: the loop's variable has no negative value.
  std::vector<bool> neverNegative;

  const Scop &scop() const { return plan.schedule().nest().source->scop; }
};

/// A pass runs the same instances of the same statements in the same order as the code that it is
/// given. Its header has an example of each change.
struct LoweringPass {
  /// As in --dump-after=emit/NAME.
  const char *name;
  CodeNode (*apply)(CodeNode, const Lowering &);
};

} // namespace acc
