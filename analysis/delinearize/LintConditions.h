// Warnings from the conditions under which views hold, without declared sizes.
#pragma once

#include "analysis/delinearize/Lint.h"

namespace acc {

/// What the run-time conditions of the views say of the source, told only where it is certain:
///   rows overlap   for (j = 0; j <= m; j++) A[i*m + j]    in rows only where loop i runs once
///   mixed rows     A[i*m + j] += A[k*n + j]               in rows only where n == m
/// `lint-rows-overlap` and `lint-mixed-rows`, in the order of the assumptions.
std::vector<LintFinding> lintConditions(const Region &region, const Delinearization &views);

} // namespace acc
