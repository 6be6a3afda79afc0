// The interpreter and the scop read the same nest: their accesses must agree,
// address by address, in order.
#include "tests/support/Source.h"

using namespace acc::test;

namespace {

const std::vector<int64_t> kSmall{-1, 0, 1, 2, 3, 5};
const std::vector<int64_t> kSizes{0, 1, 2, 3, 4};

TEST(Enumeration, Gemm) {
  EXPECT_GT(compareOnBox(R"(
void gemm(int n, int m, int p, float *C, int ldc, const float *A, int lda,
          const float *B, int ldb) {
  int i, j, k;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      for (k = 0; k < p; k++)
        C[i*ldc + j] += A[i*lda + k] * B[k*ldb + j];
})",
                         {{"n", kSizes},
                          {"m", {0, 2}},
                          {"p", {1, 3}},
                          {"ldc", {2}},
                          {"lda", {3, 5}},
                          {"ldb", {4}}}),
            10);
}

TEST(Enumeration, Stencil) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, double *out, double *in) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j <= m - 2; ++j)
      out[i*m + j] = 0.25 * (in[(i-1)*m + j] + in[(i+1)*m + j] + in[i*m + j - 1] + in[i*m + j + 1]);
})",
                         {{"n", {0, 1, 2, 3, 5}}, {"m", kSmall}}),
            20);
}

/// Blocks whose last one may reach beyond the end: their ends are told by the number of steps.
TEST(Enumeration, WholeSteps) {
  EXPECT_GT(
      compareOnBox(R"(
void f(int n, int m, int s, double *A) {
  for (int i = s; i < n*m; i += 4)
    for (int k = 0; k < 4; k++)
      A[i + k] += 1;
})",
                   {{"n", {-5, -3, -1, 0, 1, 2, 3, 5}}, {"m", kSmall}, {"s", {-9, -1, 0, 1, 6}}}),
      60);
}

TEST(Enumeration, TriangularLu) {
  EXPECT_GT(compareOnBox(R"(
void lu(float *a, int size) {
  int i, j, k;
  float sum;
  for (i = 0; i < size; i++) {
    for (j = i; j < size; j++) {
      sum = a[i*size + j];
      for (k = 0; k < i; k++) sum -= a[i*size + k] * a[k*size + j];
      a[i*size + j] = sum;
    }
    for (j = i + 1; j < size; j++) {
      sum = a[j*size + i];
      for (k = 0; k < i; k++) sum -= a[j*size + k] * a[k*size + i];
      a[j*size + i] = sum / a[i*size + i];
    }
  }
})",
                         {{"size", kSmall}}),
            4);
}

TEST(Enumeration, StepsFromTheLeastOrGreatestOfTwoStarts) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, int *A) {
  int i, j;
  for (i = (n < m ? n : m) - 1; i >= 0; i -= 3)
    for (j = i > 2 ? i : 2; j < m; j += 2)
      A[i*m + j] = 0;
})",
                         {{"n", {0, 2, 5, 7, 8}}, {"m", {1, 5, 6, 9}}}),
            15);
}

TEST(Enumeration, LoopsSplitTwice) {
  EXPECT_GT(compareOnBox("void f(int n, float *A, float *B) { int i; for (i = 0; i < n; i++)"
                         " A[(i >> 3)*8 + 7 - (i & 7)] = B[(i & 1) + 3*(i >> 1)]; }",
                         {{"n", {0, 1, 7, 8, 9, 21}}}),
            4);
  // Bits in words of 32, bytes in groups of four.
  EXPECT_GT(compareOnBox("void f(int n, int m, int ld, const int *bits, float *A) { int i, j;"
                         " for (i = 0; i < n; i++) for (j = 0; j < m; j++)"
                         " if ((bits[i*ld + (j >> 5)] >> (31 - (j & 31))) & 1)"
                         " A[i*m + j + 3 - 2*(j & 3)] = 1; }",
                         {{"n", {0, 2}}, {"m", {0, 3, 32, 37}}, {"ld", {2}}}, {}, true),
            4);
}

