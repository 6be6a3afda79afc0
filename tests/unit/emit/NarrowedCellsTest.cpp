// Sums of float that are computed in double get no cells, whoever would make them.
#include "tests/unit/emit/EmitHarness.h"

#include <gtest/gtest.h>

namespace acc::test {
namespace {

/// What is said of the sum in cells that the order of the loops makes by itself; "" when it is
/// written.
std::string saidOf(const std::string &value, const std::string &type = "float",
                   const std::string &index = "int") {
  const std::string text = "void kernel(" + index + " n, " + index + " m, " + index +
                           " p, const double *A, const float *B, float *C)\n"
                           "{ " +
                           index + " i, j, k; for (i = 0; i < n; i++) for (j = 0; j < m; j++) { " +
                           type +
                           " s = 0;"
                           " for (k = 0; k < p; k++) s += " +
                           value + "; C[i*m + j] = s; } }\n";
  std::optional<Lifted> lifted = liftText(text);
  Outcome<Nest> nest = lift(lifted->source);
  Outcome<Plan> plan = scripted("  schedule:\n    - split: {index: j, size: 2, inner: jj}\n    - "
                                "reorder: [i, j, f0, k, jj]\n")(*nest);
  EXPECT_TRUE(plan) << plan.rejection().message();
  Outcome<EmittedNest> emitted = emit(*plan, {});
  return emitted ? "" : emitted.rejection().message();
}

TEST(NarrowedCells, NoneOfWhatIsNarrowerThanItsSum) {
  for (const char *index : {"int", "unsigned"}) {
    EXPECT_NE(saidOf("A[i*p + k] * B[k*m + j]", "float", index).find("s has a narrower type"),
              std::string::npos);
    EXPECT_NE(saidOf("B[k*m + j] * 0.5", "float", index).find("s has a narrower type"),
              std::string::npos);
    EXPECT_EQ(saidOf("B[k*m + j] * 0.5f", "float", index), "");
    EXPECT_EQ(saidOf("A[i*p + k] * B[k*m + j]", "double", index), "");
  }
}

} // namespace
} // namespace acc::test
