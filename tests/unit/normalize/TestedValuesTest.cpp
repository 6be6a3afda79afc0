// Conditions of loops on variables that the loops compute, in terms of what they are computed from.
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "tests/support/Source.h"

namespace acc::test {
namespace {

/// The nest where its conditions on data hold; `body` stands in loops over l and j.
Outcome<Scop> assumed(const std::string &body) {
  return buildScop(nestOf("int global; double hidden(double);"
                          "void f(int n, int m, double alpha, double *c, const double *restrict b, "
                          "const int *restrict mask,"
                          " const double *a) { int i, j, l, s; double t, u; float narrow;"
                          " for (l = 0; l < n; l++) for (j = 0; j < m; j++) { " +
                          body + " } }"),
                   DataConditions::Assumed);
}

const std::string kLoop = " for (i = 0; i < m; i++) c[j*m + i] += a[l*m + i]; ";

/// The conditions that are tested before the nest, each on one line; "" when it has none.
std::string testsOf(const Outcome<Scop> &scop) {
  if (!scop)
    return scop.rejection().detail;
  std::string all;
  for (const ScopStatement &test : scop->statements)
    if (!test.tests.empty())
      all += printExpr(scop->nest, *test.body->condition) + "\n";
  return all;
}

TEST(TestedValues, AVariableIsTestedByItsValue) {
  const std::pair<const char *, const char *> kCases[] = {
      {"t = alpha*b[l + j*n]; if (t != 0.)", "(double)(alpha * b[l + j * n]) != 0.\n"},
      {"const double own = alpha*b[l + j*n]; if (own != 0.)",
       "(double)(alpha * b[l + j * n]) != 0.\n"},
      {"t = alpha*b[l + j*n]; if (t == 0.) continue;", "!((double)(alpha * b[l + j * n]) == 0.)\n"},
      // By way of another variable, and narrowed as the assignment does.
      {"narrow = alpha*b[l + j*n]; t = narrow*narrow; u = 3; if (t > 1e-3)",
       "(double)((float)(alpha * b[l + j * n]) * (float)(alpha * b[l + j * n])) > 1e-3\n"},
      {"s = mask[l + j*n]; if (s)", "!!mask[l + j * n]\n"},
      // The last value counts.
      {"t = b[l]; t = b[j]; if (t != 0.)", "(double)b[j] != 0.\n"},
      {"t = b[l]; if (alpha > 0.) u = 1.; if (t != 0.)", "(double)b[l] != 0.\n"},
  };
  for (const auto &[condition, expected] : kCases)
    EXPECT_EQ(testsOf(assumed(condition + kLoop)), expected) << condition;
}

TEST(TestedValues, NoOtherValueStandsForIt) {
  for (const char *condition : {
           "if (alpha > 0.) t = b[l]; if (t != 0.)", // one of two values
           "t = b[l]; if (alpha > 0.) t = b[j]; if (t != 0.)",
           "t = b[l]; t += b[j]; if (t != 0.)", // a step
           "t = c[l]; c[l] = 0.; if (t != 0.)", // a store between
           "t = c[l]; if (alpha > 0.) c[l] = 0.; if (t != 0.)",
           "s = l; t = b[s]; for (s = 0; s < 3; s++) u = s; if (t != 0.)", // b[s] is another
                                                                           // element
           "t = b[l]; for (i = 0; i < m; i++) t += b[i]; if (t != 0.)",
           "t = t*b[l]; if (t != 0.)", // of an iteration before
       })
    EXPECT_NE(testsOf(assumed(condition + kLoop)).find("(the loops write t,"), std::string::npos)
        << condition;
}

TEST(TestedValues, TheVariableStays) {
  Outcome<Scop> scop = assumed(
      "t = alpha*b[l + j*n]; if (t != 0.) for (i = 0; i < m; i++) c[j*m + i] += t*a[l*m + i];");
  ASSERT_TRUE(scop);
  bool isUsed = false;
  for (const ScopStatement &statement : scop->statements)
    for (const ScopAccess &access : statement.accesses)
      isUsed = isUsed || (!access.isWrite && scop->arrays[access.array].name == "t");
  EXPECT_TRUE(isUsed);
}

} // namespace
} // namespace acc::test
