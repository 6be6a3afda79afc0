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
  const std::string text = "struct counter { int i, j; }; int f(double *A, const double *B, int n, int m) { struct counter c;"
                           " for (c.i = 0; c.i < n; c.i++) for (c.j = 0; c.j < m; c.j++) A[c.i*m + c.j] += B[c.j];"
                           " return c.i; }";
  SecondReading again = readAs(text, text);
  EXPECT_GE(again.points, 4u);
  EXPECT_FALSE(again.difference) << again.difference->detail;
}

TEST(SecondReading, AMisreadingIsTold) {
  auto text = [](const std::string &value) {
    return "void f(int n, int m, int *A, const int *B) { for (int i = 0; i < n; i++)"
           " for (int j = 0; j < m; j++) A[i*m + j] = " + value + "; }";
  };
  for (const char *wrong : {"B[i*m + j] + 2", "B[i*m]", "(signed char)B[i*m + j] + 1"}) {
    SecondReading again = readAs(text("B[i*m + j] + 1"), text(wrong));
    ASSERT_TRUE(again.difference) << wrong;
    EXPECT_EQ(again.difference->kind, RejectionKind::Internal);
  }
}

} // namespace
} // namespace acc::test
