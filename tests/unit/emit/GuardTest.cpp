// The guard's text: compiled and evaluated against exact integers.

#include "rewriter/emit/Guard.h"
#include "EmitHarness.h"
#include "rewriter/emit/SafeArithmetic.h"
#include "rewriter/emit/WhenItRuns.h"
#include "rewriter/helpers/Helpers.h"
#include "tests/support/ScopFixture.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

const WideType kLong{"long", "unsigned long", "L"};

Scop scopOver(const std::string &type) {
  return makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                  {{{"i", "j"}, {}, {"A", "i*m*o + j"}, "+=", {{"B", "i + j"}}}}, type);
}

std::string joined(const std::vector<std::string> &conjuncts) {
  std::string text;
  for (const std::string &conjunct : conjuncts)
    text += (text.empty() ? "" : " && ") + conjunct;
  return text;
}

std::string textOf(const std::string &type, const std::vector<Condition> &conditions) {
  Scop scop = scopOver(type);
  SafeArithmetic arithmetic(scop, kLong);
  std::vector<std::string> conjuncts;
  for (const Condition &condition : conditions)
    arithmetic.add(condition, conjuncts);
  return joined(conjuncts);
}

Condition positive(const std::string &text) { return Condition::less(Polynomial(0), poly(text)); }

TEST(SafeArithmetic, PlainComparisonsStayPlain) {
  EXPECT_EQ(textOf("int", {positive("n"), Condition::lessEqual(poly("m"), poly("o"))}),
            "n > 0 && m <= o");
}

TEST(SafeArithmetic, WhatIsNotEqualIsSaidSo) {
  EXPECT_EQ(textOf("int", {Condition::zero(poly("n")).negated()}), "n != 0");
  EXPECT_EQ(textOf("int", {Condition::disjunction({positive("n"),
                                                   Condition::lessEqual(poly("m"), poly("o")),
                                                   positive("-n")})}),
            "(n != 0 || m <= o)");
}

TEST(SafeArithmetic, ProductsOfTwoIntsFitTheWideType) {
  EXPECT_EQ(textOf("int", {Condition::lessEqual(poly("n"), poly("m*o"))}),
            "(long)n <= (long)m * o");
}

/// One test that a product is small enough says that it does not wrap, and that it can be computed.
TEST(SafeArithmetic, ProductsThatMustNotWrapAreTestedOnce) {
  const Condition wrap = Condition::lessEqual(poly("n*m + n"), poly("o + 4294967296"));
  EXPECT_EQ(textOf("unsigned int", {positive("n"), positive("m"), wrap}),
            "n > 0 && m > 0 && (double)m * n < 2e9");
  EXPECT_EQ(textOf("unsigned int", {positive("n"), positive("m"),
                                    Condition::lessEqual(poly("n*m + o"), poly("4294967296"))}),
            "n > 0 && m > 0 && (double)m * n < 2e9 && o < 2000000000");
  EXPECT_EQ(textOf("unsigned int", {positive("n"), positive("m"),
                                    Condition::lessEqual(poly("n*m"), poly("4294967295"))}),
            "n > 0 && m > 0 && (double)m * n < 4e9");
  // So where numbers that are small by their types stand beside the products, and others that only
  // help.
  EXPECT_EQ(
      textOf("int", {positive("n"), positive("m"),
                     Condition::lessEqual(poly("n*m + 9*o"), poly("m + 1152921504606846976"))}),
      "n > 0 && m > 0 && (double)m * n < 1e17");
  // What fits the wide type is compared as it is, and so is what lies below a billion.
  EXPECT_EQ(textOf("int", {positive("n"), positive("m"), wrap}),
            "n > 0 && m > 0 && (long)m * n + n <= (long)o + 4294967296L");
  EXPECT_EQ(textOf("unsigned int", {positive("n"), positive("m"),
                                    Condition::lessEqual(poly("n*m"), poly("65535"))}),
            "n > 0 && m > 0 && (double)m * n < 1e17 && (long)m * n <= 65535");
}

