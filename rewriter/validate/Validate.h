// Reads emitted C back through the frontend and proves it equal to the source
// nest. Shares nothing with emission or with the search for views: indices are
// compared as polynomials, orders by isl.
#pragma once

#include "analysis/frontend/Frontend.h"
#include "analysis/model/Scop.h"
#include "analysis/support/IslContext.h"

namespace acc {

/// What was checked, for reports and tests.
struct Proof {
  unsigned instancesCompared = 0;  // statement pairs whose instance sets are equal
  unsigned accessesCompared = 0;   // accesses at provably the same address
  unsigned dependencesOrdered = 0; // dependences shown to keep their order
};

/// `input` holds the text of the unit after the rewrite; `fast` is the byte
/// range of the fast version's block in it, `guard` the text of its condition;
/// `source` is the scop of the original nest.
/// NotProved says which check failed first.
Outcome<Proof> validate(const Scop &source, const UnitInput &input, SourceRange fast,
                        const std::string &guard, const IslContext &context);

} // namespace acc
