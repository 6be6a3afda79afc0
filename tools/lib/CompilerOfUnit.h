// What the unit's command says of the compiler's own loops.
#pragma once

#include "acc-delin/Options.h"
#include "analysis/frontend/Frontend.h"
#include "scheduling/autoschedule/LoopCompiler.h"

namespace acc {

/// By the last -O of the command and the flags that stand for parts of it; -O3 when there is none.
/// gcc counts as version 12 or later. [gcc 12 manual, "Optimize Options"; clang's driver.]
LoopCompiler loopCompilerOf(const UnitInput &input);

/// The fast version is compiled for several processor levels: the unit is for any x86-64 processor,
/// as its flags name none, and the target of its schedules is not named either.
bool hasLevels(const UnitInput &input, const UnitOptions &options);

/// How the unit compiles its loops, and the fast versions of them: with several levels also those
/// are in vectors that the unit's own flags leave scalar, as gcc's levels are compiled with -O3
/// [docs/written_c.md].
Builds buildsOf(const UnitInput &input, const UnitOptions &options);

} // namespace acc
