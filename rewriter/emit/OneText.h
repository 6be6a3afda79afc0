// One text for targets with different registers.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace acc {

/// Merges `texts`, one for each of widths(), into the one text from which the compiler's macros
/// make them: numbers that differ are written with the names of Widths.h. None if they differ in
/// more.
///   j += 32, j += 16, j += 8, j += 8   ->   j += 2 * ACC_FLOATS
///   ACC_16F(x), ACC_8F(x), ACC_4F(x), ACC_4F(x)   ->   ACC_F(x)
/// `inDoubles`: elements are counted as doubles, where both fit.
std::optional<std::string> oneText(const std::vector<std::string> &texts, bool inDoubles);

} // namespace acc
