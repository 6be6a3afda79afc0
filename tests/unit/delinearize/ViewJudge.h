// Holds a Delinearization against brute force: every access of every instance,
// at every point of a box of parameter values.
#pragma once

#include "analysis/delinearize/Delinearization.h"
#include "tests/support/ScopFixture.h"

#include <functional>

namespace acc::test {

using Point = std::map<std::string, int64_t>;

/// "m <= lda && 0 < n" over polynomials; "" is true.
Condition condition(const std::string &text);

struct Findings {
  /// Points at which something runs; of them, where the validity holds.
  int points = 0, valid = 0;
  /// Points at which the validity holds although the identity, a window, the
  /// injectivity, the element range or the guard's non-emptiness is violated.
  int unsound = 0;
  /// Points at which the expected condition holds but the validity does not.
  int missed = 0;
  /// The first violation, for the message.
  std::string first;
};

/// Judges all parameter values in [low, high], in a fixed random order when
/// there are many. Points that `admit` refuses are left out.
Findings judge(
    const Scop &scop, const Delinearization &views, const Condition &expected, int64_t low,
    int64_t high,
    const std::function<bool(const Point &)> &admit = [](const Point &) { return true; });

} // namespace acc::test
