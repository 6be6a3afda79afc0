// What the unit's command says of the compiler's own loops.
#pragma once

#include "analysis/frontend/Frontend.h"
#include "scheduling/autoschedule/LoopCompiler.h"

namespace acc {

/// By the last -O of the command and the flags that stand for parts of it; -O3 when there is none.
/// gcc counts as version 12 or later. [gcc 12 manual, "Optimize Options"; clang's driver.]
LoopCompiler loopCompilerOf(const UnitInput &input);

} // namespace acc
