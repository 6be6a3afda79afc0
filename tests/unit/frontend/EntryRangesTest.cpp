// Which values a unit gives the sizes of a nest.
#include "analysis/frontend/ReadSizes.h"

#include <gtest/gtest.h>

namespace acc {
namespace {

/// "n 4..4, m 0..7;n 6..6": of the last nest of the text, call by call, without its counter i.
std::string sizesIn(const std::string &text) {
  UnitInput input;
  input.path = "/unit.c";
  input.directory = "/";
  input.text = text;
  SizesByNest sizes;
  SourceUnit unit = readUnit(input, {}, {}, sizes);
  if (unit.nests.empty())
    return "no nest";
  std::string words;
  bool isFirst = true;
  for (const auto &call : sizesOfNest(sizes, unit.nests.back().id).calls) {
    words += isFirst ? "" : ";";
    for (const auto &[name, size] : call)
      if (name != "i")
        words += (words.empty() || words.back() == ';' ? "" : ", ") + name + " " +
                 std::to_string(size.low) + ".." + std::to_string(size.high);
    isFirst = false;
  }
  return words;
}

const std::string kLoop = "{ for (int i = 0; i < n; i++) a[i] = 0; }\n";

TEST(EntryRanges, AreThoseOfAllCallsOfAStaticFunction) {
  EXPECT_EQ(sizesIn("static void f(int n, float *a) " + kLoop +
                    "void g(float *a, int k) { f(4, a); f(2*3, a); f(k & 7, a); f(4, a); }"),
            "n 4..4;n 6..6;n 0..7");
  EXPECT_EQ(sizesIn("void f(int n, float *a) " + kLoop + "void g(float *a) { f(4, a); }"), "");
  EXPECT_EQ(sizesIn("static void f(int n, float *a) " + kLoop +
                    "void g(float *a) { f(4, a); }\nvoid (*other)(int, float *) = f;"),
            "");
}

TEST(EntryRanges, PassThroughCallers) {
  EXPECT_EQ(sizesIn("enum { ORDER = 4 };\nstatic void f(int n, float *a) " + kLoop +
                    "static void g(int n, float *a) { f(n + 1, a); }\n"
                    "void h(float *a) { g(ORDER, a); }"),
            "n 5..5");
  EXPECT_EQ(sizesIn("static void f(int n, float *a) " + kLoop +
                    "void g(int n, float *a) { if (n > 6) return; f(n, a); }"),
            "n -2147483648..6");
}

TEST(EntryRanges, EndWhereTheVariableIsChanged) {
  EXPECT_EQ(sizesIn("static void f(int n, float *a)"
                    " { n *= 2; for (int i = 0; i < n; i++) a[i] = 0; }\n"
                    "void g(float *a) { f(4, a); }"),
            "");
  EXPECT_EQ(sizesIn("void set(int *);\nstatic void f(int n, float *a)"
                    " { set(&n); for (int i = 0; i < n; i++) a[i] = 0; }\n"
                    "void g(float *a) { f(4, a); }"),
            "");
}

TEST(EntryRanges, FollowFromTestsOnTheWay) {
  const std::string loop = " for (int i = 0; i < n; i++) a[i] = 0; }\n";
  const std::string head = "void abort(void) __attribute__((noreturn));\nvoid f(int n, float *a) {";
  EXPECT_EQ(sizesIn(head + "n <= 6 ? (void)0 : abort();" + loop), "n -2147483648..6");
  EXPECT_EQ(sizesIn(head + "if (n <= 6) ; else abort();" + loop), "n -2147483648..6");
  EXPECT_EQ(sizesIn(head + "if (n < 2 || 9 < n) return;" + loop), "n 2..9");
  EXPECT_EQ(sizesIn(head + "if (n == 3)" + loop), "n 3..3");
  EXPECT_EQ(sizesIn(head + "if (n > 6) a[0] = 1;" + loop), "");
  EXPECT_EQ(sizesIn(head + "if (a[0] > 0) goto on; if (n > 6) return; on:" + loop), "");
}

TEST(EntryRanges, FollowFromConstantTables) {
  EXPECT_EQ(sizesIn("static const int edge[5] = {0, 4, 12, 30, 60};\nvoid f(float *a) {\n"
                    "for (int b = 0; b < 4; b++) { const int n = edge[b + 1] - edge[b];\n"
                    "for (int i = 0; i < n; i++) a[edge[b] + i] = 0; } }"),
            "b 0..3, n 4..30");
  EXPECT_EQ(sizesIn("static int edge[2] = {0, 4};\nvoid f(float *a) {\n"
                    "const int n = edge[1]; for (int i = 0; i < n; i++) a[i] = 0; }"),
            "");
}

} // namespace
} // namespace acc
