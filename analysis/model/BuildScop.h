// SourceNest -> Scop under the quota of the caller.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/normalize/Pass.h"
#include "analysis/support/IslContext.h"

namespace acc {

/// As the buildScop of Scop.h, which makes a context of its own. `TooComplex` when the quota ends.
Outcome<Scop> buildScop(const SourceNest &nest, const IslContext &context,
                        DataConditions data = DataConditions::Open,
                        LoopCopies copies = LoopCopies::Rolled);

} // namespace acc
