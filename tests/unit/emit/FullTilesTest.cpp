// Full tiles beside the others: each iteration runs once, and tests stand where they decide.
#include "rewriter/emit/lower/FullTiles.h"

#include "tests/unit/emit/EmitHarness.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

std::string written(const std::string &body, const std::string &script,
                    const std::string &result = "float *C") {
  auto lifted = liftText("void kernel(int n, int m, int p, int lc, int la, int lb, " + result +
                         ", const float *A, const float *B)\n"
                         "{\n    int i, j, k;\n    " +
                         body + "\n}\n");
  if (!lifted)
    return "";
  auto emitted = emitText(*lifted, scripted(script));
  return emitted ? emitted->function : "";
}

size_t count(const std::string &text, const std::string &part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

const char *const kGemm =
    "for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < p; k++)\n"
    "        C[i*lc + j] += A[i*la + k] * B[k*lb + j];";

TEST(FullTiles, StatementsStandOnceInVectorsAndOnceBesides) {
  std::string text = written(
      kGemm,
      "  schedule:\n    - tile: {i: 4, j: 16}\n    - reorder: [j, i, k, ii, jj]\n"
      "  plan:\n    - promote: {array: C, index: k}\n    - unroll: [ii]\n    - vectorize: [jj]\n");
  EXPECT_EQ(count(text, "ACC_FULL(i + 4 <= n && j + 16 <= m)"), 1u) << text;
  EXPECT_EQ(count(text, "A[(i + ii) * la + k]"), 2u) << text;
}

TEST(FullTiles, TilesInABlockOfTilesAreFullOneByOne) {
  std::string text = written(
      kGemm,
      "  schedule:\n    - tile: {i: 4, j: 16}\n    - split: {index: i, size: 12, inner: i_1}\n"
      "    - reorder: [i, j, i_1, k, ii, jj]\n"
      "  plan:\n    - promote: {array: C, index: k}\n    - unroll: [ii]\n    - vectorize: [jj]\n");
  EXPECT_EQ(count(text, "ACC_FULL(i + it + 4 <= n && j + 16 <= m)"), 1u) << text;
}

TEST(FullTiles, ALoopThatAloneDecidesIsSplit) {
  std::string text =
      written("for (i = 0; i < n; i++) for (j = 0; j < m; j++) C[i] += A[i*la + j] * B[j];",
              "  schedule:\n    - tile: {i: 8}\n    - reorder: [i, j, ii]\n"
              "  plan:\n    - promote: {array: C, index: j}\n    - vectorize: [ii]\n");
  EXPECT_EQ(count(text, "ACC_FULL"), 0u) << text;
  EXPECT_EQ(count(text, "for (i = 0; i < n - 7; i += 8)"), 1u) << text;
  EXPECT_EQ(count(text, "; i < n; i += 8)"), 1u) << text;
}

TEST(FullTiles, TrianglesAreFullBelowTheDiagonal) {
  std::string text = written(
      "for (i = 0; i < n; i++) for (j = 0; j <= i; j++) for (k = 0; k < p; k++)\n"
      "        C[i*lc + j] += A[i*la + k] * A[j*la + k];",
      "  schedule:\n    - tile: {i: 4, j: 8}\n    - reorder: [j, i, k, ii, jj]\n"
      "  plan:\n    - promote: {array: C, index: k}\n    - unroll: [ii]\n    - vectorize: [jj]\n");
  EXPECT_EQ(count(text, "float C_tile[4][8]"), 1u) << text;
  EXPECT_EQ(count(text, "for (i = j + 8; i < n - 3; i += 4)"), 1u) << text;
}

/// Rows, each two iterations behind the one above: the loop over blocks of rows decides whether
/// there are eight, the one inside whether all of them have begun and none has ended.
TEST(FullTiles, SkewedRowsAreFullBetweenTheirTriangles) {
  for (const std::string behind : {"1", "2"}) {
    std::string text = written(
        "for (i = 1; i < n; i++) for (j = 1; j < m - 1; j++) C[i*lc + j] = C[i*lc + j - 1] + C[(i "
        "- 1)*lc + j + " +
            behind + " - 1];",
        "  schedule:\n    - tile: {i: 8}\n    - skew: {index: j, by: ii, factor: " + behind +
            "}\n"
            "    - reorder: [i, j, ii]\n  plan:\n    - unroll: [ii]\n");
    EXPECT_EQ(count(text, "ACC_FULL"), 0u) << text;
    EXPECT_EQ(count(text, behind == "1" ? "for (j = 7; j < m - 2; j++) {"
                                        : "for (j = 14; j < m - 2; j++) {"),
              1u)
        << text;
  }
}

/// Runs a kernel over grids of many sizes: none, less than a block, triangles alone, several blocks
/// and rests.
void expectSameGrids(const std::string &integer, const std::string &loops) {
  const std::string text = "void kernel(" + integer + " n, " + integer +
                           " m, double *A, const double *B)\n{\n    " + integer +
                           " h, t, i, j;\n    " + loops +
                           "\n            A[(h*n + i)*m + j] = 0.25*A[(h*n + i)*m + j - 1] - "
                           "0.5*A[(h*n + i - 1)*m + j + 1]"
                           " + A[(h*n + i + 1)*m + j] + B[i*m + j];\n}\n";
  auto lifted = liftText(text);
  ASSERT_TRUE(lifted);
  auto emitted = emitText(*lifted, scripted("  schedule:\n    - tile: {i: 8}\n    - skew: {index: "
                                            "j, by: ii, factor: 2}\n    - reorder: [t, h, i, j, ii]"
                                            "\n  plan:\n    - unroll: [ii]\n"));
  ASSERT_TRUE(emitted);
  EXPECT_EQ(count(emitted->function, "for (j = 14; j < m - 2; j++) {"), 1u) << emitted->function;
  const std::string parameters = "(" + integer + ", " + integer + ", double *, const double *);\n";
  const std::string driver = "#include <string.h>\nint fastRuns;\nvoid kernel_old" + parameters +
                             "void kernel_new" + parameters + R"(
static double a[2*40*90], b[2*40*90], c[2*40*90];
static void set(double *x) { int k; for (k = 0; k < 2*40*90; k++) x[k] = (k % 97)*0.37 - 3.1; }
int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 9, 10, 11, 17, 18, 19, 35}, lengths[] = {0, 1, 2, 3, 33, 34, 35, 36, 80};
    int n, m;
    for (n = 0; n < 11; n++) for (m = 0; m < 9; m++) {
        set(a), set(b), set(c);
        kernel_old(sizes[n], lengths[m], a, b);
        kernel_new(sizes[n], lengths[m], c, b);
        if (memcmp(a, c, sizeof a)) return 1;
    }
    return fastRuns < 10;
}
)";
  for (const char *flags : {"-std=c89", "-O2 -mavx2"})
    EXPECT_EQ(compileAndRun(text, rewritten(*lifted, *emitted), driver, flags), "") << flags;
}

