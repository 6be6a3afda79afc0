#include "analysis/dependence/Order.h"

#include "analysis/support/IslInterop.h"

namespace acc {

isl::map carriedAt(isl::ctx ctx, unsigned dims, unsigned level) {
  return prefixOrder(ctx, dims, level, true);
}

isl::map equalPrefix(isl::ctx ctx, unsigned dims, unsigned count) {
  return prefixOrder(ctx, dims, count, false);
}

isl::map lexicographicOrder(isl::ctx ctx, unsigned dims, bool orEqual) {
  isl::map order = equalPrefix(ctx, dims, dims);
  if (!orEqual)
    order = isl::map::empty(order.space());
  for (unsigned level = 0; level < dims; ++level)
    order = order.unite(carriedAt(ctx, dims, level));
  return order;
}

} // namespace acc
