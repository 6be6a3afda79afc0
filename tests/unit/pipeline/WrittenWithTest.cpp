// The words that a fast version carries beside its schedule.
#include "tools/lib/WrittenWith.h"
#include "scheduling/MachineNumbers.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

TEST(WrittenWith, NamesTheNumbersThatTheTextRestsOn) {
  const MachineValues values{{"latency", 9}, {"thread-start", 20000}, {"vector-bytes", 32}};
  const std::string words = writtenWith({}, withValues(*namedTarget("avx512"), values));
  EXPECT_EQ(words, "--target=avx512 --machine=vector-bytes:32,thread-start:20000");
  auto options = optionsWith({}, words);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->target, "avx512");
  EXPECT_EQ(options->machine, (MachineValues{{"thread-start", 20000}, {"vector-bytes", 32}}));
  EXPECT_EQ(
      writtenWith({}, withValues(*namedTarget("avx2"), {{"latency", 9}, {"vector-bytes", 32}})),
      "--target=avx2");
}

TEST(WrittenWith, OptionsAreThoseOfTheWordsOnly) {
  UnitOptions given;
  given.machine = {{"thread-start", 1}};
  auto options = optionsWith(given, "--target=avx2 --openmp");
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->machine.empty());
  EXPECT_TRUE(options->openmp);
}

TEST(WrittenWith, NamesTheSizesThatPay) {
  UnitOptions given;
  given.pays = {4096, 1000000, {16, 1, 4}};
  const std::string words = writtenWith(given, *namedTarget("avx2"));
  EXPECT_EQ(words, "--target=avx2 --least-work=4096 --most-work=1000000 --least-trips=16,1,4");
  auto options = optionsWith({}, words);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->pays.leastWork, 4096);
  EXPECT_EQ(options->pays.mostWork, 1000000);
  EXPECT_EQ(options->pays.leastTrips, (std::vector<int64_t>{16, 1, 4}));
}

TEST(WrittenWith, WhatIsUnknownIsRefused) {
  for (const char *words :
       {"--target=abacus", "--machine=abacus:1", "--machine=thread-start",
        "--machine=thread-start:", "--machine=:1", "--machine=thread-start:fast",
        "--machine=thread-start:-1", "--machine=thread-start:1x", "--elsewhere", "--least-work=4,4",
        "--least-work=0", "--most-work=x", "--least-trips=", "--least-trips=4,x"})
    EXPECT_FALSE(optionsWith({}, words)) << words;
}

} // namespace
