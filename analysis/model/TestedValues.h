// Conditions of loops on a local variable, as conditions on what the variable was computed from.
#pragma once

#include "analysis/model/SourceNest.h"

namespace acc {

/// The tree, where each `if` around loops tests the value that a variable of numbers was given just before it
/// instead of the variable, as long as nothing between may change what that value is made of. The variable
/// itself stays.
///     t = alpha*b[l]; if (t != 0.) for (i...) c[i] += t*a[i];
///       ->   t = alpha*b[l]; if ((double)(alpha*b[l]) != 0.) for (i...) c[i] += t*a[i];
StmtRef withTestedValues(const SourceNest &nest);

} // namespace acc
