// The stages' values as report values: expressions become text.
#pragma once

#include "acc-delin/Report.h"
#include "analysis/delinearize/Lint.h"
#include "analysis/delinearize/Versions.h"
#include "analysis/dependence/Dependence.h"

namespace acc {

/// Id, parent, function and place; status "rejected" until a stage says better.
report::Nest reportOf(const SourceNest &nest);

/// `where` unknown: line and column 0.
report::Finding findingOf(const Rejection &rejection);

/// Parameters, loops, statements, assumptions of the scop.
void describe(const Scop &scop, report::Nest &nest);

/// Arrays (not scalars), validity, guard, disjoint pairs, assumptions, and the
/// status: "recovered" when some view has more dimensions than the source shows,
/// else "affine".
void describe(const Scop &scop, const Delinearization &views, report::Nest &nest);

void describe(const std::vector<LintFinding> &lint, report::Nest &nest);

/// The row's versions.
void describe(const Scop &scop, const std::vector<ViewVersion> &versions, report::Nest &nest);

/// Dependences, each distinct row once, and which loops are parallel.
void describe(const Scop &scop, const Dependences &dependences, report::Nest &nest);

} // namespace acc