TEST(FullTiles, SkewedRowsOfUnsignedIndicesHaveTheSameBytes) {
  expectSameGrids("unsigned long", "for (t = 0; t < 3; t++) for (h = 0; h < 2; h++) for (i = 1; i "
                                   "+ 1 < n; i++) for (j = 1; j + 1 < m; j++)");
}

TEST(FullTiles, SkewedRowsInAFourthDimensionHaveTheSameBytes) {
  expectSameGrids("int", "for (t = 0; t < 3; t++) for (h = 0; h < 2; h++) for (i = 1; i < n - 1; "
                         "i++) for (j = 1; j < m - 1; j++)");
}

/// What has registers in a tile is in no function that has other loops around it.
TEST(FullTiles, ATileWithALongLoopIsAFunctionOfItsOwn) {
  auto blocksOf = [](const std::string &size) {
    return written(kGemm, "  schedule:\n    - split: {index: k, size: " + size +
                              ", inner: k_1}\n    - tile: {i: 4, j: 16}\n"
                              "    - reorder: [k, j, i, k_1, ii, jj]\n"
                              "  plan:\n    - promote: {array: C, index: k_1}\n    - unroll: "
                              "[ii]\n    - vectorize: [jj]\n");
  };
  const std::string text = blocksOf("128");
  const size_t fast = text.find("void kernel_1_fast(");
  ASSERT_NE(fast, std::string::npos);
  EXPECT_EQ(count(text.substr(0, fast), "void kernel_1_tile("), 1u) << text;
  EXPECT_EQ(count(text.substr(0, fast), "float C_tile[4][16];"), 1u) << text;
  EXPECT_EQ(count(text.substr(0, fast), "ACC_ROLLED\n    for (kk = 0; kk < kk_end; kk++)"), 1u)
      << text;
  EXPECT_EQ(count(text.substr(fast), "kernel_1_tile(k, j, i, kk_end, "), 1u) << text;
  EXPECT_EQ(count(text.substr(fast), "C_tile["), 0u) << text;
  EXPECT_EQ(count(blocksOf("12"), "kernel_1_tile("), 0u) << "the call would not pay";
}