/// What is in bounds and conditions stays small, unless its type or what is known says so.
TEST(SafeArithmetic, TermsAreKeptSmall) {
  auto kept = [](const std::string &type, const std::string &product, int64_t known) {
    Scop scop = scopOver(type);
    SafeArithmetic arithmetic(scop, kLong);
    std::vector<std::string> conjuncts;
    Term term = poly(product).terms().front();
    if (known)
      arithmetic.know(term, known);
    arithmetic.keepSmall(term, conjuncts);
    return joined(conjuncts);
  };
  EXPECT_EQ(kept("int", "n", 0), "");
  EXPECT_EQ(kept("long", "n", 0), "ACC_SMALL((double)n)");
  EXPECT_EQ(kept("long", "n", int64_t(1) << 61), "");
  EXPECT_EQ(kept("long", "n*m", int64_t(1) << 61), "");
}

/// The text of a value behind what is known, without its conversions.
std::string valueOf(const std::string &type, const std::vector<Condition> &known,
                    const std::string &value) {
  Scop scop = scopOver(type);
  SafeArithmetic arithmetic(scop, kLong);
  std::vector<std::string> conjuncts;
  for (const Condition &condition : known)
    arithmetic.add(condition, conjuncts);
  return arithmetic.value(poly(value), conjuncts);
}

/// Common factors are taken out, and the text still has the value.
TEST(SafeArithmetic, ValuesAreFactored) {
  const std::vector<Condition> all{positive("n"), positive("m"), positive("o")};
  EXPECT_EQ(valueOf("int", all, "n*m - m + o"), "(long)m * (n - 1) + o");
  EXPECT_EQ(valueOf("int", all, "(n + 1 - m)*(o + 1 - m)"),
            "((long)n + 1 - m) * ((long)o + 1 - m)");
  for (const char *value :
       {"n*m - m + o", "m*o*n + m*o - m*n - m", "n*n*m + n*m*m", "2*n*m - 2*m", "o - n*m - n",
        "n*m + n*o + m*o", "m - 3*n*o + 3*n", "(n + 1 - m)*(o + 1 - n)", "n*m - n - 5", "-n - m"})
    for (const char *type : {"int", "long"}) {
      std::string text = valueOf(type, all, value);
      for (size_t cast; (cast = text.find("(long)")) != std::string::npos;)
        text.erase(cast, 6);
      EXPECT_EQ(poly(text), poly(value)) << text;
    }
}

TEST(WhenItRuns, TellsTheBoundsOfSingleValues) {
  const Scop scop = scopOver("int");
  WorkEstimate work;
  auto words = [&](const std::vector<Condition> &conditions) {
    return whenItRuns(scop, Condition::conjunction(conditions), work);
  };
  EXPECT_EQ(words({Condition::lessEqual(Polynomial(4), poly("n")),
                   Condition::lessEqual(poly("m"), Polynomial(9)),
                   Condition::zero(poly("o") - Polynomial(2))}),
            "runs for n >= 4, m <= 9, o == 2");
  // Not what compares values with each other, nor limits of the check's own arithmetic.
  EXPECT_EQ(words({Condition::lessEqual(poly("m"), poly("o")),
                   Condition::lessEqual(poly("n"), Polynomial(100000000000000000))}),
            "");
  // The work is told where the bounds of its loops do not imply it.
  const std::vector<Condition> bounds{Condition::lessEqual(Polynomial(4), poly("n")),
                                      Condition::lessEqual(poly("n"), Polynomial(90)),
                                      Condition::lessEqual(Polynomial(8), poly("m"))};
  work = {{poly("n"), poly("m - 1")}, 4096, 65536};
  EXPECT_EQ(words(bounds), "runs for 4 <= n <= 90, m >= 8, 4096 <= n*(m - 1) <= 65536");
  work = {{poly("n"), poly("m")}, 32};
  EXPECT_EQ(words(bounds), "runs for 4 <= n <= 90, m >= 8");
  work = {{poly("n"), poly("n")}, 256};
  EXPECT_EQ(words(bounds), "runs for 4 <= n <= 90, m >= 8");
}

