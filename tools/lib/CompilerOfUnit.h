// How the unit's command makes the compiler treat its loops.
#pragma once

#include "acc-delin/Options.h"
#include "analysis/frontend/Frontend.h"
#include "scheduling/autoschedule/LoopCompiler.h"

#include <string>
#include <vector>

namespace acc {

/// The file of the known compiler that the command names, and why there is none, as a sentence: see
/// findKnownCompiler.
struct RunnableCompiler {
  std::string path, why;
};
RunnableCompiler runnableCompilerOf(const UnitInput &input);

/// By the last -O of the command and the flags that stand for parts of it; -O3 when there is none.
/// gcc counts as version 12 or later. [gcc 12 manual, "Optimize Options"; clang's driver.]
LoopCompiler loopCompilerOf(const UnitInput &input);

/// The processor levels beyond "plain", which is what the unit's own flags allow, and that one, the
/// least first.
const std::vector<std::string> &levelNames();

/// Those of "avx2,avx512"; empty where one is unknown.
std::vector<std::string> namedLevels(const std::string &words);

/// The fast version is compiled for several processor levels: the unit is for any x86-64 processor,
/// as its flags name none, and the target of its schedules is not named either.
bool hasLevels(const UnitInput &input, const UnitOptions &options);

/// Its compiler may fuse multiplication and addition whatever a pragma says: no level of its fast
/// versions may have FMA then.
bool alwaysContracts(const UnitInput &input);

/// How the unit compiles its loops, and the fast versions of them: with several levels also those
/// are in vectors that the unit's own flags leave scalar, as gcc's levels are compiled with -O3
/// [docs/written_c.md].
Builds buildsOf(const UnitInput &input, const UnitOptions &options);

} // namespace acc
