// Warnings from the conditions under which views hold, without declared sizes.
#pragma once

#include "analysis/delinearize/Lint.h"

namespace acc {

/// Reports what the run-time conditions of the views imply about the source, only if it is certain:
///   never valid    for (j = 0; j <= m; j++) A[i*m + j]    with i < 5: rows of m hold m + 1
///       accesses
///   rows overlap   the same with i < n                    in rows only where loop i runs once
///   mixed rows     A[i*m + j] += A[k*n + j]               in rows only where n == m
/// `lint-never-valid`, `lint-rows-overlap` and `lint-mixed-rows`.
std::vector<LintFinding> lintConditions(const DomainFacts &facts, const ViewChoices &choices,
                                        const Delinearization &views);

} // namespace acc
