// Blocks that the source cuts by hand: loops over a part, up to the least of its end and the end of
// the whole.
#include "tests/support/Source.h"

namespace acc::test {
namespace {

std::string block(const std::string &end) {
  return "void f(int n, int m, int s, int w, float *A, const float *B)"
         " { int i, j; for (i = s; i < " +
         end +
         "; i++)"
         " for (j = 0; j < m; j++) A[(i - s)*m + j] = B[i*m + j]; }";
}

const std::map<std::string, std::vector<int64_t>> kBox = {
    {"n", {-1, 0, 2, 5}}, {"m", {0, 1, 3}}, {"s", {-2, 0, 1, 4}}, {"w", {-1, 0, 1, 3}}};

TEST(HandBlocks, EndsThatAreWrittenAsAChoice) {
  for (const char *end :
       {"(s + w < n ? s + w : n)", "(n < s + w ? n : s + w)", "(n <= w + s ? n : w + s)"}) {
    EXPECT_EQ(liftedOf(block(end)).loops[0].end.size(), 2u) << end;
    EXPECT_GT(compareOnBox(block(end), kBox), 0) << end;
  }
}

// Each value of such a variable is known although two statements give it.
TEST(HandBlocks, AnEndThatAnIfCuts) {
  const std::string head = "void f(int n, int m, int w, float *A) { int i, j, e; ";
  const std::string body = " for (i = s; i < e; i++) A[i] = i; } }";
  for (std::string cut : {"e = s + 4; if (e > n) e = n;", "if (s + 4 <= n) e = s + 4; else e = n;",
                          "e = n; if (s + 4 < n) { e = s; e += 4; }"}) {
    std::string text = head + "for (int s = 0; s < n; s += 4) { " + cut + body;
    Scop scop = liftedOf(text);
    ASSERT_EQ(scop.loops.size(), 2u) << cut;
    EXPECT_EQ(scop.loops[1].end.size(), 2u) << cut;
    EXPECT_GT(compareOnBox(text, kBox), 0) << cut;
  }
}

TEST(HandBlocks, NoOtherChoiceIsAnEnd) {
  const std::string head =
      "void f(int n, int m, int w, float *A) { int i, e; for (int s = 0; s < n; s += 4) { ";
  const std::string tail = " for (i = s; i < e; i++) A[i] = i; } }";
  for (const char *cut :
       {"e = s + 4; if (A[s] > 0) e = n;", "if (s > m) e = n;", "e = s + 4; if (e > n) e++;"})
    EXPECT_NE(refusalOf(head + cut + tail).kind, RejectionKind::Internal) << cut;
}

} // namespace
} // namespace acc::test
