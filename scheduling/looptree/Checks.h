// Checks that AccelForge does not make, although the mapping is wrong or its figures do not match
// the computation.
#pragma once

#include "scheduling/looptree/Paths.h"

namespace acc::looptree {

/// Errors: a rank variable without a loop of tile 1, a tile larger than what
/// encloses it, levels in the wrong order, Einsums or tensors that the mapping or
/// the workload lacks, branches against the data's order, a Toll that nothing
/// stands behind. Warnings: tiles that do not divide.
void checkMapping(const Spec &spec, const std::vector<EinsumPath> &paths, Diagnostics &diagnostics);

} // namespace acc::looptree
