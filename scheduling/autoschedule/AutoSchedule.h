// The automatic choice: a plan that is expected to beat the compiler's own code
// for the source, legal by construction of the checks it goes through.
#pragma once

#include "scheduling/Plan.h"

namespace acc {

/// Legal plans that are expected to gain something, best first, each of another
/// kind (register tile, permutation, ..., the source's order): what to fall back
/// on when the first cannot be written or proved. Empty when nothing is expected.
std::vector<Plan> rankedSchedules(const Nest &nest, const Target &target);

/// The first of rankedSchedules; `NotProfitable` when nothing is expected to be gained.
Outcome<Plan> chooseSchedule(const Nest &nest, const Target &target);

} // namespace acc