/// The tile is handed the cells that it reads, and the whole does what the source does.
TEST(FullTiles, ATileReadsCellsThatStandAroundIt) {
  auto lifted = liftText(
      "void kernel(int n, int m, int p, int lc, int la, int lb, float *C, const float *A, const "
      "float *B)\n{\n    int i, j, k;\n"
      "    for (i = 0; i < n; i++) for (k = 0; k < p; k++) {\n        float t = 2 * A[i*la + k];\n"
      "        for (j = 0; j < m; j++)\n            C[i*lc + j] += t * B[k*lb + j];\n    }\n}\n");
  ASSERT_TRUE(lifted);
  auto emitted = emitText(*lifted, [&](const Nest &nest) -> Outcome<Plan> {
    auto parsed = Script::parse(
        "- nest: kernel#1\n  schedule:\n    - split: {index: k, size: 64, inner: k_1}\n    - tile: "
        "{i: 4, j: 16}\n"
        "    - reorder: [k, i, f0, j, k_1, ii, jj]\n"
        "  plan:\n    - promote: {array: t, index: f0}\n    - promote: {array: C, index: k_1}\n"
        "    - unroll: [ii]\n    - vectorize: [jj]\n");
    return std::get<Script>(parsed).apply("kernel#1", nest, *namedTarget("avx2"));
  });
  ASSERT_TRUE(emitted);
  EXPECT_EQ(count(emitted->function, "float (*t_tile)[4]"), 1u) << emitted->function;
  const std::string driver = R"(#include <stdio.h>
#include <string.h>
void kernel_old(int, int, int, int, int, int, float *, const float *, const float *);
void kernel_new(int, int, int, int, int, int, float *, const float *, const float *);
int fastRuns;
static float c[2][70*90], a[70*150], b[150*90];
int main(void) {
  int k, n, m, p;
  for (k = 0; k < 70*150; k++) a[k] = k % 11 - 5;
  for (k = 0; k < 150*90; k++) b[k] = k % 13 / 8.f;
  for (n = 9; n < 70; n += 30) for (m = 15; m < 90; m += 17) for (p = 60; p < 150; p += 22) {
    for (k = 0; k < 70*90; k++) c[0][k] = c[1][k] = k % 17;
    kernel_old(n, m, p, 90, 150, 90, c[0], a, b);
    kernel_new(n, m, p, 90, 150, 90, c[1], a, b);
    if (memcmp(c[0], c[1], sizeof c[0])) { printf("%d %d %d\n", n, m, p); return 1; }
  }
  return fastRuns == 0;
}
)";
  EXPECT_EQ(compileAndRun(lifted->text, rewritten(*lifted, *emitted), driver), "");
}

/// The rows of a block and what is left of all rows both end the loop over the tiles; its cells are
/// one dimension.
TEST(FullTiles, ALoopOfABlockKeepsItsOwnEnd) {
  std::string text = written(
      "for (i = 0; i < n; i++) for (k = 0; k < p; k++) {\n        float t = 2 * A[i*la + k];\n"
      "        for (j = 0; j < m; j++)\n            C[i*lc + j] += t * B[k*lb + j];\n    }",
      "  schedule:\n    - split: {index: k, size: 128, inner: k_1}\n    - tile: {i: 6, j: 16}\n"
      "    - split: {index: i, size: 8, inner: i_1}\n    - reorder: [k, i, f0, j, i_1, k_1, ii, "
      "jj]\n"
      "  plan:\n    - promote: {array: t, index: f0}\n    - promote: {array: C, index: k_1}\n"
      "    - unroll: [ii]\n    - vectorize: [jj]\n");
  EXPECT_EQ(count(text, "float t_tile[128][48]"), 1u) << text;
  EXPECT_EQ(count(text, "ACC_MIN(48, n - i - 5)"), 1u) << text;
}

/// Where a tile begins below the diagonal is tested for each; no row is full for all of them but in
/// the first corner (i <= 2).
TEST(FullTiles, BehindScalarsTrianglesAreFullTileByTile) {
  std::string text = written(
      "for (i = 0; i < n; i++) {\n        for (j = 0; j < n; j++)\n            C[i][j] *= 2;\n"
      "        for (k = 0; k < p; k++) {\n            float t = 2 * A[i*la + k];\n"
      "            for (j = i; j < n; j++)\n                C[i][j] += t * B[k*lb + j];\n        "
      "}\n    }",
      "  schedule:\n    - split: {index: k, size: 128, inner: k_1}\n    - tile: {i: 6, j_1: 8}\n"
      "    - reorder: [f0, k, i, j, f1, j_1, k_1, ii, j_1_1]\n"
      "  plan:\n    - promote: {array: t, index: f1}\n    - promote: {array: C, index: k_1}\n"
      "    - unroll: [ii]\n    - vectorize: [j_1_1]\n",
      "float C[][lc]");
  EXPECT_EQ(count(text, "ACC_FULL(i + 6 <= n)"), 1u) << text;
  EXPECT_EQ(count(text, "ACC_FULL(i + 6 <= n && i + 5 <= j && j + 8 <= n)"), 1u) << text;
}

} // namespace
