// Unsigned and narrow arithmetic keeps the values that it means.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// Wherever the guard holds, no index or bound of the scop wraps. NotProved, or none when good.
std::optional<Rejection> checkWraps(const Scop &scop, const GuardContext &guard);

} // namespace acc
