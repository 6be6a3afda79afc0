// Limits the size of a value that replaces a variable.
#pragma once

#include <cstddef>

namespace acc {

/// Most parts of it: each use of the variable repeats them, so thrice x = x*(2 - a*x) has a 15
/// times.
constexpr size_t kMostOfValue = 256;

} // namespace acc
