// The test of a loop that also steps a variable.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Makes the test of the loop one without side effects: a step in it becomes one of the body, as
/// its first statement, of a do loop as its last one. Other effects are Unsupported. The loop's
/// other parts have none.
///     for (i = n; --i >= 0;) S;   ->   for (i = n - 1; i >= 0; i -= 1) S;
///     while (--n >= 0) S;         ->   while (n - 1 >= 0) { n -= 1; S }
///     while (n-- > 0) S;          ->   while (n > 0) { n -= 1; S }
///     while (n > 0 && n--) S;     ->   while (n > 0) { n -= 1; S }   (which leaves n as it is)
///     do S; while (--n > 0);      ->   do { S; n -= 1; } while (n > 0);
///     do S; while (n-- > 0);      ->   do { S; n -= 1; } while (n + 1 > 0);
/// A while loop then leaves the variable one step short, so nothing may read it after the loop.
void takeStepOfTest(const SourceNest &nest, Stmt &loop);

} // namespace acc
