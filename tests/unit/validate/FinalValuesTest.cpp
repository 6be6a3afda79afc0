// What loops leave in their variables, and scalars of loops that the rewrite turns around.
#include "tests/unit/validate/ProofFixture.h"

using namespace acc;
using namespace acc::test;

namespace {

/// j ends at the first multiple of 8 that is not below m.
RewriteCase stepped() {
  RewriteCase c;
  c.before = "void g(int);\nvoid f(int n, int m, float *y) {\n  int i, j;\n";
  c.nest = "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j += 8)\n      y[i*m + j] = 1;";
  c.after = "\n  g(j);\n}\n";
  c.sizes = {{"y", {"m"}}};
  c.guard = "n > 0 && m > 0";
  c.fast = "{\n  const long m_1 = m;\n  long i_0, j_0;\n  for (i_0 = 0; i_0 < n; i_0++)\n"
           "    for (j_0 = 0; j_0 < m_1; j_0 += 8)\n      ACC_INSTANCE(0, i_0, j_0) y[i_0*m_1 + "
           "j_0] = 1;\n"
           "  j = (int)((long)m <= 0 ? 0 : ((long)m + 7) / 8 * 8);\n}";
  return c;
}

TEST(FinalValues, OfSteppedLoops) {
  EXPECT_EQ(prove(stepped()).verdict, "");
  EXPECT_NE(prove(stepped().withFast("+ 7) / 8", "+ 8) / 8")).verdict, "");
  EXPECT_NE(prove(stepped().withFast("+ 7) / 8", "+ 6) / 8")).verdict, "");
  EXPECT_NE(prove(stepped().withFast("/ 8 * 8)", "/ 4 * 4)")).verdict, "");
  EXPECT_NE(prove(stepped().withFast("0 : (", "0 : 1 + (")).verdict, "");
}

/// The variable of a downward loop ends below its last value.
RewriteCase downward() {
  RewriteCase c;
  c.before = "void g(int);\nvoid f(int n, float *y) {\n  int i;\n";
  c.nest = "for (i = n - 1; i >= 0; i--)\n    y[i] = 2 * y[i];";
  c.after = "\n  g(i);\n}\n";
  c.guard = "n > 0";
  c.fast = "{\n  const long n_1 = n;\n  long i_0;\n  for (i_0 = 0; i_0 < n_1; i_0++)\n"
           "    ACC_INSTANCE(0, n - i_0 - 1) y[n_1 - 1 - i_0] = 2 * y[n_1 - 1 - i_0];\n  i = "
           "(int)(-1);\n}";
  return c;
}

TEST(FinalValues, OfDownwardLoops) {
  EXPECT_EQ(prove(downward()).verdict, "");
  EXPECT_NE(prove(downward().withFast("(int)(-1)", "(int)(-2)")).verdict, "");
}

/// A pointer that is walked as often as a number in memory says, which no store may change.
TEST(FinalValues, OfPointersThatMemoryBounds) {
  RewriteCase c;
  c.before = "struct counted { int n; };\n"
             "float *f(const struct counted *c, float *d, const float *s) {\n  int i;\n";
  c.nest = "for (i = 0; i < c->n; i++)\n    *d++ = 2 * *s++;";
  c.after = "\n  return d;\n}\n";
  c.guard = "c->n > 0 && ((unsigned long)(d + c->n) <= (unsigned long)s "
            "|| (unsigned long)(s + c->n) <= (unsigned long)d)";
  c.fast = "{\n  const long n_1 = c->n;\n  long i_0;\n  for (i_0 = 0; i_0 < n_1; i_0++)\n"
           "    ACC_INSTANCE(0, i_0) d[i_0] = 2 * s[i_0];\n  d = d + (long)c->n;\n}";
  EXPECT_EQ(prove(c).verdict, "");
  EXPECT_NE(prove(c.withFast("d + (long)c->n", "d + (long)c->n + 1")).verdict, "");
  EXPECT_NE(prove(c.withFast("d = d + (long)c->n;", "")).verdict, "");
  c.before.replace(c.before.find("int n;"), 6, "float f; int n;");
  EXPECT_EQ(prove(c).verdict, "");
  RewriteCase mayChange = c;
  mayChange.before = "struct counted { int n; };\n"
                     "int *f(const struct counted *c, int *d, const int *s) {\n  int i;\n";
  EXPECT_NE(prove(mayChange).verdict, "");
}

/// The location is not what it was where a store of the nest may change it.
TEST(FinalValues, OfLoopsThatMemoryBounds) {
  RewriteCase c;
  c.before = "int lengths[3], others[3];\nint f(float *restrict y) {\n  int i;\n";
  c.nest = "for (i = 0; i < lengths[1]; i++)\n    y[i] = 2 * y[i];";
  c.after = "\n  return i;\n}\n";
  c.guard = "lengths[1] > 0";
  c.fast = "{\n  const long n = lengths[1];\n  long i_0;\n  for (i_0 = 0; i_0 < n; i_0++)\n"
           "    ACC_INSTANCE(0, i_0) y[i_0] = 2 * y[i_0];\n  i = (int)((long)lengths[1]);\n}";
  EXPECT_EQ(prove(c).verdict, "");
  const std::string end = "i = (int)((long)lengths[1]);";
  for (const char *wrong :
       {"i = (int)((long)lengths[0]);", "i = (int)((long)others[1]);", "i = (int)lengths[i];",
        "i += lengths[1];", "lengths[1] = 3; i = (int)((long)lengths[1]);", ""})
    EXPECT_NE(prove(c.withFast(end, wrong)).verdict, "") << wrong;
}

/// The variable that bounds the loop has the value from before it; the location has another one.
TEST(FinalValues, OfLoopsThatOverwriteWhatTheirBoundWas) {
  RewriteCase c;
  c.before = "int lengths[30];\nint f(void) {\n  int i, x = lengths[1];\n";
  c.nest = "for (i = 0; i < x; i++)\n    lengths[i] = 2;";
  c.after = "\n  return i;\n}\n";
  c.guard = "x > 0";
  c.fast = "{\n  const long n = x;\n  long i_0;\n  for (i_0 = 0; i_0 < n; i_0++)\n"
           "    ACC_INSTANCE(0, i_0) lengths[i_0] = 2;\n  i = (int)((long)x);\n}";
  EXPECT_EQ(prove(c).verdict, "");
  EXPECT_NE(prove(c.withFast("i = (int)((long)x);", "i = (int)((long)lengths[1]);")).verdict, "");
}

/// A variable that the loop reads as it was and the nest counts on.
TEST(FinalValues, OfAVariableThatTheLoopReads) {
  RewriteCase c;
  c.before = "int f(int n, int k, int *restrict y, const int *restrict x) {\n  int i;\n";
  c.nest = "for (i = 0; i < n; i++) {\n    y[i] = x[i] + k * 3;\n    k++;\n  }";
  c.after = "\n  return k;\n}\n";
  c.guard = "n > 0 && (long)k + n < 2147483647L";
  c.fast = "{\n  long i_0;\n  for (i_0 = 0; i_0 < n; i_0++)\n"
           "    ACC_INSTANCE(0, i_0) y[i_0] = x[i_0] + (int)((long)k + (long)((int)i_0)) * 3;\n"
           "  k = (int)((long)k + (long)n);\n}";
  EXPECT_EQ(prove(c).verdict, "");
  const std::string end = "  k = (int)((long)k + (long)n);\n";
  EXPECT_NE(prove(c.withFast(end, "")).verdict, "");
  EXPECT_NE(prove(c.withFast(end, "  k = (int)((long)k + (long)n + 1);\n")).verdict, "");
  EXPECT_NE(
      prove(c.withFast("(int)((long)k + (long)((int)i_0)) * 3", "(int)((long)k + 0L) * 3")).verdict,
      "");
  RewriteCase early = c.withFast(end, "");
  EXPECT_NE(prove(early.withFast("  for (", end + "  for (")).verdict, "") << "set before the loop";
}

/// A filter that runs from the end: each value is made of the one before it in time.
RewriteCase filter() {
  RewriteCase c;
  c.before = "void f(int n, float *y, const float *x, float a) {\n  int i;\n  float s, t;\n";
  c.nest = "for (i = n - 1; i >= 0; i--) {\n    y[i] = a * s + t;\n    t = s;\n    s = x[i];\n  }";
  c.after = "\n  y[0] += s + t;\n}\n";
  c.guard = "n > 0 && ((unsigned long)(y + n) <= (unsigned long)x "
            "|| (unsigned long)(x + n) <= (unsigned long)y)";
  c.fast = "{\n  const long n_1 = n;\n  long i_0;\n  for (i_0 = 0; i_0 < n_1; i_0++) {\n"
           "    ACC_INSTANCE(0, n - i_0 - 1) y[n_1 - 1 - i_0] = a * s + t;\n    ACC_INSTANCE(1, n "
           "- i_0 - 1) t = s;\n    ACC_INSTANCE(2, n - i_0 - 1) s = x[n_1 - 1 - i_0];\n  }\n}";
  return c;
}

TEST(Instances, OfDownwardLoopsWithScalars) {
  EXPECT_EQ(prove(filter()).verdict, "");
  RewriteCase upward = filter();
  upward.fast = "{\n  const long n_1 = n;\n  long i_0;\n  for (i_0 = 0; i_0 < n_1; i_0++) {\n"
                "    ACC_INSTANCE(0, i_0) y[i_0] = a * s + t;\n    ACC_INSTANCE(1, n - i_0 - 1) t "
                "= s;\n    ACC_INSTANCE(2, i_0) s = x[i_0];\n  }\n}";
  EXPECT_NE(prove(upward).verdict, "");
}

/// Rows of w >= 0 elements, of which nothing says that there is one.
RewriteCase perhapsEmpty() {
  RewriteCase c;
  c.before = "void f(unsigned n, unsigned w, unsigned r, float *y) {\n  unsigned i;\n";
  c.nest = "for (i = 0; i < n; i++)\n    y[(unsigned long)r*w + i] = 1;";
  c.guard = "n > 0 && (double)r * w < 1e15";
  c.fast = "{\n  const long w_1 = w, r_1 = r;\n  long i_0;\n  for (i_0 = 0; i_0 < n; i_0++)\n"
           "    ACC_INSTANCE(0, i_0) y[r_1*w_1 + i_0] = 1;\n}";
  return c;
}

TEST(Products, OfFactorsThatMayBeZero) { EXPECT_EQ(prove(perhapsEmpty()).verdict, ""); }

} // namespace
