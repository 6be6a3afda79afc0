// The values that the source's loop variables have after the nest.
#pragma once

#include "analysis/model/Scop.h"
#include "rewriter/emit/Names.h"

namespace acc {

/// Statements that set the live-out variables as the source leaves them: "i = n;", "p = p +
/// (long)n;". They are right where the nest runs at least once. Emission when the last value of a
/// loop variable is no expression of parameters.
Outcome<std::vector<std::string>> finalValueStatements(const Scop &scop, const WideType &wide);

} // namespace acc
