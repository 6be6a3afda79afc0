// Counted for loops.
#pragma once

#include "analysis/model/IntegerValue.h"

namespace acc {

/// Why a loop of a step with the wrong sign is refused.
inline constexpr const char *kStepsAway = "it steps away from its bound";

struct LoopHeader {
  ScopLoop loop;
  /// Invariant parts of the loop's condition: the loop runs only when they hold.
  Condition entry = Condition::always();
};

/// Reads `for (v = first; v REL end; v += c)` in any direction and spelling.
/// Bounds are affine in the loops in scope. What the counter's type needs (no
/// wrap, no endless loop) goes to `entryWraps`. LoopForm, LoopBound, LoopStep
/// and LoopVariable say why not. The loop is not yet in `model`.
Outcome<LoopHeader> readLoop(ModelContext &model, const Stmt &loop,
                             std::vector<WrapRequirement> &entryWraps);

} // namespace acc
