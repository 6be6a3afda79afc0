// What a nest is read from: its tree with counted loops, and nothing that says the same otherwise.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// The nest in the form that buildScop reads, stage after stage; what is no counted loop stays as it
/// is. `liveOut`: variables that may be read behind the nest; counters of the form that stand for
/// one of them (Symbol::counts) are added. `data`: where conditions are taken to hold, they are written in terms
/// that the nest need not have computed (TestedValues.h).
SourceNest normalForm(const SourceNest &nest, std::set<SymbolId> &liveOut, DataConditions data);

} // namespace acc
