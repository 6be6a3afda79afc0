// SourceNest -> Scop under the quota of the caller.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/support/IslContext.h"

namespace acc {

/// As buildScop without a context, which has one of its own; `TooComplex` when the quota ends.
Outcome<Scop> buildScop(const SourceNest &nest, const IslContext &context,
                        DataConditions data = DataConditions::Open);

} // namespace acc
