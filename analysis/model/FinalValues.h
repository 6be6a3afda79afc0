// What the code behind a nest finds in the variables of its loops.
#pragma once

#include "analysis/model/Parameters.h"

namespace acc {

/// The loops whose counters are of `liveOut`, or stand for one of it that no statement assigns.
/// ScalarState when one variable counts several loops: the last one to run is not known.
Outcome<std::vector<FinalValue>> finalValuesOf(const ModelContext &model,
                                               const std::set<SymbolId> &liveOut);

} // namespace acc
