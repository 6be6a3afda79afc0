// Conditions under which the source's own index arithmetic does not wrap.
#pragma once

#include "analysis/solve/Bounds.h"

namespace acc {

/// One wrap requirement without its iterators: `value` stays in its range when
/// `condition` holds, which is True when nothing is left to check.
struct WrapCondition {
  Condition condition = Condition::always();
  Polynomial value;
  SourceRange where;
};

/// All requirements of the accesses and of the bounds, each once, as conditions
/// over parameters that are sufficient (exact where the value is affine).
/// `IndexType` when one cannot be bounded.
Outcome<std::vector<WrapCondition>> wrapConditions(const DomainFacts &facts);

} // namespace acc