TEST(Enumeration, PositionsInFixedPoint) {
  EXPECT_GT(compareOnBox("void f(int n, int x0, float *A, const float *B) { int i;"
                         " for (i = 0; i < n; i++)"
                         " A[100 + ((x0 + 16*i) >> 4)] = B[(x0 - 32*i) & 15]; }",
                         {{"n", {0, 1, 5}}, {"x0", {-33, -16, -1, 0, 5, 16}}}),
            8);
  EXPECT_GT(compareOnBox("void f(int n, int step, unsigned x0, float *A, const float *B) { int i;"
                         " for (i = 0; i < n; i++)"
                         " A[(x0 + i*step) >> 4] = B[((x0 + i*step) & 15) + 2*i]; }",
                         {{"n", {0, 1, 5}}, {"step", {8, 16, 17}}, {"x0", {0, 5, 17}}}),
            5);
}

TEST(Enumeration, DownwardLoopsSplit) {
  EXPECT_GT(compareOnBox("void f(int n, int ld, int m, float *A, const float *B) { int i, j;"
                         " for (i = n - 1; i >= 0; i--) for (j = m - 2; j >= 0; j--)"
                         " A[i*ld + j + 3 - 2*(j & 3)] ="
                         " A[i*ld + j + 4 - 2*((j + 1) & 3)] + B[(j >> 1) + i]; }",
                         {{"n", {0, 1, 3}}, {"ld", {40}}, {"m", {0, 1, 2, 4, 5, 9, 16}}}),
            8);
  // An end that the run-time check keeps from below zero, and what is added to the counter.
  EXPECT_GT(compareOnBox("void f(int n, int low, int x, float *A, const float *B) { int j;"
                         " for (j = n; j > low; j--) A[j] = B[(j + x) >> 3]; }",
                         {{"n", {0, 1, 7, 9, 33}}, {"low", {-1, 0, 3, 8}}, {"x", {0, 5}}}),
            8);
  EXPECT_GT(compareOnBox("void f(unsigned n, float *A, const float *B) { unsigned j;"
                         " for (j = n; j > 0; j--) A[j / 4] = B[j % 4]; }",
                         {{"n", {0, 1, 4, 5, 17}}}),
            3);
}

TEST(Enumeration, StepsOfAMultipleOfTheDivisor) {
  EXPECT_GT(compareOnBox("void f(int n, float *A, const float *B) { int j;"
                         " for (j = 1; j < n - 4; j += 8)"
                         " A[j + 2 - 2*((j - 1) & 3)] = B[j + 3 - 2*(j & 3)] + B[(j + 2) / 4]; }",
                         {{"n", {0, 5, 6, 13, 14, 29}}}),
            3);
}

TEST(Enumeration, DownwardAndSteps) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float *A) {
  for (int i = n - 1; i >= 0; --i)
    for (int j = m; j > 1; j -= 2)
      for (int k = 0; k != 3; k = k + 1)
        A[i*m + j + k] = 1.0f;
})",
                         {{"n", kSizes}, {"m", kSmall}}),
            20);
}

TEST(Enumeration, TestsThatStepTheCounter) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float *A) {
  for (int i = n; i-- > 0;)
    for (unsigned j = m; j--;)
      A[i*m + j] = 1;
})",
                         {{"n", kSizes}, {"m", kSizes}}),
            10);
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float *A) {
  int i, j;
  for (i = n; --i >= 0;)
    for (j = -1; ++j < m;)
      A[i*m + j] = 1;
})",
                         {{"n", kSizes}, {"m", kSizes}}),
            10);
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float *A) {
  int i, j;
  for (i = 0; i < n; i++) {
    j = m;
    while (j > 0) {
      j -= 2;
      A[i*m + j + 2] = j;
    }
    j = 0;
    while (j++ < m)
      A[i*m + j - 1] = 1;
    j = 0;
    while (j < m) {
      A[i*m + j] += 1;
      j = j + 1;
    }
    j = m;
    while (j > 0) {
      A[i*m + j] += 2;
      j--;
      A[i*m + j] += 3;
    }
  }
})",
                         {{"n", kSizes}, {"m", kSizes}}),
            10);
}

TEST(Enumeration, LoopsOverPointers) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float *A) {
  float *p;
  for (p = A; p < A + n*m; p += m)
    for (int j = 0; j < m; j++)
      p[j] = 1;
})",
                         {{"n", kSizes}, {"m", {1, 2, 3}}}),
            10);
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, int ld, float *A, const float *B) {
  for (int i = 0; i < n; i++) {
    float *p = A + i*ld, *end = p + m;
    const float *q = &B[i*m];
    for (; p != end; p++, ++q)
      *p = *q;
  }
})",
                         {{"n", kSizes}, {"m", kSizes}, {"ld", {2, 4}}}),
            10);
}

