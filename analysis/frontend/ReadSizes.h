// readUnit() that also tells what the unit says of sizes.
#pragma once

#include "analysis/frontend/Frontend.h"
#include "analysis/tree/KnownSizes.h"

namespace acc {

/// Of the main file's nests, since other units have calls of their own of what stands in headers.
SourceUnit readUnit(const UnitInput &input, const IncludedChoice &choose, const UnitStart &start,
                    SizesByNest &sizes);

} // namespace acc
