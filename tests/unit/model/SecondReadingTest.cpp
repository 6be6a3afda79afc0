// The tree as read and its normal form, run at small points.
#include "analysis/model/SecondReading.h"
#include "tests/support/Source.h"

namespace acc::test {
namespace {

/// What is told of the nest of `source` when it is read as that of `form`.
SecondReading readAs(const std::string &source, const std::string &form) {
  return readAgain(nestOf(source), liftedOf(form), Condition::always());
}

TEST(SecondReading, CountersOfTheirOwnStandForMembers) {
  const std::string text =
      "struct counter { int i, j; }; int f(double *A, const double *B, int n, int m) { struct "
      "counter c;"
      " for (c.i = 0; c.i < n; c.i++) for (c.j = 0; c.j < m; c.j++) A[c.i*m + c.j] += B[c.j];"
      " return c.i; }";
  SecondReading again = readAs(text, text);
  EXPECT_GE(again.points, 4u);
  EXPECT_FALSE(again.difference) << again.difference->detail;
}

/// All that is known at the entry holds at each point, also what rests on other things known.
TEST(SecondReading, ChainsOfLocals) {
  for (const std::string text :
       {"void f(int n, float *w, const float *x) { float *c = w + n, *s = c + n;"
        " for (int i = 0; i < n; i++) s[i] = 3*x[i]; }",
        "void f(int n, float *w, const float *x) { int m = 2*n, k = m + 1, l = k*m; float *s = w + "
        "l;"
        " for (int i = 0; i < k; i++) s[i] = x[m + i]; }",
        "void f(int size, int stride, float *out, const float *x) { int half = size >> 1;"
        " float *p = out + stride*(half - 1), *q = p + half;"
        " for (int i = 0; i < half; i++) q[-i*stride] = x[i]; }"}) {
    SecondReading again = readAs(text, text);
    EXPECT_GE(again.points, 4u) << text;
    EXPECT_FALSE(again.difference) << text << "\n" << again.difference->detail;
  }
}

/// A call that stays in the text means in both readings what its function computes.
TEST(SecondReading, CallsThatStay) {
  for (const std::string body :
       {"double t = x; if (t <= -6.0) return 0.0; t = t*3; t = t + 1; return t;",
        "double t = x; if (t <= -6.0) return 0.0; if (t >= 6) { t = t*2; t = t - 1; return t; } t "
        "= t*3;"
        " return t;"}) {
    const std::string text = "static double g(double x) { " + body +
                             " } void f(int n, double *y, const double *x) {"
                             " for (int i = 0; i < n; i++) y[i] = g(x[i]); }";
    SecondReading again = readAs(text, text);
    EXPECT_GE(again.points, 4u) << text;
    EXPECT_FALSE(again.difference) << text << "\n" << again.difference->detail;
  }
}

/// A point with which the source leaves a declared array, which C leaves undefined, is no judge.
TEST(SecondReading, SizesOfDeclaredArrays) {
  auto text = [](const std::string &index) {
    return "struct box { int n; int b[8]; }; int c[6];"
           " void f(int n, int m, struct box *q, const int *x) { for (int i = 0; i < n; i++) " +
           index + " = x[i]; }";
  };
  for (const std::string array : {"c", "q->b"}) {
    const std::string right = text(array + "[i]"), other = text(array + "[i < 8 ? i : 0]");
    EXPECT_FALSE(readAs(right, other).difference) << array;
    EXPECT_GE(readAs(right, other).points, 1u) << array;
    EXPECT_TRUE(readAs(right, text(array + "[i < 2 ? i : 0]")).difference) << array;
  }
}

TEST(SecondReading, AMisreadingIsTold) {
  auto text = [](const std::string &value) {
    return "void f(int n, int m, int *A, const int *B) { for (int i = 0; i < n; i++)"
           " for (int j = 0; j < m; j++) A[i*m + j] = " +
           value + "; }";
  };
  for (const char *wrong : {"B[i*m + j] + 2", "B[i*m]", "(signed char)B[i*m + j] + 1"}) {
    SecondReading again = readAs(text("B[i*m + j] + 1"), text(wrong));
    ASSERT_TRUE(again.difference) << wrong;
    EXPECT_EQ(again.difference->kind, RejectionKind::Internal);
  }
}

// The source still has its calls, which the interpreter makes.
TEST(SecondReading, OfCallsAsTheSourceHasThem) {
  auto text = [](const std::string &functions, const std::string &body) {
    return functions +
           " void f(int n, int m, float *A, const float *B, struct im *p, struct im q) {"
           " for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) " +
           body + " }";
  };
  struct Case {
    std::string right, wrong, body;
  };
  const std::string im = "struct im { int w; float *d; }; ";
  for (const Case &each :
       {Case{"static int at(int i, int j, int n) { return i*n + j; }",
             "static int at(int i, int j, int n) { return j*n + i; }", "A[at(i, j, m)] += 1;"},
        Case{"static void put(float *a, int k, float x) { if (k < 0) return; a[k] = x; }",
             "static void put(float *a, int k, float x) { if (k < 1) return; a[k] = x; }",
             "put(A, i*m + j, 2);"},
        Case{"static float get(const struct im *p, int k) { return p->d[k*p->w]; }",
             "static float get(const struct im *p, int k) { return p->d[p->w + k]; }",
             "A[i*m + j] = get(p, j);"},
        Case{"static float get(struct im q, int k) { return q.d[k*q.w]; }",
             "static float get(struct im q, int k) { return q.d[q.w + k]; }",
             "A[i*m + j] = get(q, j);"},
        Case{"static int c; static void step(int k) { c = k; }",
             "static int c; static void step(int k) { c = k + 1; }",
             "{ step(j); A[i*m + j] = c; }"}}) {
    const std::string right = text(im + each.right, each.body);
    auto scop = scopOf(right);
    ASSERT_TRUE(scop) << right << scop.rejection().message();
    SecondReading same = readAgain(nestOf(right), *scop, Condition::always());
    EXPECT_GT(same.points, 4u) << each.right;
    EXPECT_FALSE(same.difference) << same.difference->message();
    EXPECT_TRUE(
        readAgain(nestOf(text(im + each.wrong, each.body)), *scop, Condition::always()).difference)
        << each.right;
  }
}

} // namespace
} // namespace acc::test