TEST(Enumeration, LoopsFromWhereAnotherStands) {
  EXPECT_GT(compareOnBox(R"(
void f(int d, int h, int w, float *A) {
  int z, y, x;
  for (z = 0; z < d*h*w; z += h*w)
    for (y = z; y < z + h*w; y += w)
      for (x = y; x < y + w; x++)
        A[x] = 1;
})",
                         {{"d", {1, 2}}, {"h", {1, 3}}, {"w", {1, 2, 4}}}),
            5);
}

TEST(Enumeration, IndexVariablesAndRowPointers) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float *A, const float *B) {
  int i, j, row;
  for (i = 0; i < n; i++) {
    float *r = A + i*m;
    const float *s;
    row = i*m;
    s = &B[row];
    for (j = 0; j < m; j++) {
      int idx = row + j;
      idx += 1;
      r[j] = B[idx] + *(s + j);
    }
  }
})",
                         {{"n", kSizes}, {"m", kSizes}}),
            20);
}

TEST(Enumeration, AffineConditions) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, int flag, float *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (i == j || (i > 1 && !(j < 2)))
        A[i*m + j] = 1;
      else if (i != 2)
        A[j] = 2;
      if (flag) A[i] = 3;
    }
})",
                         {{"n", kSizes}, {"m", kSizes}, {"flag", {0, 1, -1}}}),
            40);
}

TEST(Enumeration, DataDependentConditionsAreSupersets) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float *A, const float *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (B[i*m + j] > 0) { float t = B[j]; A[i*m + j] = t; } else A[j] = i > 2 ? B[i] : 0;
})",
                         {{"n", kSizes}, {"m", kSizes}}, {}, true),
            20);
}

TEST(Enumeration, MinAndMaxBounds) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, int p, float *A) {
  for (int t = 0; t < n; t += 2)
    for (int i = t; i < (t + 2 < n ? t + 2 : n) && i < m; i++)
      for (int j = i - 1 > 0 ? i - 1 : 0; j < p; j++)
        A[i*p + j] = 1;
})",
                         {{"n", kSizes}, {"m", kSizes}, {"p", {0, 2, 4}}}),
            40);
}

TEST(Enumeration, RemaindersAndQuotients) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int s, float *A) {
  for (int i = 0; i < n - n % 4; i++)
    for (int j = n / 2; j < n; j++)
      A[(i << s) + j % 1 + i * (n / 3) + ((n + 1) >> 1)] = 1;
})",
                         {{"n", {-3, -1, 0, 1, 3, 4, 5, 9, 12}}, {"s", {0, 1, 3}}}),
            20);
}

TEST(Enumeration, DeclaredArrays) {
  EXPECT_GT(compareOnBox(R"(
float G[5][7][3];
void f(int n, int m, float (*V)[m], float W[][4]) {
  for (int i = 0; i < n; i++) {
    float t[4][2];
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 2; k++) {
        t[j][k] = G[j][i][k];
        V[i][j] = t[j][k] + W[i][k];
      }
  }
})",
                         {{"n", {0, 1, 4}}, {"m", {4, 6}}}),
            5);
}

TEST(Enumeration, DeclaredArraysAsOneRow) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float A[8][9], float B[4][5][6]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      ((float *)A)[i*m + j] = A[j][i];
      ((float *)B[1])[i*m + j] += ((float *)B[2])[j];
    }
})",
                         {{"n", kSmall}, {"m", kSmall}}),
            8);
}

TEST(Enumeration, DeclaredArraysAtIndicesInVariables) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float (*V)[m], float W[][4]) {
  for (int i = 0; i < n; i++) {
    int r = n - i - 1;
    for (int j = 0; j < 4; j++) {
      int c = 3 - j;
      V[r][c] = W[r][c];
    }
  }
})",
                         {{"n", {0, 1, 4}}, {"m", {4, 6}}}),
            3);
}

