// Blocks that stand directly around their loops, the names of loops, and the places of buffers.
#include "tests/unit/emit/EmitHarness.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

std::string written(const std::string &body, const std::string &script) {
  auto lifted = liftText(
      "void kernel(int n, int m, int p, int la, int lb, float *C, const float *A, const float *B)\n"
      "{\n    int i, j, k;\n    " +
      body + "\n}\n");
  if (!lifted)
    return "";
  auto emitted = emitText(*lifted, scripted(script));
  return emitted ? emitted->function : "";
}

bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

const char *const kRowSums =
    "for (i = 0; i < n; i++) for (j = 0; j < m; j++) C[i] += A[i*la + j] * B[j];";

TEST(WholeLoops, WhatIsLeftOfBlocksIsOneLoop) {
  std::string text =
      written(kRowSums, "  schedule:\n    - tile: {i: 8, j: 16}\n    - reorder: [i, j, jj, ii]\n"
                        "  plan:\n    - promote: {array: A, index: jj, layout: last_major}\n    - "
                        "promote: {array: C, index: j}\n    - vectorize: [ii]\n");
  EXPECT_TRUE(has(text, "j += 16)")) << text;                // blocks with a buffer
  EXPECT_TRUE(has(text, "j < m; j++)")) << text;             // what they leave
  EXPECT_TRUE(has(text, "for (j = 0; j < m; j++)")) << text; // the last rows, which have no buffer
  EXPECT_FALSE(has(text, "jj < m - j")) << text;
}

TEST(WholeLoops, BlocksAroundOtherLoopsStay) {
  std::string text =
      written("for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < p; k++) C[i*la + j] "
              "+= A[i*lb + k] * B[k*la + j];",
              "  schedule:\n    - split: {index: k, size: 64}\n    - reorder: [k, i, kk, j]\n");
  EXPECT_TRUE(has(text, "for (k = 0; k < p; k += 64)")) << text;
}

TEST(WholeLoops, BlocksOfAFixedLengthStay) {
  std::string text =
      written("for (i = 0; i < 96; i++) for (j = 0; j < m; j++) C[i*la + j] = A[i*lb + j];",
              "  schedule:\n    - split: {index: i, size: 8}\n    - reorder: [j, i, ii]\n  plan:\n "
              "   - unroll: [ii]\n");
  EXPECT_TRUE(has(text, "ii < 8; ii++)")) << text;
}

TEST(WholeLoops, WhereThreadsShareOutTheBlocksTheyStay) {
  std::string text =
      written("for (i = 0; i < n; i++) for (j = 0; j < m; j++) C[i*la + j] = A[i*lb + j];",
              "  schedule:\n    - split: {index: i, size: 8}\n    - reorder: [i, ii, j]\n  plan:\n "
              "   - parallelize: [i]\n");
  EXPECT_TRUE(has(text, "i += 8)")) << text;
}

TEST(PlacedBuffers, ABufferStandsInTheFullTilesOnly) {
  std::string text = written(
      kRowSums,
      "  schedule:\n    - tile: {i: 8, j: 16}\n    - reorder: [i, j, jj, ii]\n"
      "  plan:\n    - promote: {array: A, index: jj, layout: last_major}\n    - vectorize: [ii]\n");
  size_t first = text.find("A_tile[16][8]");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("A_tile[16][8]", first + 1), std::string::npos) << text;
}

/// Below the diagonal there are full tiles, at it others, which read the same copy of B.
TEST(PlacedBuffers, ACopyThatNothingWritesServesWhatIsBesideFullTiles) {
  std::string text = written("for (i = 0; i < n; i++) for (j = 0; j <= i; j++) for (k = 0; k < m; "
                             "k++) C[i*la + j] += A[i*lb + k] * B[j*lb + k];",
                             "  schedule:\n    - split: {index: k, size: 64}\n    - tile: {i: 4, "
                             "j: 8}\n    - reorder: [k, j, i, kk, ii, jj]\n"
                             "  plan:\n    - promote: {array: B, index: i, layout: last_major}\n   "
                             " - promote: {array: C, index: kk}\n"
                             "    - unroll: [ii]\n    - vectorize: [jj]\n");
  size_t declared = text.find("B_tile[64][8]"), fast = text.find("C_tile[4][8]");
  ASSERT_NE(declared, std::string::npos) << text;
  EXPECT_EQ(text.find("B_tile[64][8]", declared + 1), std::string::npos) << text;
  size_t edge =
      text.find("C[(i + ii) * la + j + jj] += A[(i + ii) * lb + k + kk] * B_tile[kk][jj]");
  EXPECT_NE(edge, std::string::npos) << text;
  EXPECT_NE(fast, std::string::npos) << text;
}

/// A block of rows that has no full tile has a rest, which reads the same copy: no test is around
/// it.
TEST(PlacedBuffers, ACopyServesWhicheverPartRuns) {
  const std::string product = "for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < p; "
                              "k++) C[i*la + j] += A[i*lb + k] * B[k*la + j];";
  const std::string plan = "  plan:\n    - promote: {array: B, index: i_1}\n    - promote: {array: "
                           "C, index: kk}\n    - unroll: [ii]\n    - vectorize: [jj]\n";
  const std::string blocks = "    - reorder: [k, i, j, i_1, kk, ii, jj]\n";
  std::string text = written(
      product,
      "  schedule:\n    - split: {index: k, size: 240, inner: kk}\n    - tile: {i: 8, j: 16}\n"
      "    - split: {index: i, size: 32, inner: i_1}\n" +
          blocks + plan);
  EXPECT_TRUE(has(text, "B_tile[240][16]")) << text;
  EXPECT_FALSE(has(text, "else")) << text;
  EXPECT_TRUE(has(text, "n - i - n % 8")) << text;
}

TEST(LoopNames, LoopsBehindOneAnotherShareAVariableAndLoopsInOneAnotherDoNot) {
  std::string text = written("for (i = 0; i < n; i++) { for (j = 0; j < m; j++) C[i*la + j] = 0; "
                             "for (j = 0; j < m; j++) C[i*la + j] += A[i*lb + j]; }",
                             "");
  EXPECT_TRUE(has(text, "    long i, j;\n")) << text;
  text = written("for (i = 0; i < n; i++) { float t = 0; for (j = 0; j < m; j++) t += A[i*lb + j]; "
                 "for (j = 0; j < m; j++) C[i*la + j] = t; }",
                 "  schedule:\n    - tile: {i: 8}\n    - reorder: [i, f0, j, j_1, ii]\n  plan:\n   "
                 " - promote: {array: t, index: f0}\n");
  EXPECT_TRUE(has(text, "    long i, j, ii;\n")) << text;
  text = written("for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < p; k++) C[i*la + "
                 "j] += A[i*lb + k] * B[k*la + j];",
                 "  schedule:\n    - split: {index: k, size: 64, inner: k_1}\n    - reorder: [k, "
                 "i, k_1, j]\n");
  EXPECT_TRUE(has(text, "    long k, i, kk, j;\n")) << text;
}

} // namespace