TEST(WorkEstimate, AsksForMoreWhereSeveralLengthsMayBeShort) {
  auto least = [](const std::string &n, const std::string &m) {
    return workEstimate(makeScop({{"i", "0", n}, {"j", "0", m}},
                                 {{{"i", "j"}, {}, {"A", "i*64 + j"}, "+=", {}}}))
        .least;
  };
  EXPECT_EQ(least("n", "n"), kLeastOfOneLength);
  EXPECT_EQ(least("n", "8"), kLeastOfOneLength / 8);
  EXPECT_EQ(least("n", "m"), kLeastWork);
  // With no length the work is one product, which is enough or never is.
  EXPECT_EQ(least("8", "8"), 1);
  EXPECT_GT(least("4", "4"), 1);
}

/// What is computed on the way is bounded, too: nothing is taken out of a sum of which a part may
/// not fit.
TEST(SafeArithmetic, NoStepOfAFactoredValueWraps) {
  EXPECT_EQ(valueOf("unsigned int", {positive("n")}, "n*m - m"), "(long)m * ((long)n - 1)");
  const std::string far = valueOf("long", {}, "n*m - n*o");
  EXPECT_EQ(far.find("(m - o)"), std::string::npos) << far;
}

/// Evaluates the text in C at the extremes of the types and compares it with
/// exact arithmetic: it may be false where the exact condition is true and a value
/// is beyond 4e18, and must never be true where the exact one is false.
TEST(SafeArithmetic, NeverTrueWhereTheConditionIsFalse) {
  const std::vector<Condition> all[] = {
      {Condition::lessEqual(poly("n"), poly("m*o"))},
      {Condition::lessEqual(poly("n*m*o"), poly("7"))},
      {positive("n"), positive("m"), positive("o"),
       Condition::lessEqual(poly("n*m*o"), poly("99"))},
      {positive("n"), positive("m"),
       Condition::lessEqual(poly("n*m + n"), poly("o + 20000000000"))},
      {positive("n"), Condition::lessEqual(poly("n*m*m + 3*n"), poly("o + 90000000000000000"))},
      {Condition::less(poly("n + m"), poly("o"))},
      {Condition::lessEqual(poly("n*m - m*o"), poly("3*o"))},
      {Condition::zero(poly("n*m - o"))},
      {Condition::zero(poly("n*m - o")).negated()},
      {Condition::disjunction({positive("n"), positive("m - o"), positive("-n")})},
      {positive("n"), Condition::lessEqual(poly("n*m + 9*o"), poly("1152921504606846976"))},
      {Condition::disjunction({positive("n*m - 4"), Condition::less(poly("o*o"), poly("n"))})}};
  for (const char *type : {"int", "unsigned int", "long", "unsigned long"}) {
    std::string driver = helperBlocks("ACC_SMALL(", 64, 64).front() +
                         "#include <stdio.h>\n#include <limits.h>\nint fastRuns;\n"
                         "static __int128 abs128(__int128 x) { return x < 0 ? -x : x; }\n";
    std::string calls;
    int number = 0;
    for (const std::vector<Condition> &conditions : all) {
      std::string exact, name = "c" + std::to_string(number++);
      for (const Condition &condition : conditions)
        exact += (exact.empty() ? "" : " && ") + ("(" + condition.str() + ")");
      std::string t = type;
      driver += "static int " + name + "(" + t + " n, " + t + " m, " + t + " o) { return " +
                textOf(type, conditions) + "; }\n" +
                "__attribute__((no_sanitize(\"undefined\"))) static int x" + name +
                "(__int128 n, __int128 m, __int128 o) { return " + exact + "; }\n";
      calls += "fast = " + name + "(n, m, o); exact = x" + name + "(n, m, o);\n" +
               "if (fast && !exact && known) { printf(\"" + name +
               " at %ld %ld %ld\\n\", (long)n, "
               "(long)m, (long)o); return 1; }\n"
               "if (exact && !fast && small) { printf(\"" +
               name + " too strict at %ld %ld %ld\\n\", (long)n, (long)m, (long)o); return 1; }\n";
    }
    driver += "int main(void) { static const " + std::string(type) +
              " v[] = {0, 1, 2, 3, 5, 99, 65536, INT_MAX, 4294967295u, LONG_MAX, "
              "(" +
              type + ")1 << (sizeof(" + type + ") * 8 - 2), (" + type + ")-1, (" + type + ")-7, (" +
              type + ")LONG_MIN, (" + type +
              ")ULONG_MAX};\n"
              "int a, b, c, fast, exact; for (a = 0; a < 15; a++) for (b = 0; b < 15; b++)\n"
              "for (c = 0; c < 15; c++) { " +
              type +
              " n = v[a], m = v[b], o = v[c];\n"
              "int known = (long double)abs128(n) * abs128(m) * abs128(o) < 1e37L;\n"
              "int small = abs128(n) < 100000 && abs128(m) < 100000 && abs128(o) < 100000;\n" +
              calls + "} return 0; }\n";
    EXPECT_EQ(compileAndRun("int unused_old;\n", "extern int unused_new;\n", driver), "") << type;
  }
}

