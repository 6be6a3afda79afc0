// Which schedule a tuned script takes, and what it says of the others.
#include "tools/tune/ScriptLines.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

const std::vector<std::string> kScripts = {"- nest: f#1\n  first\n", "- nest: f#1\n  second\n"};

TEST(ScriptLines, TakesTheFastestRound) {
  TunedNest nest{"", "n = 7", {{0, 100, 90}, {1, 100, 25}}};
  EXPECT_EQ(scriptLines("f#1", nest, kScripts),
            "# f#1: 4.00 times as fast as the original (2 schedules tried, n = 7)\n"
            "- nest: f#1\n  second\n");
}

/// Each round is measured beside its own run of the original.
TEST(ScriptLines, ComparesRatiosAndNotTimes) {
  TunedNest nest{"", "", {{0, 400, 100}, {1, 100, 90}}};
  EXPECT_EQ(scriptLines("f#1", nest, kScripts),
            "# f#1: 4.00 times as fast as the original (2 schedules tried)\n"
            "- nest: f#1\n  first\n");
}

TEST(ScriptLines, LeavesTheOriginalWhereNothingIsFaster) {
  TunedNest nest{"", "n = 7", {{0, 104, 100}}};
  EXPECT_EQ(scriptLines("f#1", nest, kScripts),
            "# f#1: the original is left, the best schedule is 1.04 times as fast (1 schedule tried, n = 7)\n");
}

TEST(ScriptLines, SaysWhyNothingWasMeasured) {
  EXPECT_EQ(scriptLines("f#1", {"it calls puts", "", {}}, kScripts),
            "# f#1: not measured: it calls puts\n");
}

} // namespace
