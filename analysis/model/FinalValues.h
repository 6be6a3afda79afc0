// What the code behind a nest finds in the variables of its loops.
#pragma once

#include "analysis/model/Parameters.h"

namespace acc {

/// The loops whose counters are in `liveOut`, or stand for a variable in it that no statement
/// assigns. ScalarState when one variable counts several loops, since it is not known which of them
/// runs last.
Outcome<std::vector<FinalValue>> finalValuesOf(const ModelContext &model,
                                               const std::set<SymbolId> &liveOut);

} // namespace acc
