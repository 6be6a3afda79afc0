// Elements that may not be kept in cells, whoever makes these: a promotion, an expansion, or the
// order of the loops.
#pragma once

#include "analysis/model/Scop.h"

#include <optional>
#include <string>

namespace acc {

/// Why the array (index in Scop::arrays) must stay where it is: a statement stores to it what was
/// computed in a wider floating type, and gcc 12 keeps two such elements in a register as they were
/// before the conversion, as (double)(float)x becomes x in vectors of two (-O3, 2026-11; no hint
/// and no attribute avoids it). None where nothing is narrowed.
///   float s:  s += a[i]*0.5
std::optional<std::string> narrowedIn(const Scop &scop, int array);

} // namespace acc
