// The final values of variables that are live after the nest.
#pragma once

#include "analysis/model/Parameters.h"
#include "analysis/tree/LastAssignments.h"

namespace acc {

/// The variables in `liveOut` that count loops, themselves or by the variable that counts for them,
/// and that no statement assigns; behind them, since bounds of loops read these at entry, those
/// that `last` sets. ScalarState when one variable counts several loops, since it is not known
/// which of them runs last, and where a value is no polynomial of parameters or elements behind
/// another pointer. What reading the values demands is added to `wraps`.
Outcome<std::vector<FinalValue>> finalValuesOf(ModelContext &model,
                                               const std::vector<LastAssignment> &last,
                                               const std::set<SymbolId> &liveOut,
                                               std::vector<WrapRequirement> &wraps);

} // namespace acc
