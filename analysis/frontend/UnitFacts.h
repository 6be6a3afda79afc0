// Facts of the unit from its flags, its language and its identifiers.
#pragma once

#include "analysis/frontend/Parse.h"

namespace acc {

/// All but readsErrno, which the functions' bodies tell.
UnitFacts readUnitFacts(const ParsedUnit &unit);

} // namespace acc
