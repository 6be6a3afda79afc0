// Where the fast versions of a file stand together.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <optional>

namespace acc {

/// The beginning of the first function with a loop before which new functions can stand, in every
/// configuration: outside of conditions of the preprocessor. None where there is none, or pragmas
/// have the functions compute floating-point numbers in several ways. It depends on the file alone,
/// not on what is rewritten in it.
std::optional<uint32_t> placeOfAll(const std::string &text, const std::vector<SourceNest> &nests);

/// Whether conditions of the preprocessor and sizes of types mean the same at the place as before
/// the nest in a later function: no line between them defines what they name, or includes a file.
/// False for another function's place where the nest's stands below a condition.
bool isSameAt(const std::string &text, uint32_t place, const SourceNest &nest);

} // namespace acc
