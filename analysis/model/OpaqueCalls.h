// Calls of which the source does not say enough: what a scop may still say of the nest
// around them.
#pragma once

#include "analysis/model/Parameters.h"
#include "analysis/model/Scop.h"

namespace acc {

/// The call has to stay where it is: it may touch memory, or a state of its own that
/// tells how often and in which order it was called.
bool isOpaqueCall(const Expr &expr);

/// It may read and write all memory that can be reached without a local name, and it need
/// not return. False for calls that touch a state of their own only (rand, printf).
bool mayTouchMemory(const Expr &call);

/// `if (c) {} else fail();`, an assert: control goes on only where the condition holds.
bool isRequirement(const Stmt &stmt);

/// The first opaque call or assert at or below the statement, as a reason to refuse it.
std::optional<Rejection> opaqueCallIn(const ModelContext &model, const StmtRef &stmt);

/// Keeps the order around the opaque calls of the statements: a hidden location is read and
/// written by each call; where a call may touch memory, also read (written) by every
/// statement that reads (writes) what it can reach, and no access is certain to happen.
/// Returns the first such call as a Rejection: the nest can be described, its views hold for
/// the accesses that it writes down, but nobody may write it anew.
/// Every access names its array by now.
std::optional<Rejection> orderOpaqueCalls(ModelContext &model,
                                          std::vector<ScopStatement> &statements,
                                          std::vector<ScopArray> &arrays);

} // namespace acc
