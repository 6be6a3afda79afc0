// The owner of an isl_ctx and its operation quota, and the only place where
// isl's exceptions become Outcomes.
#pragma once

#include "analysis/support/Outcome.h"

#include <isl/cpp.h>

#include <cstdint>

namespace acc {

/// Must outlive every isl object made in it: declare it first.
class IslContext {
public:
  /// `quota`: isl operations until TooComplex; 0 means no limit.
  explicit IslContext(uint64_t quota = kDefaultQuota);
  ~IslContext();
  IslContext(const IslContext &) = delete;
  IslContext &operator=(const IslContext &) = delete;

  isl::ctx get() const { return isl::ctx(raw); }
  /// Gives the next stage the whole quota again.
  void resetQuota() const;
  /// The quota ended since; also true when the C++ face reports it as a null input.
  bool ranOut() const;

  static constexpr uint64_t kDefaultQuota = 2000000;

private:
  isl_ctx *raw;
};

/// The version string of the isl that runs, e.g. "isl-0.25-GMP".
const char *islVersion();

/// Runs `stage` under the context's quota. Running out is TooComplex at
/// `where`, every other isl error is Internal; both as values.
template <typename Stage>
auto runIsl(const IslContext &context, SourceRange where, const char *what, Stage &&stage)
    -> decltype(stage()) {
  context.resetQuota();
  try {
    return stage();
  } catch (const isl::exception_quota &) {
    return Rejection{RejectionKind::TooComplex, where, what};
  } catch (const isl::exception &error) {
    if (context.ranOut())
      return Rejection{RejectionKind::TooComplex, where, what};
    return Rejection{RejectionKind::Internal, where, std::string(what) + ": " + error.what()};
  }
}

} // namespace acc
