// Forms of a nest with the values of cheap scalars in their places, from which candidates start.
#pragma once

#include "scheduling/Schedule.h"
#include "scheduling/Target.h"

#include <map>
#include <optional>

namespace acc {

/// What becomes of values that then stand in conditions on data or below them, which keep compilers
/// from vectors in their own ways.
enum class Decided {
  /// Loops in another order, whose gain lies in memory: a value that is tested anyway, or that
  /// comes from outside of the loops.
  Reordered,
  /// Tiles in registers, whose gain lies in vectors: a store below a condition is part of them
  /// where it goes to a private variable
  /// that the condition tests, or where the target has stores under a mask.
  Tiled,
  /// Loops that compilers must keep unconditional: no value that was always computed may move under
  /// a condition.
  LeftAlone
};

class FormsWithoutScalars {
public:
  /// Both must outlive it.
  FormsWithoutScalars(const Nest &nest, const Target &target) : nest(nest), target(target) {}

  /// The nest without the cheap scalars that can go and may; null when none is left out. Where the
  /// same ones go it is the same form.
  const Schedule *form(Decided decided);

private:
  /// The nest without these; null where one of them cannot go.
  const Schedule *without(const std::vector<std::string> &scalars);

  const Nest &nest;
  const Target &target;
  std::map<std::vector<std::string>, std::optional<Schedule>>
      forms; // as far as asked for, by the scalars
};

} // namespace acc
