#include "tools/acc-delin/Changed.h"
#include "tools/acc-delin/FailOn.h"
#include "tools/acc-delin/Suggestion.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

ChangedLines linesOf(const std::string &diff) {
  ChangedLines changed;
  EXPECT_TRUE(changed.addDiff(diff, "/no such top"));
  return changed;
}

TEST(Changed, HunksAreLinesOfTheNewText) {
  ChangedLines changed = linesOf("diff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n"
                                 "@@ -3 +3,2 @@ void f()\n-x\n+y\n+z\n@@ -10,0 +12 @@\n+w\n");
  auto touches = [&](unsigned first, unsigned last) {
    return changed.touches("/no such top/a.c", first, last);
  };
  EXPECT_FALSE(touches(1, 2));
  EXPECT_TRUE(touches(1, 3));
  EXPECT_TRUE(touches(4, 9));
  EXPECT_FALSE(touches(5, 11));
  EXPECT_TRUE(touches(12, 12));
  EXPECT_FALSE(changed.touches("/no such top/b.c", 1, 99));
}

TEST(Changed, RemovedLinesTouchWhatIsOnBothSides) {
  ChangedLines changed = linesOf("--- a/a.c\n+++ b/a.c\n@@ -5,2 +4,0 @@\n-x\n-y\n");
  auto touches = [&](unsigned first, unsigned last) {
    return changed.touches("/no such top/a.c", first, last);
  };
  EXPECT_TRUE(touches(4, 5));
  EXPECT_TRUE(touches(1, 9));
  EXPECT_FALSE(touches(1, 4));
  EXPECT_FALSE(touches(5, 9));
}

TEST(Changed, LinesThatLookLikeHeadersAreLines) {
  ChangedLines changed =
      linesOf("--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n--- b/q.c\n+++ b/z.c\n@@ -7 +7 @@\n-x\n+y\n");
  EXPECT_TRUE(changed.touches("/no such top/a.c", 7, 7));
  EXPECT_FALSE(changed.touches("/no such top/z.c", 1, 9));
}

TEST(Changed, NamesInQuotesAndFilesThatAreGone) {
  ChangedLines changed = linesOf("--- a/x\n+++ \"b/a\\tb\\303\\274\\\\.c\"\t\n@@ -1 +1 @@\n-x\n+y\n"
                                 "--- a/gone.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n");
  EXPECT_TRUE(changed.touches("/no such top/a\tb\xc3\xbc\\.c", 1, 1));
  EXPECT_FALSE(changed.touches("/no such top/gone.c", 1, 1));
  ChangedLines other;
  EXPECT_FALSE(other.addDiff("+++ b/a.c\n@@ -x +y @@\n", ""));
}

TEST(FailOn, KindsAndIds) {
  report::Remark remark;
  remark.rule = "lint-never-valid";
  remark.level = report::Level::Lint;
  auto counts = [&](const std::string &text) {
    auto read = readFailOn(text);
    EXPECT_TRUE(std::holds_alternative<FailOn>(read)) << text;
    return std::get<FailOn>(read).counts(remark);
  };
  for (const char *text :
       {"lint", "recovered", "refused", "lint-*", "acc-lint-*", "jump, lint-never-valid"})
    EXPECT_TRUE(counts(text)) << text;
  for (const char *text : {"none", "jump", "lint-rows-overlap"})
    EXPECT_FALSE(counts(text)) << text;
  for (const char *text : {"all", "", "lint,", "lint-nothing", "none,lint", "zzz*"})
    EXPECT_TRUE(std::holds_alternative<std::string>(readFailOn(text))) << text;
}

TEST(Suggestion, OnlyWhatIsNear) {
  std::vector<std::string> known = {"analyze", "rewrite", "-o"};
  EXPECT_EQ(didYouMean("analyse", known), "; did you mean 'analyze'?");
  EXPECT_EQ(didYouMean("target", known), "");
  EXPECT_EQ(didYouMean("x", {}), "");
}

} // namespace
