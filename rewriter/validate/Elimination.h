// Integer constraints with fewer unknowns.
#pragma once

#include "analysis/support/IslInterop.h"

#include <optional>
#include <vector>

namespace acc {

/// Integers satisfy what is returned when, with suitable values for the names that are gone, they
/// satisfy the constraints; none when no integers do. Equalities are cut where their parts must be
/// 0 alone, and used up by substitution:
///   8*x + a == 8*y + b, 0 <= a < 8, 0 <= b < 8, x > y   ->   x == y, a == b, x > y   ->   none
/// Where a number would leave 64 bits, the constraints stay as they are.
std::optional<std::vector<LinearConstraint>> eliminated(std::vector<LinearConstraint> constraints);

} // namespace acc
