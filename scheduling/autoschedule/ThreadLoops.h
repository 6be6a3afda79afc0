// Selects the loops of a plan that are distributed over threads.
#pragma once

#include "scheduling/Plan.h"

namespace acc {

/// The plan with the outermost loop of each statement parallel that can be: it carries no
/// dependence, has loops inside and not a known number of iterations that is too small, and no
/// buffer of the plan stands around it. None where no statement has such a loop.
///   for k for j for i C[i][j] += A[i][k]*B[k][j]   ->   j
std::optional<Plan> inThreads(Plan plan);

} // namespace acc
