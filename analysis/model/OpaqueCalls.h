// Calls with unknown effects, and what a scop can still describe around them.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/model/UnknownPlaces.h"
#include "analysis/tree/CallEffects.h"

namespace acc {

/// The call of a function that may set errno may move with its statement only if nobody reads
/// errno: assumed where the unit does not, else the reason to refuse.
std::optional<Rejection> assumeNoErrno(ModelContext &model, const Expr &call);

/// The first opaque call or assert at or below the statement, as a reason to refuse it.
std::optional<Rejection> opaqueCallIn(const ModelContext &model, const StmtRef &stmt);

/// Adds accesses that keep the order around effects that no access describes. Each opaque call
/// reads and writes a hidden location. Where a call may touch memory, every statement that reads
/// (writes) memory which the call can reach reads (writes) that location, too; the same is done for
/// accesses at unknown places and the statements that may touch the same memory. An exit writes the
/// location, and every statement reads it. Where a call may write memory, or there is an exit, no
/// access is certain any more. Returns the first such call, place or exit as a Rejection: the nest
/// can then be described, and its views hold for the accesses that are listed, but it must not be
/// rewritten. To be called when every access has its array.
std::optional<Rejection> orderUnknown(ModelContext &model, const UnknownEffects &effects,
                                      std::vector<ScopStatement> &statements,
                                      std::vector<ScopArray> &arrays);

} // namespace acc