TEST(Guard, NoUnsignedIsSubtracted) {
  std::string text = textOf("unsigned long", {Condition::lessEqual(poly("n - 1"), poly("m - o"))});
  EXPECT_NE(text.find("n <= 9223372036854775807UL"), std::string::npos) << text;
  EXPECT_EQ(text.find(" - "), std::string::npos) << text;
}

/// The source reads p->cols only inside a row: the guard may read it only after
/// p->rows > 0 is known.
TEST(Guard, FieldsAreReadOnlyWhereTheSourceReadsThem) {
  auto lifted = liftText("struct m { int rows, cols; };\n"
                         "void kernel(struct m *p, float *A, const float *B) {\n  int i, j;\n"
                         "  for (i = 0; i < p->rows; i++) for (j = 0; j < p->cols; j++)\n"
                         "    A[i*p->cols + j] = B[i*p->cols + j] + 1.0f;\n}\n");
  ASSERT_TRUE(lifted);
  auto guard = guardText(*lifted->source, kLong);
  ASSERT_TRUE(guard) << guard.rejection().message();
  std::string text = joined(guard->conjuncts);
  EXPECT_EQ(text.find("p->rows"), 0u) << text;
  EXPECT_LT(text.find("p->rows"), text.find("p->cols")) << text;
}

/// What makes the read certain is asked for where the views do not ask for it.
TEST(Guard, AsksFirstThatTheSourceReads) {
  auto lifted = liftText("struct m { int rows, cols; };\n"
                         "void kernel(struct m *p, int n, float *A, const float *B) {\n"
                         "  int i, j;\n"
                         "  for (i = 0; i < n; i++) for (j = 0; j < p->cols; j++)\n"
                         "    A[i*p->cols + j] = B[i*p->cols + j] + 1.0f;\n}\n");
  ASSERT_TRUE(lifted);
  LiftedScop source = *lifted->source;
  std::erase_if(source.views.guard,
                [](const Condition &condition) { return condition.symbols().count("n") != 0; });
  auto guard = guardText(source, kLong);
  ASSERT_TRUE(guard) << guard.rejection().message();
  std::string text = joined(guard->conjuncts);
  EXPECT_EQ(text.find("n > 0"), 0u) << text;
}

TEST(Guard, RefusesAReadThatTheSourceMayNotMake) {
  auto lifted = liftText("struct m { int rows, cols; };\n"
                         "void kernel(struct m *p, int n, int m, float *A, const float *B) {\n"
                         "  int i, j;\n"
                         "  for (i = 0; i < n; i++) for (j = 0; j < m; j++)\n"
                         "    if (B[i*m + j] > 0) A[i*p->cols + j] = 1.0f;\n}\n");
  ASSERT_TRUE(lifted);
  auto guard = guardText(*lifted->source, kLong);
  ASSERT_FALSE(guard);
  EXPECT_EQ(guard.rejection().kind, RejectionKind::Guard);
}

/// Without an affine last value nothing may be left in the loop variable.
TEST(Emission, RefusesAFinalValueThatIsNoExpression) {
  auto lifted = liftText("int kernel(int n, int m, float *A, const float *B) {\n  int i, j = 0;\n"
                         "  for (i = 0; i < n; i += 2) for (j = i; j < m; j++)\n"
                         "    A[i*m + j] = B[i*m + j];\n  return j;\n}\n");
  ASSERT_TRUE(lifted);
  auto nest = lift(lifted->source);
  ASSERT_TRUE(nest);
  auto emitted = emit(*sourceOrder(*nest));
  ASSERT_FALSE(emitted);
  EXPECT_EQ(emitted.rejection().kind, RejectionKind::Emission);
}

} // namespace
