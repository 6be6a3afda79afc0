// The alternatives of a condition as people read them.
#pragma once

#include "analysis/support/Condition.h"

namespace acc {

struct Alternative {
  /// Of an alternative that is denied, the equality that must not hold.
  Condition condition;
  bool isDenied = false;
};

/// Operands of an Or, else the condition itself. Two that say together that a value is not zero are
/// one.
///   v > 0 || v < 0 || w == 0   ->   v != 0, w == 0
std::vector<Alternative> alternativesOf(const Condition &condition);

} // namespace acc
