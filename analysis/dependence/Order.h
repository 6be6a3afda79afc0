// Lexicographic orders of integer tuples as isl maps.
#pragma once

#include <isl/cpp.h>

namespace acc {

/// { [a] -> [b] : a_k = b_k for k < level, a_level < b_level }, `dims` dimensions.
isl::map carriedAt(isl::ctx ctx, unsigned dims, unsigned level);

/// { [a] -> [b] : a_k = b_k for k < count }
isl::map equalPrefix(isl::ctx ctx, unsigned dims, unsigned count);

/// { [a] -> [b] : a lexicographically before b }; the whole order when `orEqual`.
isl::map lexicographicOrder(isl::ctx ctx, unsigned dims, bool orEqual);

} // namespace acc
