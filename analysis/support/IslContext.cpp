#include "analysis/support/IslContext.h"

#include <isl/ast_build.h>
#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/val.h>
#include <isl/version.h>

namespace acc {

IslContext::IslContext(uint64_t quota) : raw(isl_ctx_alloc()) {
  isl_options_set_on_error(raw, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(raw, quota);
  // One comparison with a minimum instead of several comparisons per loop.
  isl_options_set_ast_build_atomic_upper_bound(raw, 1);
  isl_options_set_ast_build_detect_min_max(raw, 1);
}

IslContext::~IslContext() { isl_ctx_free(raw); }

void IslContext::resetQuota() const {
  isl_ctx_reset_error(raw);
  isl_ctx_reset_operations(raw);
}

bool IslContext::ranOut() const {
  // What failed for it may have left an error of its own; each allocation asks the quota.
  isl_ctx_reset_error(raw);
  isl_val_free(isl_val_zero(raw));
  return isl_ctx_last_error(raw) == isl_error_quota;
}

const char *islVersion() { return isl_version(); }

} // namespace acc
