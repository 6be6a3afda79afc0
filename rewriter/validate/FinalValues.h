// Variables that code after the nest may read and that the nest sets behind its loops.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// Checks that the emitted code leaves each such variable with its value in the
/// source, and takes the assignments that do so out of `emitted`. NotProved when
/// one is missing, conditional or different; none when good.
std::optional<Rejection> takeFinalValues(const Scop &source, Scop &emitted,
                                         const GuardContext &guard);

} // namespace acc
