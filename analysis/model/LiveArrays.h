// Which arrays the code behind a nest may read.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// The array is a local one of the function, and nothing behind the nest reads it: what
/// its memory holds there does not matter. Index in Scop::arrays.
bool isDeadAfter(const Scop &scop, int array);

} // namespace acc
