// A guard reads only what the source reads on that path.
#pragma once

#include "analysis/support/IslContext.h"
#include "rewriter/validate/GuardReader.h"

namespace acc {

/// Every location behind a pointer that a term of the guard reads is one that the source
/// reads whenever the terms before it hold, and every division is one that it computes
/// there: a null pointer or a zero divisor that the source never meets is not met.
std::optional<Rejection> checkGuardReads(const Scop &source, const std::vector<GuardRead> &reads,
                                         const IslContext &context);

} // namespace acc
