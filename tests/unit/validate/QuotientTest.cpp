// Guards over quotients that the source computes, and over products of factors whose signs
// are not known.
#include "tests/unit/validate/ProofFixture.h"

using namespace acc;
using namespace acc::test;

namespace {

RewriteCase shifted() {
  RewriteCase c;
  c.before = "void f(int n, int w, unsigned char *y, const unsigned char *x) {\n  int i;\n";
  c.nest = "for (i = 0; i < n; i++)\n    y[w / 2 + i] = x[i];";
  c.guard = "n > 0 && ((unsigned long)(y + (long)(w / 2) + n) <= (unsigned long)x "
            "|| (unsigned long)(x + n) <= (unsigned long)(y + (long)(w / 2)))";
  c.fast = "{\n  const long q = w / 2;\n  long i_0;\n  for (i_0 = 0; i_0 < n; i_0++)\n"
           "    ACC_INSTANCE(0, i_0) y[i_0 + q] = x[i_0];\n}";
  return c;
}

TEST(Quotients, AddressesOfTheGuardMayUseThem) {
  EXPECT_EQ(prove(shifted()).verdict, "");
  EXPECT_NE(prove(shifted().withGuard("(long)(w / 2) + n", "(long)(w / 3) + n")).verdict, "");
  EXPECT_NE(prove(shifted().withGuard("(long)(w / 2) + n", "(long)(w % 2) + n")).verdict, "");
}

/// The row w is the one that the source's quotient names, whatever its divisor.
RewriteCase heads() {
  RewriteCase c;
  c.before = "void f(int n, int m, int w, int h, int d, float *y, const float *x) {\n  int i, j;\n";
  c.nest = "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n"
           "      y[i*w + j] = x[h / d * m + j];";
  c.sizes = {{"y", {"w"}}};
  c.guard = "n > 0 && m > 0 && m <= w && d > 0 && h >= 0 && h / d >= 0 "
            "&& ((unsigned long)(y + (long)n * w) <= (unsigned long)(x + (long)(h / d) * m) "
            "|| (unsigned long)(x + (long)(h / d) * m + m) <= (unsigned long)y)";
  c.fast = "{\n  const long q = h / d;\n  long i_0, j_0;\n  for (j_0 = 0; j_0 < m; j_0++)\n"
           "    for (i_0 = 0; i_0 < n; i_0++)\n"
           "      ACC_INSTANCE(0, i_0, j_0) y[i_0*(long)w + j_0] = x[q*m + j_0];\n}";
  return c;
}

TEST(Quotients, ByAParameter) {
  EXPECT_EQ(prove(heads()).verdict, "");
  EXPECT_NE(prove(heads().withFast("q*m", "(q + 1)*m")).verdict, "");
}

TEST(Quotients, BoundedInFloatingPoint) {
  RewriteCase wide = heads();
  wide.before =
      "void f(int n, int m, int w, long h, long d, float *y, const float *x) {\n  int i, j;\n";
  EXPECT_NE(prove(wide).verdict, "");
  RewriteCase checked =
      wide.withGuard("&& ((", "&& (double)m * (h / d) < 1e15 && (double)m * (h / d) > -1e15 && ((");
  EXPECT_EQ(prove(checked).verdict, "");
  EXPECT_NE(
      prove(checked.withGuard("(double)m", "(float)m").withGuard("(double)m", "(float)m")).verdict,
      "");
  EXPECT_NE(prove(checked.withGuard("m * (h / d) <", "m * (h % d) <")).verdict, "");
}

/// The array is square, and the fast version knows its one size by the other name.
RewriteCase square() {
  RewriteCase c;
  c.before = "void f(int n, int m, float *y, const float *x) {\n  int i, j;\n";
  c.nest = "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      y[i*n + j] = x[j];";
  c.sizes = {{"y", {"n"}}};
  c.guard = "n > 0 && m > 0 && n == m && ((unsigned long)(y + (long)n * n) <= (unsigned long)x "
            "|| (unsigned long)(x + n) <= (unsigned long)y)";
  c.fast = "{\n  const long m_1 = m;\n  long i_0, j_0;\n  for (j_0 = 0; j_0 < m_1; j_0++)\n"
           "    for (i_0 = 0; i_0 < m_1; i_0++)\n      ACC_INSTANCE(0, i_0, j_0) y[i_0*m_1 + j_0] "
           "= x[j_0];\n}";
  return c;
}

TEST(Equations, OneSizeByTwoNames) {
  EXPECT_EQ(prove(square()).verdict, "");
  EXPECT_NE(prove(square().withGuard("n == m", "m <= n")).verdict, "");
  EXPECT_NE(prove(square().withFast("i_0*m_1 + j_0", "j_0*m_1 + i_0")).verdict, "");
}

/// Only what lies inside h rows of w is written, however far the loops run.
RewriteCase clipped() {
  RewriteCase c;
  c.before = "void f(int n, int m, int h, int w, float *y, const float *x) {\n  int i, j;\n";
  c.nest = "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n"
           "      if (i < h && j < w)\n        y[i*w + j] = x[j];";
  c.sizes = {{"y", {"w"}}};
  c.guard = "n > 0 && m > 0 && h > 0 && w > 0 && m <= w "
            "&& ((unsigned long)(y + (long)h * w) <= (unsigned long)x "
            "|| (unsigned long)(x + m) <= (unsigned long)y)";
  c.fast = "{\n  const long w_1 = w;\n  long i_0, j_0;\n"
           "  for (i_0 = 0; i_0 < (n < h ? n : h); i_0++)\n    for (j_0 = 0; j_0 < m; j_0++)\n"
           "      ACC_INSTANCE(0, i_0, j_0) y[i_0*w_1 + j_0] = x[j_0];\n}";
  return c;
}

TEST(Bounds, OfAStatementsOwnCondition) {
  EXPECT_EQ(prove(clipped()).verdict, "");
  EXPECT_NE(prove(clipped().withGuard("y + (long)h * w", "y + (long)h * w - 1")).verdict, "");
}

/// in[(k*h + r)*w ...] as one plane of h*w > 0 elements: h and w may both be negative.
RewriteCase planes() {
  RewriteCase c;
  c.before = "void f(int n, int m, int h, int w, float *y, const float *x) {\n  int i, k, b;\n";
  c.nest = "for (b = 0; b < n; b++)\n    for (k = 0; k < m; k++)\n"
           "      for (i = 0; i < h*w; i++)\n        y[k + b*m] += x[i + h*w*(k + b*m)];";
  c.sizes = {{"y", {"m"}}, {"x", {"m", "h*w"}}};
  c.guard =
      "n > 0 && m > 0 && (long)h * w > 0 && (double)h * w * n < 1e15 && (double)h * w * n > -1e15 "
      "&& (double)h * w * n * m < 1e15 && (double)h * w * n * m > -1e15 "
      "&& ((unsigned long)(y + (long)n * m) <= (unsigned long)x "
      "|| (unsigned long)(x + (long)h * w * n * m) <= (unsigned long)y)";
  c.fast = "{\n  long b_0, k_0, i_0;\n  for (b_0 = 0; b_0 < n; b_0++)\n"
           "    for (k_0 = 0; k_0 < m; k_0++)\n      for (i_0 = 0; i_0 < (long)h * w; i_0++)\n"
           "        ACC_INSTANCE(0, b_0, k_0, i_0) y[k_0 + b_0*m] += x[i_0 + (long)h*w*(k_0 + "
           "b_0*m)];\n}";
  return c;
}

TEST(Products, OfFactorsWithUnknownSigns) {
  EXPECT_EQ(prove(planes()).verdict, "");
  EXPECT_NE(prove(planes().withGuard("(long)h * w > 0", "(long)h * w > -5")).verdict, "");
}

/// The largest values that the guard may compute are exactly the last of their type.
TEST(Arithmetic, UpToTheLastValue) {
  RewriteCase c = square();
  c.before =
      "void f(int n, int m, unsigned u, int k, int d, float *y, const float *x) {\n  int i, j;\n";
  c.guard += " && (long)u * k + d <= 7";
  EXPECT_EQ(prove(c).verdict, "");
  EXPECT_NE(prove(c.withGuard("k + d", "k + d + d")).verdict, "");
}

/// Arrays of arrays are kept apart by the addresses of their first elements.
RewriteCase turned() {
  RewriteCase c;
  c.before = "void f(int n, int m, double a[n][m], double b[m][n]) {\n  int i, j;\n";
  c.nest = "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      b[j][i] = a[i][j];";
  c.guard = "n > 0 && m > 0 && (double)n * m < 1e15 "
            "&& ((unsigned long)(&b[0][0] + (long)n * m) <= (unsigned long)&a[0][0] "
            "|| (unsigned long)(&a[0][0] + (long)n * m) <= (unsigned long)&b[0][0])";
  c.fast = "{\n  long i_0, j_0;\n  for (j_0 = 0; j_0 < m; j_0++)\n"
           "    for (i_0 = 0; i_0 < n; i_0++)\n      ACC_INSTANCE(0, i_0, j_0) b[j_0][i_0] = "
           "a[i_0][j_0];\n}";
  return c;
}

TEST(Addresses, OfArraysOfArrays) {
  EXPECT_EQ(prove(turned()).verdict, "");
  EXPECT_NE(
      prove(turned().withGuard("&b[0][0] + (long)n * m", "&b[0][0] + (long)n * m - 1")).verdict,
      "");
  EXPECT_NE(prove(turned().withGuard("&b[0][0] + (long)n", "&b[0][1] + (long)n")).verdict, "");
}

} // namespace
