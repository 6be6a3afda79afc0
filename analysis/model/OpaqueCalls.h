// Calls of which the source does not say enough: what a scop may still say of the nest
// around them.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/model/UnknownPlaces.h"
#include "analysis/tree/CallEffects.h"

namespace acc {

/// The call of a function that may set errno may move with its statement only if nobody reads errno:
/// assumed where the unit does not, else the reason to refuse.
std::optional<Rejection> assumeNoErrno(ModelContext &model, const Expr &call);

/// The first opaque call or assert at or below the statement, as a reason to refuse it.
std::optional<Rejection> opaqueCallIn(const ModelContext &model, const StmtRef &stmt);

/// Keeps the order around what the statements do that no access says: a hidden location is read
/// and written by each opaque call; where a call may touch memory, also read (written) by every
/// statement that reads (writes) what it can reach. Unknown places read (write) the location, and
/// so does each statement that reads (writes) what they may touch. An exit writes it, and every
/// statement reads it. Where a call may write memory or there is an exit, no access is certain
/// to happen.
/// Returns the first such call, place or exit as a Rejection: the nest can be described, its
/// views hold for the accesses that it writes down, but nobody may write it anew.
/// Every access names its array by now.
std::optional<Rejection> orderUnknown(ModelContext &model, const UnknownEffects &effects,
                                      std::vector<ScopStatement> &statements,
                                      std::vector<ScopArray> &arrays);

} // namespace acc
