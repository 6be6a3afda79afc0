// How much a nest does: too little work does not pay for the guard.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// Fewer iterations of the deepest statement take the original path.
inline constexpr int64_t kLeastWork = 256;

/// The nest is worth its guard where the product of `lengths` is at least `least`.
struct WorkEstimate {
  /// Of the loops, without constant ones; a loop whose length varies with the outer
  /// ones counts its first length plus its last, twice the mean of the two.
  std::vector<Polynomial> lengths;
  int64_t least = kLeastWork;

  Polynomial product() const;
};

/// Of the deepest statement. A heuristic: of several bounds the first counts.
WorkEstimate workEstimate(const Scop &scop);

} // namespace acc