TEST(Enumeration, UnsignedCountersAndIndices) {
  EXPECT_GT(compareOnBox(R"(
void f(unsigned n, unsigned m, float *A) {
  for (unsigned i = 0; i < n - 1; i++)
    for (unsigned j = i; j < m; j++)
      A[i*m + j - 1] = 1;
})",
                         {{"n", {0, 1, 2, 3, 4}}, {"m", {0, 1, 2, 5}}}),
            6);
}

TEST(Enumeration, SizesOfSixtyFourBits) {
  EXPECT_GT(compareOnBox(R"(
#include <stddef.h>
void f(size_t n, size_t m, int k, float *A) {
  for (size_t i = 1; i < n; i++)
    for (size_t j = 0; j <= m - 1; j++)
      for (int l = 0; l < k; l++)
        A[(i - 1)*m + j - l] = 1;
})",
                         {{"n", {0, 1, 2, 3}}, {"m", {0, 1, 2}}, {"k", {-1, 0, 1, 3}}}),
            10);
}

TEST(Enumeration, SignedAgainstUnsigned) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, unsigned m, int p, float *A) {
  for (int i = n; i < m; i++)
    for (unsigned j = 0; j < p; j++)
      if (j + 1 < i) A[i*p + j] = 1;
})",
                         {{"n", {-2, 0, 1}}, {"m", {0, 2, 4}}, {"p", {-1, 0, 2, 3}}}),
            8);
}

TEST(Enumeration, NarrowCounters) {
  EXPECT_EQ(compareOnBox(R"(
void f(int n, float *A) {
  for (unsigned char i = 0; i < n; i++)
    A[i*10] = 1;
})",
                         {{"n", {0, 2, 255, 256, 300}}}),
            3);
  EXPECT_EQ(compareOnBox(R"(
void f(int m, float *A) {
  for (short j = 0; j <= m; j++)
    A[j] = 1;
})",
                         {{"m", {-1, 0, 100, 32766, 32767, 40000}}}),
            4);
}

TEST(Enumeration, WrappingSignedArithmetic) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float *A) {
  for (int i = 0; i < n; i++)
    A[i*m + 2147483647] = 1;
})",
                         {{"n", {0, 1, 2}}, {"m", {-2, 0, 1}}}, {"-fwrapv"}),
            5);
}

TEST(Enumeration, UnsignedBoundsBelowZeroInsideANest) {
  // i - 1 is 4294967295 for i = 0, although the scop's domain is empty there.
  EXPECT_GT(compareOnBox(R"(
void f(unsigned n, unsigned m, float *A) {
  for (unsigned i = m; i < n; i++)
    for (unsigned j = 0; j < i - 1; j++)
      A[i*n + j] = 1;
})",
                         {{"n", {0, 1, 2, 4}}, {"m", {0, 1, 2}}}),
            3);
}

TEST(Enumeration, ContinueIsAnElse) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, float *A, float *B) {
  for (int i = 0; i < n; i++) {
    if (i == 1) { B[i] = 1; continue; }
    for (int j = 0; j < m; j++) {
      if (j == 0) continue;
      if (i > j) A[i*m + j] = B[j]; else continue;
      A[i*m + j - 1] += 2;
    }
    B[i] = 2;
  }
})",
                         {{"n", kSizes}, {"m", kSizes}}),
            20);
}

TEST(Enumeration, ALeadingBreakIsPartOfTheCondition) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, int m, int h, int w, float *A, float *B) {
  int i, j, k;
  for (i = 0; i < n; i++) {
    if (i >= h) break;
    for (j = 0; j < m; j++) {
      if (j > w || j + 1 == m) break;
      else B[j] = 1;
      A[i*m + j] = B[i];
    }
    k = m;
    while (1) { if (k <= 0) break; k--; A[i*m + k] += 1; }
  }
})",
                         {{"n", kSizes}, {"m", kSizes}, {"h", {-1, 2}}, {"w", {0, 3}}}),
            10);
}

TEST(Enumeration, SiblingLoopsOfOneVariable) {
  EXPECT_GT(compareOnBox(R"(
void f(int n, float *A, float *B) {
  int i, j;
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++) A[i*n + j] = B[j];
    for (j = i; j < n; j++) A[j*n + i] = B[i];
    B[i] = 0;
  }
})",
                         {{"n", kSmall}}),
            4);
}

} // namespace
