// Calls that are only hints to the compiler or the cache.
#pragma once

#include "analysis/tree/SourceTree.h"

namespace acc {

/// A function of this name is only a hint: calling it only computes its arguments.
bool isHint(const std::string &function);

/// The value of a call that is the one of its first argument, where the others do nothing; null for
/// any other expression.
///     __builtin_expect(x, 1)   ->   x
///     __builtin_assume_aligned(p, 64)   ->   p
ExprRef hintedValue(const Expr &expr);

/// A call that does nothing and gives no value: __builtin_assume(c), which does not even compute
/// its argument, and
/// __builtin_prefetch(p) where computing p does nothing.
bool isIdle(const Expr &expr);

} // namespace acc
