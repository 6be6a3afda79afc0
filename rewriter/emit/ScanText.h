// A condition on data, tested in all its iterations before the nest runs.
#pragma once

#include "rewriter/emit/Names.h"
#include "scheduling/Plan.h"

namespace acc {

/// A block that clears the int `flag`, which is 1, unless the test of Scop::tests with this
/// parameter holds everywhere. Only the innermost loop goes on once it does not; it runs along
/// memory where one does.
///     { long j, l;
///       for (j = 0; flag && j < n; j++)
///         for (l = 0; l < k; l++)
///           flag &= b[l + j * ldb] != 0.; }
/// Emission when it has no C.
Outcome<std::string> scanText(const LiftedScop &source, const std::string &parameter,
                              const std::string &flag, const WideType &wide);

} // namespace acc
