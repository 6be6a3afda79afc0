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

} // namespace acc
