#include "tools/acc-delin/Suppressions.h"

#include <ctime>

#include <gtest/gtest.h>

using acc::Suppressions;

namespace {

TEST(Suppressions, AWordInACommentSilencesItsLine) {
  Suppressions comments("a;\nb; // NOLINT\nc; /* x NOLINT(acc-jump, acc-loop-*) y */\n");
  EXPECT_FALSE(comments.silences("jump", 1));
  EXPECT_TRUE(comments.silences("jump", 2));
  EXPECT_TRUE(comments.silences("jump", 3));
  EXPECT_TRUE(comments.silences("loop-bound", 3));
  EXPECT_FALSE(comments.silences("call", 3));
  EXPECT_FALSE(comments.silences("jump", 4));
}

TEST(Suppressions, TheNextLineAndTheLinesBetween) {
  Suppressions comments("// NOLINTNEXTLINE(acc-jump)\n\n/* \n NOLINTBEGIN */\n\n// NOLINTEND\n\n");
  EXPECT_FALSE(comments.silences("jump", 1));
  EXPECT_TRUE(comments.silences("jump", 2));
  EXPECT_FALSE(comments.silences("call", 2));
  EXPECT_FALSE(comments.silences("jump", 3));
  for (unsigned line : {4, 5, 6})
    EXPECT_TRUE(comments.silences("call", line)) << line;
  EXPECT_FALSE(comments.silences("call", 7));
  EXPECT_TRUE(comments.faults().empty());
}

TEST(Suppressions, OnlyCommentsAndWholeWordsCount) {
  Suppressions comments("s = \"// NOLINT\";\nt; // NOLINTS XNOLINT\nNOLINT;\n'\"'; // NOLINT\n");
  for (unsigned line : {1, 2, 3})
    EXPECT_FALSE(comments.silences("jump", line)) << line;
  EXPECT_TRUE(comments.silences("jump", 4));
}

TEST(Suppressions, AnotherToolsNamesAreNotOurs) {
  Suppressions comments("a; // NOLINT(bugprone-*)\nb; // NOLINT()\nc; // NOLINT(*)\n");
  EXPECT_FALSE(comments.silences("jump", 1));
  EXPECT_FALSE(comments.silences("jump", 2));
  EXPECT_TRUE(comments.silences("jump", 3));
}

TEST(Suppressions, WhatDoesNotMatchIsAFaultAndSilencesNothing) {
  Suppressions comments("// NOLINTBEGIN(acc-jump)\na;\n  // NOLINTEND(acc-call)\n");
  EXPECT_FALSE(comments.silences("jump", 2));
  ASSERT_EQ(comments.faults().size(), 2u);
  EXPECT_EQ(comments.faults()[0].line, 3u);
  EXPECT_EQ(comments.faults()[0].column, 6u);
  EXPECT_EQ(comments.faults()[1].line, 1u);
}

TEST(Suppressions, ManyOnOneLineTakeNoTime) {
  std::string text = "/* ";
  for (unsigned k = 0; k < 200000; ++k)
    text += k % 2 ? "NOLINT " : "NOLINT(acc-jump ";
  auto start = std::clock();
  EXPECT_TRUE(Suppressions(text + "*/").silences("call", 1));
  EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 10);
}

TEST(Suppressions, TheLineOfTheNestCountsToo) {
  Suppressions comments("for // NOLINT(acc-jump)\n  x;\n  y;\n");
  EXPECT_TRUE(comments.silences("jump", 3, 1));
  EXPECT_FALSE(comments.silences("jump", 3, 2));
  EXPECT_FALSE(comments.silences("call", 3, 1));
}

TEST(Suppressions, WhatSilencesNothingIsAFault) {
  Suppressions comments(
      "a; // NOLINT(acc-jump)\nb; // NOLINT(acc-call)\nc; // NOLINT\nd; // NOLINT(bugprone-*)\n");
  EXPECT_TRUE(comments.silences("call", 2));
  EXPECT_TRUE(comments.faults().empty());
  ASSERT_EQ(comments.faults(true).size(), 1u);
  EXPECT_EQ(comments.faults(true)[0].line, 1u);
}

} // namespace
