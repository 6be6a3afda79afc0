// Compares statements that were cut or removed with those that were read.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// Where the guard holds, `source` is Scop::asRead: each statement as it was read runs the same
/// instances in one or more of `source`, each of them once, with the same accesses and in the same
/// places; or nothing is left of the scalar that it assigns, and each use has the value in its
/// place (SubstitutedReads.h; whether it is still the same there is for checkUnchanged). NotProved
/// says which does not; none when all do, or nothing was cut or left out.
std::optional<Rejection> checkStatements(const Scop &source, const GuardContext &guard);

} // namespace acc
