// Lists the functions that a unit defines.
#pragma once

#include "analysis/frontend/Frontend.h"

#include <variant>

namespace acc {

/// The functions that the main file itself defines for other files, without main, by name, in the
/// order of the text; the compiler's errors where there are some.
std::variant<std::vector<std::string>, std::vector<ParseError>>
definedFunctions(const UnitInput &input);

} // namespace acc
