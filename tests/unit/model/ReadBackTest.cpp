// Blocks as the rewriter writes them: aliases, tile buffers, sibling loops,
// minima as bounds.
#include "tests/support/Source.h"

using namespace acc;
using namespace acc::test;

namespace {

const char *const kTiledGemm = R"(
void gemm(int n, int m, int p, float *C, int ldc, const float *A, int lda,
          const float *B, int ldb) {
  if (n > 0) /*<*/{
    float *__restrict C_1 = C;
    const float *__restrict A_1 = A;
    const float *__restrict B_1 = B;
    const long ldc_1 = ldc, lda_1 = lda, ldb_1 = ldb;
    const long i_full = n - n % 2, j_full = m - m % 4;
    long k_0, j_0, i_0, k_1, i_1, j_1;
    for (k_0 = 0; k_0 < p; k_0 += 3) {
      const long k_end = k_0 + 3 < p ? k_0 + 3 : p;
      for (j_0 = 0; j_0 < j_full; j_0 += 4) {
        for (i_0 = 0; i_0 < i_full; i_0 += 2) {
          float C_tile[2][4];
          for (i_1 = 0; i_1 < 2; i_1++)
            for (j_1 = 0; j_1 < 4; j_1++)
              C_tile[i_1][j_1] = C_1[(i_0 + i_1) * ldc_1 + j_0 + j_1];
          for (k_1 = k_0; k_1 < k_end; k_1++)
            for (i_1 = 0; i_1 < 2; i_1++)
              for (j_1 = 0; j_1 < 4; j_1++)
                C_tile[i_1][j_1] += A_1[(i_0 + i_1) * lda_1 + k_1] * B_1[k_1 * ldb_1 + j_0 + j_1];
          for (i_1 = 0; i_1 < 2; i_1++)
            for (j_1 = 0; j_1 < 4; j_1++)
              C_1[(i_0 + i_1) * ldc_1 + j_0 + j_1] = C_tile[i_1][j_1];
        }
        for (i_0 = i_full; i_0 < n; i_0++)
          for (k_1 = k_0; k_1 < k_end; k_1++)
            for (j_1 = 0; j_1 < 4; j_1++)
              C_1[i_0 * ldc_1 + j_0 + j_1] += A_1[i_0 * lda_1 + k_1] * B_1[k_1 * ldb_1 + j_0 + j_1];
      }
      for (i_0 = 0; i_0 < n; i_0++)
        for (k_1 = k_0; k_1 < k_end; k_1++)
          for (j_1 = j_full; j_1 < m; j_1++)
            C_1[i_0 * ldc_1 + j_1] += A_1[i_0 * lda_1 + k_1] * B_1[k_1 * ldb_1 + j_1];
    }
  }/*>*/
})";

TEST(ReadBack, TiledGemm) {
  auto scop = buildScop(regionOf(kTiledGemm));
  ASSERT_TRUE(scop) << scop.rejection().message();
  std::set<std::string> names;
  for (const ScopArray &array : scop->arrays)
    names.insert(array.name);
  EXPECT_EQ(names, (std::set<std::string>{"A", "B", "C", "C_tile"}));
  for (const ScopArray &array : scop->arrays)
    if (array.name == "C_tile") {
      EXPECT_TRUE(array.isPrivate && array.isDistinctObject);
      EXPECT_EQ(array.privateLoops.size(), 3u);
      EXPECT_EQ(array.declaredSizes, (std::vector<Polynomial>{Polynomial(4)}));
    }
  EXPECT_TRUE(scop->entryWraps.empty());
  EXPECT_GT(compareOnBox(regionOf(kTiledGemm), {{"n", {1, 2, 3}},
                                                {"m", {0, 1, 5}},
                                                {"p", {0, 1, 4}},
                                                {"ldc", {5}},
                                                {"lda", {4}},
                                                {"ldb", {6}}}),
            20);
}

TEST(ReadBack, RecoveredArrayAsPointerToRows) {
  EXPECT_GT(compareOnBox(regionOf(R"(
void f(int n, int m, float *A, int lda) {
  /*<*/{
    float (*__restrict V)[lda] = (float (*)[lda])A;
    long i, j;
    for (i = 0; i < n; i++)
      for (j = 0; j < m; j++)
        V[i][j] = V[i][j] * 2;
  }/*>*/
})"),
                         {{"n", {0, 1, 3}}, {"m", {0, 1, 3}}, {"lda", {3, 4}}}),
            10);
}

TEST(ReadBack, PrivateScalarsAndOuterVariables) {
  auto scop = buildScop(regionOf(R"(
void f(int n, int m, float *A, float *B) {
  int i;
  /*<*/{
    float s;
    long i_1, j_1;
    for (i_1 = 0; i_1 < n; i_1++) {
      s = 0;
      for (j_1 = 0; j_1 < m; j_1++) s += A[i_1 * (long)m + j_1];
      B[i_1] = s;
    }
    i = n;
  }/*>*/
  B[0] = i;
})"));
  ASSERT_TRUE(scop) << scop.rejection().message();
  for (const ScopArray &array : scop->arrays) {
    if (array.isScalar) {
      EXPECT_EQ(array.isPrivate, array.name == "s");
    }
  }
  EXPECT_EQ(scop->statements.size(), 3u);
  ASSERT_EQ(scop->finalValues.size(), 1u);
  EXPECT_EQ(scop->nest.symbol(scop->finalValues[0].symbol).name, "i");
  EXPECT_EQ(scop->finalValues[0].number.str(), "n");
}

} // namespace
