// The claims of emission in a tree that was read back.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// Removes the tests that represent claims (rewriter/helpers/Instances.h) from the tree; their
/// contents become Stmt::claim of the next statement and all statements in it.
///   before:  if (call("ACC_INSTANCE", 0, i_0 + ii)) ; else A[i_0 + ii] = 0;
///   after:   A[i_0 + ii] = 0;      with the claim 0, i_0 + ii
StmtRef withClaims(const StmtRef &root);

/// Which statement of the source an emitted one claims to be, and the values of the source's
/// counters, outermost first.
struct Claim {
  size_t source = 0;
  std::vector<Polynomial> counters; // over the emitted statement's loops and the scop's parameters
};

/// None when the statement has no claim, or one with a value that is not known as a polynomial.
std::optional<Claim> claimOf(const Scop &emitted, const ScopStatement &statement);

} // namespace acc
