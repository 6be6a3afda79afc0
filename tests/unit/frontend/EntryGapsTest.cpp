// By how much one integer can exceed another where a loop is entered.
#include "analysis/frontend/ReadSizes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace acc {
namespace {

/// "n - i": at the last loop of the function, with these statements before it; none where nothing
/// limits it.
std::optional<int64_t> gapBefore(const std::string &statements,
                                 const std::string &loop = "for (; i < n; i++) a[i] = 0;",
                                 const std::string &gap = "n - i") {
  UnitInput input;
  input.path = "/unit.c";
  input.directory = "/";
  input.text = "void out(int *);\nvoid f(int n, int m, int i, int j, int *p, float *a) { " +
               statements + " " + loop + " }\n";
  SizesByNest sizes;
  SourceUnit unit = readUnit(input, {}, {}, sizes);
  if (unit.nests.empty())
    return -1000;
  std::optional<int64_t> most;
  uint32_t last = 0;
  for (const KnownGap &one : sizesOfNest(sizes, unit.nests.back().id).gaps)
    last = std::max(last, one.loop.begin);
  for (const KnownGap &one : sizesOfNest(sizes, unit.nests.back().id).gaps)
    if (one.loop.begin == last && gap == one.larger + " - " + one.smaller)
      most = one.most;
  return most;
}

TEST(EntryGaps, FollowFromLoopsThatHaveEnded) {
  const std::string body = " { a[i] = 1; a[i + 1] = 2; }";
  for (const char *head :
       {"for (; i + 4 <= n; i += 4)", "for (i = 0; i + 3 < n; i += 4)", "for (; i < n - 3; i += 4)",
        "for (; i <= n - 4; i += 4)", "for (; n - i >= 4; i += 4)", "while (n > i + 3)",
        "for (; n - 4 >= i; i += 4)"})
    EXPECT_EQ(gapBefore(std::string("i = 0; ") + head + body), 3) << head;
  EXPECT_EQ(gapBefore("i = 0; do { a[i] = 1; i += 4; } while (i + 4 <= n);"), 3);
  EXPECT_EQ(gapBefore("for (; i + 4 <= n && j < 3; i += 4)" + body), std::nullopt);
  EXPECT_EQ(gapBefore("for (; i + 4 <= n; i += 4) { if (a[i] > 0) break; }"), std::nullopt);
  EXPECT_EQ(gapBefore("for (; i + 4 <= n; i += 4) { while (j--) break; a[i] = 0; }"), 3);
  EXPECT_EQ(gapBefore("for (; i + 4 <= n; i += 4) { if (a[i] > 0) goto out; } out:"), std::nullopt);
}

TEST(EntryGaps, PassRoundedBounds) {
  const std::string loop = "for (i = 0; i < j; i += 8) a[i] = 1;";
  for (const char *rounded : {"n >> 3 << 3", "n & ~7", "n / 8 * 8", "8 * (n / 8)", "n - n % 8",
                              "n - (n & 7)", "n & -8", "n - 7", "(n >> 3) * 8"})
    EXPECT_EQ(gapBefore("j = " + std::string(rounded) + "; " + loop), 7) << rounded;
  EXPECT_EQ(gapBefore("for (i = 0; i < (n & ~7); i += 8) a[i] = 1;"), 7);
  EXPECT_EQ(gapBefore("m = n / 8; for (i = 0; i < 8 * m; i += 8) a[i] = 1;"), 7);
  EXPECT_EQ(gapBefore("m = n / 8; j = m * 8; " + loop), 7);
  EXPECT_EQ(gapBefore("j = n & ~7u; " + loop), 7);
  EXPECT_EQ(gapBefore("if (n - i > 9 || j > 3) { a[0] = 1; } else"), 9);
  EXPECT_EQ(gapBefore("if (__builtin_expect(n - i <= 9, 1))"), 9);
  EXPECT_EQ(gapBefore("j = n & ~5; " + loop), std::nullopt);
  EXPECT_EQ(gapBefore("j = n & ~7; n++; " + loop), std::nullopt);
  EXPECT_EQ(gapBefore("j = n & ~7; " + loop + " i = m;"), std::nullopt);
}

TEST(EntryGaps, OfWideUnsignedIntegers) {
  const std::string loop = "for (k = 0; k < up; k += 8) a[k] = 1;",
                    rest = "for (; k < all; k++) a[k] = 0;";
  for (const char *rounded : {"all & ~(unsigned long)7", "all & -8ul", "all / 8 * 8"})
    EXPECT_EQ(gapBefore("unsigned long all = i, k, up; up = " + std::string(rounded) + "; " + loop,
                        rest, "all - k"),
              7)
        << rounded;
}

TEST(EntryGaps, OfZeroAndOfBranches) {
  const std::string loop = "for (i = 0; i < m; i++) a[i] = 0;";
  EXPECT_EQ(gapBefore("m = n % 5;", loop, "m - "), 4);
  EXPECT_EQ(gapBefore("m = n & 3;", loop, "m - "), 3);
  EXPECT_EQ(gapBefore("m &= 3;", loop, "m - "), 3);
  EXPECT_EQ(gapBefore("m %= 3; m++;", loop, "m - "), std::nullopt);
  EXPECT_EQ(gapBefore("m &= -4;", loop, "m - "), std::nullopt);
  EXPECT_EQ(gapBefore("while (n >= 4) { n -= 4; a[n] = 0; }", "for (i = 0; i < n; i++) a[i] = 0;",
                      "n - "),
            3);
  EXPECT_EQ(gapBefore("if (m > j + 9) return;", loop, "m - j"), std::nullopt);
  EXPECT_EQ(gapBefore("if (n - i <= 9)"), 9);
  EXPECT_EQ(gapBefore("if (n - i > 9) { a[0] = 1; } else"), 9);
  EXPECT_EQ(gapBefore("if (n - i <= 9) { out(&n); ", "for (; i < n; i++) a[i] = 0; }"),
            std::nullopt);
}

TEST(EntryGaps, HoldInEachIterationOfTheLoopsAround) {
  EXPECT_EQ(gapBefore("for (j = 0; j < m; j++) { i = 0; for (; i + 4 <= n; i += 4) a[i] = 1;",
                      "for (; i < n; i++) a[i] = j; }"),
            3);
  EXPECT_EQ(gapBefore("for (; i + 4 <= n; i += 4) a[i] = 1; for (j = 0; j < m; j++) {",
                      "for (; i < n; i++) a[i] = j; i = 0; }"),
            std::nullopt);
}

} // namespace
} // namespace acc
