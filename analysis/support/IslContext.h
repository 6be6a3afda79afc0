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
  /// The quota that it was made with.
  uint64_t limit() const { return quota; }
  /// Begins a stage, which has the whole quota; under a Budget, three quarters of what is left of
  /// it.
  void resetQuota() const;
  /// The quota ended since; also true when the C++ face reports it as a null input.
  bool ranOut() const;
  /// What isl has done since the context was made, to within some fifty operations.
  uint64_t operations() const;

  /// While it lives, all stages together have one quota.
  class Budget {
  public:
    explicit Budget(const IslContext &context);
    ~Budget();
    Budget(const Budget &) = delete;
    Budget &operator=(const Budget &) = delete;

  private:
    const IslContext &context;
    uint64_t before;
  };

  /// Runs a step that is given up when it would take more than the `part`-th part of what is
  /// left of the quota: false. When the quota itself ends, that is thrown on.
  template <typename Step> bool attempt(uint64_t part, Step &&step) const {
    Share share(*this, part);
    try {
      step();
      return true;
    } catch (const isl::exception &) {
      if (!share.isSpent())
        throw;
      return false;
    }
  }

  static constexpr uint64_t kDefaultQuota = 3000000;

private:
  /// While it exists, isl may use at most a part of the remaining quota.
  class Share {
  public:
    Share(const IslContext &context, uint64_t part);
    ~Share();
    Share(const Share &) = delete;
    Share &operator=(const Share &) = delete;
    /// It ended the step, not the remaining quota around it.
    bool isSpent() const;

  private:
    const IslContext &context;
    uint64_t before, end;
  };

  /// No more operations are left when the count is at `end`; 0: no limit.
  bool hasReached(uint64_t end) const;

  uint64_t quota;
  isl_ctx *raw;
  /// The count was not less than this.
  mutable uint64_t counted = 0;
  /// The count at which the budget in force ends; 0: there is none.
  mutable uint64_t budgetEnd = 0;
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
