// Conditions on data that are tested before the nest runs, apart from what runs in it.
#pragma once

#include "analysis/delinearize/Delinearization.h"

namespace acc {

/// Moves the tests among the statements to Scop::tests; of the views their accesses are left out.
/// Ranges, conditions and pairs of arrays stay: they hold for the tests, too.
void separateTests(Scop &scop, Delinearization &views);

} // namespace acc
