// The nests of one unit shared between two processes.
#pragma once

#include "tools/lib/Pipeline.h"

namespace acc {

/// Starts `work` beside the caller, if there is a processor to spare: none when there is not. What
/// is returned waits for it to end and gives its result.
using HelperStart = std::function<std::optional<std::function<UnitResult()>>(
    const std::function<UnitResult()> &work)>;

/// Works on the nests in order; a helper process, if there is one, takes some of the remaining
/// nests.
UnitResult shareNests(size_t count, const NestWork &work, const HelperStart &help);

} // namespace acc
