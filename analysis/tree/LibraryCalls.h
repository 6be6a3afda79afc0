// Functions of the mathematical library whose value does not depend on the library.
#pragma once

#include "analysis/tree/SourceTree.h"

namespace acc {

/// The value of the function in double, also for its float form; none for another function.
std::optional<double> libraryValue(std::string function, const std::vector<double> &arguments,
                                   const CType &type);

} // namespace acc
