// Which schedule a tuned script takes, and what it says of the others.
#include "tools/tune/ScriptLines.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

const std::vector<TunedSchedule> kScripts = {{"- nest: f#1\n  first\n", 0.5},
                                             {"- nest: f#1\n  second\n"}};

TEST(ScriptLines, TakesTheFastestRound) {
  TunedNest nest{"", {"n = 7"}, {{0, 0, 100, 90}, {1, 0, 100, 25}}};
  EXPECT_EQ(scriptLines("f#1", nest, kScripts),
            "# f#1: 4.00 times as fast as the original (2 schedules tried, n = 7)\n"
            "#   1: took 90% of the original's time, 50% estimated\n"
            "#   2: took 25% of the original's time\n"
            "- nest: f#1\n  second\n");
}

/// Each round is measured beside its own run of the original.
TEST(ScriptLines, ComparesRatiosAndNotTimes) {
  TunedNest nest{"", {}, {{0, 0, 400, 100}, {1, 0, 100, 90}}};
  EXPECT_EQ(scriptLines("f#1", nest, kScripts),
            "# f#1: 4.00 times as fast as the original (2 schedules tried)\n"
            "#   1: took 25% of the original's time, 50% estimated\n"
            "#   2: took 90% of the original's time\n"
            "- nest: f#1\n  first\n");
}

TEST(ScriptLines, LeavesTheOriginalWhereNothingIsFaster) {
  TunedNest nest{"", {"n = 7"}, {{0, 0, 104, 100}}};
  EXPECT_EQ(scriptLines("f#1", nest, kScripts),
            "# f#1: the original is kept; the best schedule is 1.04 times as fast (1 schedule "
            "tried, n = 7)\n"
            "#   1: took 96% of the original's time, 50% estimated\n");
}

TEST(ScriptLines, TakesNoneThatLosesOnAnInput) {
  TunedNest nest{"",
                 {"n = 7", "n = 1000"},
                 {{0, 0, 100, 110}, {0, 1, 1000, 100}, {1, 0, 100, 80}, {1, 1, 1000, 800}}};
  EXPECT_EQ(scriptLines("f#1", nest, kScripts),
            "# f#1: 1.25 times as fast as the original (2 schedules tried, n = 7; n = 1000)\n"
            "#   1: took 33% of the original's time, 50% estimated\n"
            "#   2: took 80% of the original's time\n"
            "- nest: f#1\n  second\n");
  // One that is not taken on an input tells nothing of it.
  nest.times.erase(nest.times.begin() + 2);
  EXPECT_EQ(scriptLines("f#1", nest, kScripts).find("- nest"), std::string::npos);
  // But where nobody asked for that input the original runs there, which is no loss.
  nest.isAsked = false;
  EXPECT_NE(scriptLines("f#1", nest, kScripts).find("second"), std::string::npos);
}

TEST(ScriptLines, SaysWhyNothingWasMeasured) {
  EXPECT_EQ(scriptLines("f#1", {"it calls puts", {}, {}}, kScripts),
            "# f#1: not measured: it calls puts\n");
}

} // namespace
