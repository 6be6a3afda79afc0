// Reads emitted C back through the frontend and proves it equal to the source
// nest. Shares nothing with emission or with the search for views: indices are
// compared as polynomials, values and orders by isl's dataflow.
#pragma once

#include "analysis/delinearize/Delinearization.h"
#include "analysis/frontend/Frontend.h"

namespace acc {

/// What was checked, for reports and tests.
struct Proof {
  unsigned instancesCompared = 0; // statement pairs whose instance sets are equal
  unsigned accessesCompared = 0;  // accesses at provably the same address or value
  unsigned dependencesOrdered =
      0; // conflicts in the source's order, reads of the same origin, final values
};

/// `input` holds the text of the unit after the rewrite; `rewrite` is the byte
/// range there of the whole statement `if (guard) fast else original`
/// (comments around it do no harm), in which calls of `functions`, static ones, are read
/// as their bodies; `source` is the scop of the original nest
/// and `views` what the guard was made from: only claims, all checked here.
///
/// Proves, for all parameters for which the guard holds: each source instance runs exactly once, as
/// the same expression at the same addresses. Each read sees the same value as in the source, also
/// through copies in local buffers. Memory has the same final values. No location is accessed that
/// the source does not access. The views are valid, written ranges are disjoint, and run-time
/// assumptions follow. NotProved names the first check that failed.
Outcome<Proof> validate(const Scop &source, const Delinearization &views, const UnitInput &input,
                        SourceRange rewrite, const std::set<std::string> &functions,
                        const IslContext &context);

} // namespace acc
