// Determines which arrays may be read after a nest.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// The array is local to the function and is not read after the nest, so its final contents do not
/// matter. `array`: index in Scop::arrays.
bool isDeadAfter(const Scop &scop, int array);

} // namespace acc
