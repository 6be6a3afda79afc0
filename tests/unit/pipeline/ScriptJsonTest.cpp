#include "tools/lib/ScriptJson.h"

#include <gtest/gtest.h>

using acc::scheduleStepsJson;

namespace {

TEST(ScriptJson, StepsInTheirOrder) {
  EXPECT_EQ(scheduleStepsJson("- nest: gemm#1\n"
                              "  schedule:\n"
                              "    - split: {index: k, size: 256, inner: k_1}\n"
                              "    - tile: {j: 32, i: 8}\n"
                              "    - reorder: [k, j, i]\n"
                              "  plan:\n"
                              "    - unroll: [ii]\n"),
            R"([{"split":{"index":"k","size":256,"inner":"k_1"}},)"
            R"({"tile":{"j":32,"i":8}},{"reorder":["k","j","i"]}])");
}

TEST(ScriptJson, NumbersInQuotesAreNames) {
  EXPECT_EQ(scheduleStepsJson("- nest: f#1\n  schedule:\n    - reorder: ['1', -2, true]\n"),
            R"([{"reorder":["1",-2,true]}])");
}

TEST(ScriptJson, WhatIsNoScriptHasNoSteps) {
  for (const char *text :
       {"", "- nest: f#1\n", "nest: f#1\n", "- [", "- nest: f#1\n  schedule: x\n"})
    EXPECT_EQ(scheduleStepsJson(text), "[]") << text;
}

} // namespace
