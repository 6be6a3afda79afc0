// The automatic choice: a plan that is expected to beat the compiler's own code
// for the source, legal by construction of the checks it goes through.
#pragma once

#include "scheduling/Plan.h"

namespace acc {

/// `NotProfitable` when nothing is expected to be gained.
Outcome<Plan> chooseSchedule(const Nest &nest, const Target &target);

} // namespace acc
