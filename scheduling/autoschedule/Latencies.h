// Estimates how long a statement's operations take if they wait for one another, or for the one
// unit that divides.
#pragma once

#include "analysis/dependence/Dependence.h"
#include "scheduling/LiftAnalysis.h"

namespace acc {

/// Additions of floating-point numbers that take as long as the longest way from an element of the
/// array that an iteration of the loop finds as the one before left it to what the statement
/// writes.
///   s += a*b     1          d[j] = c + fmin(d[j - 1], e)     3          integers: n += x     0.25
double chainLength(const LiftedScop &source, int statement, int array, int loop);

/// The same by way of several statements of one iteration: from what the statement `last` wrote in
/// the iteration before, which another one uses, to what it writes; 0 where there is no such way.
///   left = A[j - 1] - p;  best = d[j];  if (left > best) best = left;  A[j] = best;     of
///       integers: 0.25 + 0.25 + 0.5
double chainAround(const LiftedScop &source, const std::vector<int> &statements, int last,
                   int loop);

/// Divisions and square roots of floating-point numbers in the statement: they run one after the
/// other.
int divisionsIn(const ScopStatement &statement);

/// Products of integers that are no part of a subscript. SSE2 has no instruction for vectors of
/// them.
int integerProductsIn(const ScopStatement &statement);

/// Calls that no instruction stands for.
int callsIn(const ScopStatement &statement);

} // namespace acc
