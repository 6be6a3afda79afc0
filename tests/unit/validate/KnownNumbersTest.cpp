// What the proof knows of numbers: products from their factors, the last iteration of a stride, a
// copy of a parameter.
#include "analysis/support/IslContext.h"
#include "rewriter/validate/GuardContext.h"
#include "tests/support/Source.h"
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

Polynomial name(const std::string &text) { return Polynomial::symbol(text); }

Condition between(int64_t low, const Polynomial &value, int64_t high) {
  return Condition::conjunction({Condition::lessEqual(Polynomial(low), value),
                                 Condition::lessEqual(value, Polynomial(high))});
}

/// Does the condition follow from the other, where n, m and p are of type long?
bool follows(const Condition &given, const Condition &wanted) {
  const SourceNest nest = nestOf(
      "void f(long n, long m, long p, float *A) { for (long i = 0; i < n; i++) A[i] = m + p; }");
  ExactValues values(nest);
  values.learn(given);
  return values.isNonNegative(wanted.value());
}

TEST(KnownNumbers, AProductLiesBetweenThoseOfTheEnds) {
  const Condition given =
      Condition::conjunction({between(-2, name("n"), 3), between(-5, name("m"), 4)});
  EXPECT_TRUE(follows(given, Condition::lessEqual(name("n") * name("m"), Polynomial(12))));
  EXPECT_FALSE(follows(given, Condition::lessEqual(name("n") * name("m"), Polynomial(11))));
  EXPECT_TRUE(follows(given, Condition::lessEqual(Polynomial(-15), name("n") * name("m"))));
  EXPECT_FALSE(follows(given, Condition::lessEqual(Polynomial(-14), name("n") * name("m"))));
  EXPECT_TRUE(follows(given, Condition::nonNegative(name("n") * name("n"))));
  EXPECT_FALSE(follows(given, Condition::lessEqual(name("n") * name("n"), Polynomial(8))));
}

TEST(KnownNumbers, AProductBoundsItsFactorsWhereTheOthersAreAtLeastOne) {
  const Condition product = between(-100, name("m") * name("p"), 100);
  Condition given =
      Condition::conjunction({product, Condition::lessEqual(Polynomial(31), name("m"))});
  EXPECT_TRUE(follows(given, Condition::lessEqual(name("p"), Polynomial(100))));
  EXPECT_TRUE(follows(given, Condition::lessEqual(Polynomial(-100), name("p"))));
  given = Condition::conjunction(
      {product, Condition::nonNegative(name("m"))}); // m == 0 says nothing of p
  EXPECT_FALSE(follows(given, Condition::lessEqual(name("p"), Polynomial(100))));
}

/// The value of `size` is exact in a nest of long n and m.
bool isExact(const std::string &size) {
  const SourceNest nest =
      nestOf("void f(long n, long m, float *A) { long k; for (long i = 0; i < n; "
             "i++) { k = " +
             size + "; A[i] = k; } }");
  ExactValues values(nest, true);
  return values.read(*nest.root->children[0]->children[0]->value).has_value();
}

TEST(KnownNumbers, AChoiceIsComputedWhereItsTestHolds) {
  EXPECT_TRUE(isExact("m > 0 && 0 < n ? (n - 1) / m + 1 : 0"));
  EXPECT_FALSE(isExact("0 < n ? (n - 1) / m + 1 : 0"));
  EXPECT_FALSE(isExact("m > 0 ? (n - 1) / m + 1 : 0"));
  EXPECT_FALSE(isExact("m > 0 && 0 < n ? 0 : (n - 1) / m + 1"));
  EXPECT_FALSE(isExact("m > 0 || 0 < n ? (n - 1) / m + 1 : 0"));
}

TEST(KnownNumbers, WithoutEndsNothingFollows) {
  EXPECT_FALSE(follows(Condition::lessEqual(name("n"), Polynomial(3)),
                       Condition::lessEqual(name("n") * name("m"), Polynomial(1000))));
}

/// The fast version may have a name of its own that the source gives to something else: the
/// source's type says nothing of it.
TEST(KnownNumbers, OnlyOfTheSourcesParameters) {
  auto source = scopOf("void f(int n, float *A) { signed char rest; for (int i = 0; i < n; i++) { "
                       "rest = 3; A[i] = rest; } }");
  auto emitted = scopOf(
      "void f(int n, long rest, float *A) { for (long i = 0; i < n; i++) A[i + rest] = 3; }");
  ASSERT_TRUE(source && emitted);
  ASSERT_TRUE(emitted->parameter("rest"));
  IslContext context;
  GuardContext guard(context, *source, *emitted, Condition::always(), {});
  EXPECT_FALSE(guard.isNonNegative(Polynomial(127) - name("rest")));
  EXPECT_FALSE(guard.isNonNegative(Polynomial(1000) - name("rest") * name("rest")));
  EXPECT_TRUE(guard.isNonNegative(Polynomial(int64_t(1) << 62) - name("n") * name("n")));
}

/// Loops over a matrix, as they stand.
RewriteCase smallMatrix() {
  RewriteCase c;
  c.before = "void f(unsigned n, unsigned m, double *A)\n{\n    unsigned i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            A[i*m + j]++;";
  c.sizes = {{"A", {"m"}}};
  c.guard = "n > 0 && n <= 30000 && m > 0 && m <= 30000 && (double)n * m < 1e15";
  c.fast =
      "{\n        const long m_1 = m;\n        long i_0, j_0;\n        for (i_0 = 0; i_0 < n; "
      "i_0++)\n"
      "            for (j_0 = 0; j_0 < m; j_0++) {\n                ACC_INSTANCE(0, i_0, j_0)\n"
      "                A[i_0 * m_1 + j_0] += 1;\n            }\n    }";
  return c;
}

