// Conditions on data that are tested before the nest runs, separate from the statements of the
// nest.
#pragma once

#include "analysis/delinearize/Delinearization.h"

namespace acc {

/// Moves the tests from the statements to Scop::tests and their accesses out of the views. Ranges,
/// conditions and pairs of arrays stay: they also hold for the tests.
void separateTests(Scop &scop, Delinearization &views);

} // namespace acc
