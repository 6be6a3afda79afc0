// Comparisons in unsigned types whose operands or counters pass below zero.
#include "tests/support/Source.h"

namespace acc::test {
namespace {

/// Points of a box of signed values at which the scop of `if (condition) A[..]` agrees with a run.
int compared(const std::string &condition, const std::string &size = "int") {
  return compareOnBox("void f(int n, " + size + " w, " + size +
                          " h, float *A) {\n"
                          "  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {\n"
                          "    if (" +
                          condition + ") A[i*5 + j] += 1; else A[30 + i] = 0;\n  }\n}\n",
                      {{"n", {0, 1, 4}}, {"w", {-2, 0, 1, 3}}, {"h", {-1, 2}}}, {});
}

TEST(UnsignedComparison, OfASignedValueThatVariesIsReadByItsSign) {
  // Where the size is not negative, all of (n, w, h) is compared: 3 * 3 * 2.
  EXPECT_EQ(compared("(unsigned)(i - 2) < (unsigned)w"), 3 * 3 * 2);
  EXPECT_EQ(compared("(unsigned)w > (unsigned)(i - 2)"), 3 * 3 * 2);
  EXPECT_EQ(compared("(unsigned)(i - 2) <= (unsigned)w"), 3 * 3 * 2);
  EXPECT_EQ(compared("(unsigned)(i - 2) >= (unsigned)w"), 3 * 3 * 2);
  EXPECT_EQ(compared("(unsigned)w < (unsigned)(i - 2)"), 3 * 3 * 2);
  EXPECT_EQ(compared("(unsigned)(j - 2) == (unsigned)w"), 3 * 3 * 2);
  EXPECT_EQ(compared("(unsigned)(j - 2) != (unsigned)w"), 3 * 3 * 2);
  EXPECT_EQ(compared("(unsigned)(i - 2) < 3"), 3 * 4 * 2);
}

TEST(UnsignedComparison, OfTwoSignedValuesThatVaryNeedsNothing) {
  for (std::string op : {"<", "<=", ">", ">=", "==", "!="})
    EXPECT_EQ(compared("(unsigned)(i - 2) " + op + " (unsigned)(1 - j)"), 3 * 4 * 2) << op;
}

TEST(UnsignedComparison, WithAnUnsignedSizeNeedsThatToHaveASign) {
  EXPECT_EQ(compared("i - 2 < w", "unsigned"), 3 * 3 * 2 - 3 * 3 + 3 * 3);
  Scop scop = liftedOf("void f(int n, unsigned w, float *A) { for (int i = 0; i < n; i++)"
                       " if (i - 2 < w) A[i] = 0; }");
  bool isNeeded = false;
  for (const WrapRequirement &wrap : scop.entryWraps)
    isNeeded |= wrap.value.str() == "w" && *wrap.high.constant() == INT32_MAX;
  EXPECT_TRUE(isNeeded);
}

TEST(UnsignedComparison, OfAWiderTypeIsReadByTheSign) {
  EXPECT_EQ(compared("(unsigned long)(i - 2) < (unsigned long)w"), 3 * 3 * 2);
}

/// Points at which a loop over `count` of the type agrees with a run, over starts from 0 on.
int walked(const std::string &type, const std::string &loop) {
  return compareOnBox("void f(" + type + " m, " + type + " k, float *A) {\n  " + type +
                          " j;\n"
                          "  for (int i = 0; i < 3; i++)\n    " +
                          loop + " A[i*m + j] += 1;\n}\n",
                      {{"m", {0, 1, 4}}, {"k", {0, 2, 5}}}, {});
}

TEST(UnsignedCounter, MayEndBelowZero) {
  for (std::string type : {"unsigned", "unsigned long"}) {
    std::string all = "(" + type + ")-1";
    EXPECT_EQ(walked(type, "for (j = m - 1; j != " + all + "; --j)"), 2 * 3) << type;
    EXPECT_EQ(walked(type, "for (j = k; " + all + " != j; j--)"), 3 * 3) << type;
    EXPECT_EQ(walked(type, "for (j = k; j < m; j--)"), 3 * 3) << type;
    EXPECT_EQ(walked(type, "for (j = k; m > j; j -= 1)"), 3 * 3) << type;
    EXPECT_EQ(walked(type, "for (j = k; j + 1 != 0; j--)"), 3 * 3) << type;
  }
  EXPECT_EQ(walked("unsigned", "for (j = k; j != 4294967295u; j--)"), 3 * 3);
  EXPECT_EQ(walked("unsigned long", "for (j = k; j != 18446744073709551615ul; j--)"), 3 * 3);
}

TEST(UnsignedCounter, OfAnotherTypeThanTheComparisonGoesOn) {
  auto refusal = [](const std::string &loop) {
    return refusalOf("void f(unsigned m, float *A) { unsigned j; " + loop + " A[j] = 0; }").kind;
  };
  EXPECT_EQ(refusal("for (j = m; j != (unsigned long)-1; j--)"), RejectionKind::LoopForm);
  EXPECT_EQ(refusal("for (j = m; j < 10l; j--)"), RejectionKind::LoopForm);
  EXPECT_EQ(refusal("for (j = m; j + 1ul != 0; j--)"), RejectionKind::LoopForm);
  EXPECT_EQ(refusal("for (j = m; j < 10; j -= 2)"), RejectionKind::LoopForm);
}

TEST(UnsignedCounter, FromTheHighestValueMayNotRunAtAll) {
  Scop scop =
      liftedOf("void f(unsigned k, float *A) { for (unsigned j = k; j != -1; j--) A[j] = 0; }");
  ASSERT_EQ(scop.entryWraps.size(), 1u);
  EXPECT_EQ(*scop.entryWraps[0].high.constant(), int64_t(UINT32_MAX) - 1);
}

} // namespace
} // namespace acc::test