/// Rows of w - 2 elements of k numbers: nothing is known of w*k alone.
TEST(KnownNumbers, AProductHasTheSignsOfItsFactors) {
  auto source =
      scopOf("void f(int h, int w, int k, float *A) { for (int i = 0; i < h*w*k; i++) A[i] = 3; }");
  ASSERT_TRUE(source);
  IslContext context;
  const Polynomial inner = name("w") - Polynomial(2), product = inner * name("k");
  auto holds = [&](const Condition &given, const Polynomial &value) {
    return GuardContext(context, *source, *source, given, {product}).isNonNegative(value);
  };
  const Condition wide = Condition::nonNegative(inner), narrow = Condition::nonNegative(-inner);
  const Condition both = Condition::conjunction({wide, Condition::nonNegative(name("k"))});
  EXPECT_TRUE(holds(both, product));
  EXPECT_TRUE(holds(both, Polynomial(6) * product * name("k")));
  EXPECT_FALSE(holds(both, -product));
  EXPECT_FALSE(holds(both, product - Polynomial(1)));
  EXPECT_FALSE(holds(wide, product));
  EXPECT_TRUE(holds(wide, product * name("k")));
  EXPECT_FALSE(holds(Condition::conjunction({narrow, Condition::nonNegative(name("k"))}), product));
  EXPECT_TRUE(holds(Condition::conjunction({narrow, Condition::nonNegative(-name("k"))}), product));
}

TEST(KnownNumbers, LimitsOfSizesAreLimitsOfTheirProduct) {
  expectProved(smallMatrix());
  expectRefused(smallMatrix().withGuard("n <= 30000", "n <= 3000000"), "may wrap");
}

TEST(KnownNumbers, OneAddedToADoubleIsOneOfItsType) {
  expectRefused(smallMatrix().withFast("+= 1", "+= 2"), "does not match any operation");
}

/// From 0 to 29 by 8 the last is 24.
RewriteCase byEights() {
  RewriteCase c;
  c.before = "void f(short m, double *A, const double *B)\n{\n    int i;\n    ";
  c.nest = "for (i = 0; i < 29; i += 8)\n        A[i*m] = B[i] + B[24];";
  c.sizes = {{"A", {"m"}}};
  c.guard = "m > 0 && ((unsigned long)(A + 24L * m + 1) <= (unsigned long)B || (unsigned long)(B + "
            "25) <= (unsigned long)A)";
  c.fast = "{\n        const long m_1 = m;\n        long i_0;\n        for (i_0 = 0; i_0 < 29; i_0 "
           "+= 8) {\n"
           "            ACC_INSTANCE(0, i_0)\n            A[i_0 * m_1] = B[i_0] + B[24];\n        "
           "}\n    }";
  return c;
}

TEST(KnownNumbers, TheLastIterationOfAStride) {
  expectProved(byEights());
  expectRefused(byEights().withGuard("24L * m", "23L * m"), "disjoint");
  expectRefused(byEights().withGuard("B + 25", "B + 24"), "disjoint");
}

/// A product of a copy, whose limit the guard tests of the parameter.
RewriteCase squareOfACopy() {
  RewriteCase c;
  c.before = "void f(unsigned n, double *A)\n{\n    unsigned e;\n    ";
  c.nest = "for (e = 0; e < n*n; e++)\n        A[e] = 1;";
  c.guard = "n > 0 && (double)n * n * n < 1e15 && (long)n * n <= 4294967295L";
  c.fast = "{\n        const long n_1 = n;\n        long e_0;\n        for (e_0 = 0; e_0 < n_1 * "
           "n_1; e_0++) {\n"
           "            ACC_INSTANCE(0, e_0)\n            A[e_0] = 1;\n        }\n    }";
  return c;
}

TEST(KnownNumbers, ProductsOfACopy) {
  expectProved(squareOfACopy());
  expectRefused(squareOfACopy()
                    .withGuard("(double)n * n * n < 1e15 && ", "")
                    .withGuard("(long)n * n <= 4294967295L", "n != 7"),
                "arithmetic of the rewritten code may overflow: n_1 * n_1");
}

/// Sizes that memory has, as programs that carry a shape pass them.
RewriteCase sizesInMemory() {
  RewriteCase c;
  c.before = "void f(const int d[2], float *A)\n{\n    int e;\n    ";
  c.nest = "for (e = 0; e < d[0]*d[1]; e++)\n        A[e] = 1;";
  c.guard = "d[0] > 0 && d[1] > 0 && (double)d[0] * d[1] < 1e9 && ((unsigned long)(A + "
            "(long)d[0] * d[1]) <= (unsigned long)d || (unsigned long)(d + 2) <= (unsigned long)A)";
  c.fast = "{\n        const int n = d[0];\n        const int m = d[1];\n        int e_0;\n"
           "        for (e_0 = 0; e_0 < n * m; e_0++) {\n"
           "            ACC_INSTANCE(0, e_0)\n            A[e_0] = 1;\n        }\n    }";
  return c;
}

TEST(KnownNumbers, SizesThatMemoryHasAtTheEntry) {
  expectProved(sizesInMemory());
  expectRefused(sizesInMemory().withGuard("< 1e9", "< 1e15"),
                "arithmetic of the rewritten code may overflow: n * m");
}

} // namespace
} // namespace acc::test
