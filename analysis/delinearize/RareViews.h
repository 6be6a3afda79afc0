// Rare views: views that hold for almost no size and are not worth reporting.
#pragma once

#include "analysis/delinearize/ArrayViews.h"
#include "analysis/delinearize/Strides.h"
#include "analysis/solve/DomainFacts.h"

namespace acc {

/// Wherever something runs and `validity` holds, rows have at most one element or a loop around the
/// accesses runs at most once, although neither has to be so; or `validity` never holds.
///   for (i = 0; i < n; i++) for (j = 0; j <= m; j++) A[i*m + j]     in rows of m + 1 for n <= 1
/// A condition that makes two sizes equal is not rare, nor is one that fixes an offset.
bool holdsRarely(const DomainFacts &facts, const Condition &validity,
                 const std::vector<IndexUse> &uses);

/// The loop around the statement that runs at most once if the condition holds, although it need
/// not otherwise; null if there is none or it is unknown.
const ScopLoop *loopHeldToOnce(const DomainFacts &facts, const Condition &validity, int statement);

/// Why the rows that the accesses walk overlap whatever the sizes are:
///   for (j = 0; j <= n; j++) a[i*n + j]    "rows of n elements hold n + 1 accesses: a[i*n + n] is
///       a[(i + 1)*n]"
/// None where no row is proved to be longer than the stride to the next.
std::optional<std::string> overlapOf(const DomainFacts &facts, const std::string &name,
                                     const std::vector<IndexUse> &uses);

/// `overlapOf` of a view that never holds; else a sentence on its rows.
std::string neverReason(const DomainFacts &facts, const ChosenView &view);

} // namespace acc
