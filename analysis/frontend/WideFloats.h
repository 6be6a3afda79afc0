// Flags under which floating point is computed in a wider format than its types'.
#pragma once

#include <string>
#include <vector>

namespace acc {

/// The flag of x86 under which registers hold floating-point results in the format of x87, which is
/// wider than `double`: -mfpmath=387, -mno-sse2. "" when there is none.
std::string flagOfWideFloats(const std::vector<std::string> &flags);

} // namespace acc
