// Blocks of several sweeps run where the data outgrows the caches.
#include "tests/unit/emit/EmitHarness.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

/// The guard of two sweeps in each of n steps under the steps of a script.
std::string guardOf(const std::string &script) {
  auto lifted =
      liftText("void kernel(int n, int h, int w, double *A, double *B)\n{\n    int t, y, x;\n"
               "    for (t = 0; t < n; t++) {\n"
               "        for (y = 1; y < h; y++) for (x = 0; x < w; x++) B[y*w + x] = A[y*w + x] + "
               "A[(y - 1)*w + x];\n"
               "        for (y = 1; y < h; y++) for (x = 0; x < w; x++) A[y*w + x] = B[y*w + x] + "
               "B[(y - 1)*w + x];\n"
               "    }\n}\n");
  if (!lifted)
    return "";
  auto emitted = emitText(*lifted, scripted(script));
  return emitted ? emitted->guard.text : "";
}

bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

const char *const kBlocks = "  schedule:\n    - shift: {index: y_1, by: 1}\n    - fuse: {indices: "
                            "[y, y_1]}\n    - skew: {index: y, by: t, factor: 2}\n"
                            "    - tile: {t: 8, y: 8}\n    - reorder: [t, y, tt, yy, f0, x, x_1]\n";

TEST(SweptData, BlocksOfSeveralSweepsAskForIt) {
  const std::string guard = guardOf(kBlocks);
  EXPECT_TRUE(has(guard, "((long)h - 1) * w >= ACC_CACHE(12582912) / 16")) << guard;
}

TEST(SweptData, OtherPlansDoNot) {
  EXPECT_FALSE(has(
      guardOf("  schedule:\n    - shift: {index: y_1, by: 1}\n    - fuse: {indices: [y, y_1]}\n"),
      "ACC_CACHE"));
  EXPECT_FALSE(has(guardOf("  schedule:\n    - skew: {index: x, by: y}\n"), "ACC_CACHE"));
}

} // namespace
