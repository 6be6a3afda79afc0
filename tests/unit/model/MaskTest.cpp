// Masks and shifts of what the nest does not change: quotients that go down, also below zero.
#include "tests/support/Source.h"

namespace acc::test {
namespace {

std::string upTo(const std::string &end, const std::string &type) {
  return "void f(" + type + " n, int m, float *A) { for (" + type + " i = 0; i < (" + end +
         ") + 5; i++) for (int j = 0; j < m; j++) A[i*m + j] = 1; }";
}

TEST(Mask, WholeStepsAndWhatIsLeft) {
  for (const char *end :
       {"n & ~3", "n & -4", "n & 3", "n >> 2", "n & ~1", "(n >> 1) << 1", "n - (n & 7)"}) {
    EXPECT_GT(compareOnBox(upTo(end, "int"),
                           {{"n", {-9, -8, -5, -4, -1, 0, 1, 3, 4, 7, 8, 11}}, {"m", {0, 1, 3}}}),
              20)
        << end;
    EXPECT_GT(
        compareOnBox(upTo(end, "unsigned"), {{"n", {0, 1, 3, 4, 7, 8, 11}}, {"m", {0, 1, 3}}}), 10)
        << end;
    EXPECT_GT(
        compareOnBox(upTo(end, "unsigned long"), {{"n", {0, 1, 3, 4, 7, 8, 11}}, {"m", {0, 1, 3}}}),
        10)
        << end;
  }
}

/// 0 <= n - 4*q <= 3
TEST(Mask, TheQuotientIsTold) {
  for (const char *type : {"int", "unsigned", "unsigned long"}) {
    Scop scop = liftedOf(upTo("n & ~3", type));
    const Polynomial end = scop.loops[0].end.front();
    std::set<std::string> names = end.symbols();
    names.erase("n");
    ASSERT_EQ(names.size(), 1u) << end.str();
    EXPECT_EQ(end, Polynomial(4) * Polynomial::symbol(*names.begin()) + Polynomial(5)) << type;
    EXPECT_TRUE(scop.context.symbols().count("n")) << scop.context.str();
  }
}

TEST(Mask, OtherBitsAreNoQuotient) {
  for (const char *end : {"n & 5", "n & ~5", "n & m"})
    EXPECT_GT(
        compareOnBox(upTo(end, "int"), {{"n", {-9, -4, -1, 0, 1, 3, 8, 11}}, {"m", {0, 1, 3}}}), 10)
        << end;
}

} // namespace
} // namespace acc::test
