// Warnings: what the conditions of a nest say of the source itself.
#pragma once

#include "analysis/delinearize/ArrayViews.h"

namespace acc {

/// One warning. `id` is "lint-never-valid", "lint-out-of-range", "lint-swapped-sizes", or one of
/// LintConditions.h.
struct LintFinding {
  std::string id, message;
  SourceRange where;
};

/// The warnings of one nest, in the order of its accesses; `views` is null if some array of
/// `choices` has none. Reports only what is certain:
///   never valid    a view that the indices ask for and that holds for no non-empty domain
///   out of range   double A[n]; for (i = 0; i <= n; i++) A[i]     whenever the loop runs
///   swapped sizes  double A[n][m]; A[i][j] with i < m, j < n: in range only where n == m,
///                  but always when the two are exchanged
/// Sizes are those that Symbol::extent and the inner sizes of an array declare.
/// Empty when the quota ends.
std::vector<LintFinding> lint(const DomainFacts &facts, const ViewChoices &choices,
                              const Delinearization *views);

} // namespace acc
