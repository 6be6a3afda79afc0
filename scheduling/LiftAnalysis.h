// From what the analysis found of a nest to Accera's Nest.
#pragma once

#include "analysis/Analysis.h"
#include "scheduling/Nest.h"

namespace acc {

/// Lifts what the analysis found; its rejection where there is one.
Outcome<Nest> lift(NestAnalysis analysis);

} // namespace acc
