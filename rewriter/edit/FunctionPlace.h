// Finds the place where a new function can be inserted.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace acc {

/// The start of a line before the function definition that begins at `functionBegin` (its first
/// specifier) and before the comment above it, behind everything else: other declarations,
/// directives, and comments that an empty line parts from it; `functionBegin` itself where it
/// stands behind other code on its line. None where that cannot be told: the code before it has
/// brackets that do not match, or words before it on its line are no declaration of their own.
std::optional<size_t> functionPlace(std::string_view text, size_t functionBegin);

} // namespace acc
