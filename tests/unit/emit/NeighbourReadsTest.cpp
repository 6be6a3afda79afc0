#include "rewriter/emit/CompilerFaults.h"
#include "tests/unit/emit/EmitHarness.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

/// The head of the fast version of a nest whose innermost loop is vectorized, or not.
std::string written(const std::string &statement, bool isVectorized) {
  auto lifted = liftText(
      "void kernel(int n, int m, int ld, float *out, const float *in)\n{\n    int i, j;\n"
      "    for (i = 1; i < n - 1; i++)\n        for (j = 1; j < m - 1; j++)\n            " +
      statement + "\n}\n");
  if (!lifted)
    return "";
  auto emitted = emitText(*lifted, [&](const Nest &nest) -> Outcome<Plan> {
    Plan plan((Schedule(nest)));
    return isVectorized ? plan.vectorize("j") : Outcome<Plan>(plan);
  });
  return emitted ? emitted->function.substr(0, emitted->function.find('{')) : "";
}

bool isRestrict(const std::string &head) { return head.find("__restrict") != std::string::npos; }

TEST(NeighbourReads, PointersOfStencilsInVectorsAreNotRestrict) {
  const std::string stencil =
      "out[i*ld + j] = in[i*ld + j - 1] + in[i*ld + j + 1] + in[(i - 1)*ld + j];";
  EXPECT_FALSE(isRestrict(written(stencil, true)));
  EXPECT_TRUE(isRestrict(written(stencil, false)));
}

TEST(NeighbourReads, OtherPointersAre) {
  EXPECT_TRUE(isRestrict(written("out[i*ld + j] = in[i*ld + j];", true)));
  EXPECT_TRUE(isRestrict(written("out[i*ld + j] = in[i*ld + j] + in[(i - 1)*ld + j];", true)));
  EXPECT_TRUE(isRestrict(written("out[i*ld + j] = in[i*ld + 3*j] + in[i*ld + 3*j + 1];", true)));
}

} // namespace
