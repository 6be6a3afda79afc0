// The library's absolute values of integers.
#pragma once

#include "analysis/tree/SourceTree.h"

namespace acc {

/// A call of abs, labs or llabs: its argument or the negative of that.
bool isAbsoluteValue(const Expr &expr);

} // namespace acc
