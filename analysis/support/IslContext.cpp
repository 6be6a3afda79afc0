#include "analysis/support/IslContext.h"

#include <isl/ast_build.h>
#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/val.h>
#include <isl/version.h>

#include <algorithm>

namespace acc {

IslContext::IslContext(uint64_t quota) : quota(quota), raw(isl_ctx_alloc()) {
  isl_options_set_on_error(raw, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(raw, quota);
  // One comparison with a minimum instead of several comparisons per loop.
  isl_options_set_ast_build_atomic_upper_bound(raw, 1);
  isl_options_set_ast_build_detect_min_max(raw, 1);
}

IslContext::~IslContext() { isl_ctx_free(raw); }

void IslContext::resetQuota() const {
  isl_ctx_reset_error(raw);
  if (quota == 0)
    return;
  uint64_t now = operations(), most = quota;
  if (budgetEnd != 0)
    most = budgetEnd > now ? (budgetEnd - now) / 4 * 3 + 1 : 1;
  isl_ctx_set_max_operations(raw, now + most);
}

bool IslContext::ranOut() const { return hasReached(isl_ctx_get_max_operations(raw)); }

bool IslContext::hasReached(uint64_t end) const {
  uint64_t before = isl_ctx_get_max_operations(raw);
  isl_ctx_set_max_operations(raw, end);
  // What failed before may have left an error of its own; each allocation is one operation.
  isl_ctx_reset_error(raw);
  isl_val_free(isl_val_zero(raw));
  bool reached = isl_ctx_last_error(raw) == isl_error_quota;
  isl_ctx_reset_error(raw);
  isl_ctx_set_max_operations(raw, before);
  return reached;
}

uint64_t IslContext::operations() const {
  // isl keeps its count to itself, but tells whether it has reached a maximum.
  uint64_t step = 1;
  while (hasReached(counted + step)) {
    counted += step;
    step *= 2;
  }
  for (; step > 1; step /= 2)
    if (hasReached(counted + step / 2))
      counted += step / 2;
  return counted;
}

IslContext::Budget::Budget(const IslContext &context)
    : context(context), before(context.budgetEnd) {
  if (context.quota != 0)
    context.budgetEnd = context.operations() + context.quota;
}

IslContext::Budget::~Budget() { context.budgetEnd = before; }

IslContext::Share::Share(const IslContext &context, uint64_t part)
    : context(context), before(isl_ctx_get_max_operations(context.raw)), end(before) {
  if (before == 0)
    return;
  uint64_t now = context.operations();
  end = before > now ? now + (before - now + part - 1) / part : before;
  isl_ctx_set_max_operations(context.raw, end);
}

IslContext::Share::~Share() { isl_ctx_set_max_operations(context.raw, before); }

bool IslContext::Share::isSpent() const {
  return context.hasReached(end) && !context.hasReached(before);
}

const char *islVersion() { return isl_version(); }

} // namespace acc
