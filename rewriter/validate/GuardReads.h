// A guard reads only what the source reads on that path.
#pragma once

#include "analysis/support/IslContext.h"
#include "rewriter/validate/GuardReader.h"

namespace acc {

/// Proves that the source also reads every location behind a pointer that a term of the guard
/// reads, whenever the earlier terms hold, and computes every division there. The guard therefore
/// never meets a null pointer or a zero divisor that the source does not meet.
std::optional<Rejection> checkGuardReads(const Scop &source, const std::vector<GuardRead> &reads,
                                         const IslContext &context);

/// Proves that the source computes what the rewritten code computes at its entry, where it may
/// overflow (checkIndexArithmetic), and not only on one side of a choice.
std::optional<Rejection> checkEntryValues(const Scop &source, const std::vector<GuardRead> &values,
                                          const IslContext &context);

} // namespace acc
