// Forms of a nest with the values of cheap scalars in their places, from which candidates start.
#pragma once

#include "scheduling/Schedule.h"
#include "scheduling/Target.h"

#include <optional>

namespace acc {

/// What becomes of values that then stand in conditions on data or below them, which keep compilers from vectors in their own ways.
enum class Decided {
  /// Loops in another order, whose gain lies in memory: a value that is tested anyway, or that comes from outside of the loops.
  Reordered,
  /// Tiles in registers, whose gain lies in vectors: a store below a condition is part of them where it goes to a private variable
  /// that the condition tests, or where the target has stores under a mask.
  Tiled,
  /// Loops that compilers are to write out as they are: no value that was computed in any case may stand below a condition.
  LeftAlone
};

/// The nest without the cheap scalars that can go and may; none when none is left out.
std::optional<Schedule> withoutScalars(const Nest &nest, Decided decided, const Target &target);

} // namespace acc
