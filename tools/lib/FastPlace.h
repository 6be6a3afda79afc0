// Finds the place for the fast versions of a file.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <optional>

namespace acc {

/// The beginning of the first function with a loop before which new functions can stand, in every
/// configuration; where it stands below conditions of the preprocessor, that of the first of these.
/// None where there is none, or pragmas have the functions compute floating-point numbers in
/// several ways. It depends on the file alone, not on what is rewritten in it.
std::optional<uint32_t> placeOfAll(const std::string &text, const std::vector<SourceNest> &nests);

/// Whether conditions of the preprocessor and sizes of types mean the same at the place as before
/// the nest in a later function: no line between them defines what they name, or includes a file.
/// Headers of C and of the compiler change nothing of conditions that name only what it predefines.
bool isSameAt(const std::string &text, uint32_t place, const SourceNest &nest);

/// The conditions of the preprocessor under which the text at the place is compiled, each as it
/// stands in an #if. A version that another place has under these alone is never one too many:
/// where they differ there, it is not called or the original runs.
std::vector<std::string> conditionsAround(const std::string &text, uint32_t place);

} // namespace acc
