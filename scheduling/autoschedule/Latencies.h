// How long a statement's operations take where they wait for one another, or for the one unit that divides.
#pragma once

#include "analysis/dependence/Dependence.h"
#include "scheduling/LiftAnalysis.h"

namespace acc {

/// Additions of floating-point numbers that take as long as the longest way from an element of the array that an iteration of
/// the loop finds as the one before left it to what the statement writes.
///   s += a*b     1          d[j] = c + fmin(d[j - 1], e)     3          integers: n += x     0.25
double chainLength(const LiftedScop &source, int statement, int array, int loop);

/// Divisions and square roots of floating-point numbers in the statement: they run one after the other.
int divisionsIn(const ScopStatement &statement);

/// Products of integers that are no part of a subscript. SSE2 has no instruction for vectors of them.
int integerProductsIn(const ScopStatement &statement);

/// Calls that no instruction stands for.
int callsIn(const ScopStatement &statement);

} // namespace acc
