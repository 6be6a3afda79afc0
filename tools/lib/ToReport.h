// The stages' values as report values: expressions become text.
#pragma once

#include "acc-delin/Report.h"
#include "analysis/delinearize/Lint.h"
#include "analysis/delinearize/Versions.h"
#include "analysis/dependence/Claims.h"

namespace acc {

/// Id, parent, function and place; status "rejected" until a stage says better.
report::Nest reportOf(const SourceNest &nest);

/// `where` unknown: line and column 0.
report::Finding findingOf(const Rejection &rejection);

/// Parameters, loops, statements, assumptions of the scop.
void describe(const Scop &scop, report::Nest &nest);

/// Arrays (not scalars), validity, guard, disjoint pairs, assumptions, and the
/// status: "recovered" when some view has more dimensions than the source shows,
/// else "affine". Where nothing is recovered, the views that hold for hardly any size are told with
/// the validity that they would need.
void describe(const Scop &scop, const Delinearization &views, const ViewChoices &choices,
              report::Nest &nest);

/// Each distinct assumption once.
void describe(const std::vector<Assumption> &assumptions, report::Nest &nest);

void describe(const std::vector<LintFinding> &lint, report::Nest &nest);

/// The row's versions.
void describe(const Scop &scop, const std::vector<ViewVersion> &versions, report::Nest &nest);

/// Dependences, each distinct row once, which loops are parallel, and when that holds.
void describe(const Scop &scop, const Dependences &dependences, const Claims &claims,
              report::Nest &nest);

} // namespace acc
