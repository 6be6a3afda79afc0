// The stages' values as report values: expressions become text.
#pragma once

#include "acc-delin/Report.h"
#include "analysis/Analysis.h"

namespace acc {

/// "array", "strided" or "jagged".
const char *viewName(ViewKind kind);

/// Id, parent, function and place; status "rejected" until an analysis says better.
report::Nest reportOf(const SourceNest &nest);

/// `where` unknown: line and column 0.
report::Finding findingOf(const Rejection &rejection);

/// At its place, or at the nest's where it has none.
void addRejection(report::Nest &row, const Rejection &rejection);

/// What the analysis says of the nest, but not its rejection: lint as far as it got; of a whole one
/// parameters, loops, statements, arrays (not scalars), validity, guard, versions, dependences,
/// each distinct one once, assumptions, and the status: "recovered" when some view has more
/// dimensions than the source shows, else "affine". Where nothing is recovered, the views that hold
/// for hardly any size are told with the validity that they would need.
void describe(const NestAnalysis &analysis, report::Nest &nest);

/// Each distinct assumption once.
void describe(const std::vector<Assumption> &assumptions, report::Nest &nest);

/// A file that could not be read, and so has no nests.
report::File unreadFile(const std::string &path, std::vector<report::Finding> errors);
report::File unreadFile(const std::string &path, const std::vector<ParseError> &errors);

} // namespace acc
