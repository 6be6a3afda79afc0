// Which loops threads get.
#include "scheduling/autoschedule/ThreadLoops.h"
#include "scheduling/autoschedule/AutoSchedule.h"
#include "tests/unit/scheduling/Kernels.h"

using namespace acc;
using namespace acc::test;

namespace {

std::vector<std::string> sharedIn(const std::optional<Plan> &plan) {
  std::vector<std::string> names;
  if (plan)
    for (const Parallel &one : plan->parallels())
      names.insert(names.end(), one.indices.begin(), one.indices.end());
  return names;
}

using Names = std::vector<std::string>;

TEST(ThreadLoops, TheOutermostThatCarriesNothing) {
  Outcome<Schedule> s = matmul("n", "m", "p").schedule().split("k", 256, "k_1");
  s = s->reorder({"k", "j", "i", "k_1"});
  ASSERT_TRUE(s);
  EXPECT_EQ(sharedIn(inThreads(Plan(*s, Target()))), Names{"j"});
  EXPECT_EQ(sharedIn(inThreads(Plan(matmul("n", "m", "p").schedule(), Target()))), Names{"i"});
}

/// Three blocks of 256 rows are no work for two threads.
TEST(ThreadLoops, NotLargeBlocksWhereOthersAreInside) {
  Outcome<Schedule> s = matmul("n", "m", "p").schedule().split("i", 256, "i_1");
  s = s->reorder({"i", "j", "i_1", "k"});
  ASSERT_TRUE(s);
  EXPECT_EQ(sharedIn(inThreads(Plan(*s, Target()))), Names{"j"});
  s = s->reorder({"i", "k", "i_1", "j"});
  ASSERT_TRUE(s);
  EXPECT_EQ(sharedIn(inThreads(Plan(*s, Target()))), Names{"i_1"});
  Outcome<Plan> kept = Plan(*s, Target()).promote("A", "i_1"); // of all threads
  ASSERT_TRUE(kept) << kept.rejection().message();
  EXPECT_EQ(sharedIn(inThreads(*kept)), Names{"i"});
}

TEST(ThreadLoops, NoneInsideOfABuffer) {
  Lifted sums(makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"y", "i"}, "+=", {{"A", "i*m + j"}, {"x", "j"}}}}),
              {{"A", {"m"}}});
  Outcome<Schedule> s = sums.schedule().tile({{"j", 8}});
  s = s->reorder({"j", "i", "jj"});
  ASSERT_TRUE(s);
  EXPECT_EQ(sharedIn(inThreads(Plan(*s, Target()))), Names{"i"});
  Outcome<Plan> plan = Plan(*s, Target()).promote("x", "i");
  ASSERT_TRUE(plan) << plan.rejection().message();
  EXPECT_EQ(sharedIn(inThreads(*plan)), Names{});
}

/// An iteration of it is a loop: threads do not take single elements.
TEST(ThreadLoops, NoInnermostLoop) {
  Lifted line(makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"A", "i"}, "=", {{"B", "i"}}}}), {});
  EXPECT_EQ(sharedIn(inThreads(Plan(line.schedule(), Target()))), Names{});
  Lifted sweeps(makeScop({{"t", "0", "T"}, {"i", "0", "n"}},
                         {{{"t", "i"}, {}, {"A", "i"}, "+=", {{"B", "i"}}}}),
                {});
  EXPECT_EQ(sharedIn(inThreads(Plan(sweeps.schedule(), Target()))), Names{});
}

TEST(ThreadLoops, NoneWithTooLittleWorkForGood) {
  EXPECT_EQ(sharedIn(inThreads(Plan(matmul("8", "8", "16").schedule(), Target()))), Names{});
  EXPECT_EQ(sharedIn(inThreads(Plan(matmul("512", "512", "512").schedule(), Target()))),
            Names{"i"});
}

TEST(ThreadLoops, ThreadsAreWorthWritingForThemselves) {
  // A row of A times a number: compilers do that as well.
  Lifted rows(makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"B", "i*m + j"}}}}),
              {{"A", {"m"}}, {"B", {"m"}}});
  EXPECT_FALSE(rankedSchedules(*rows.nest, Target()));
  auto ranked = rankedSchedules(*rows.nest, Target(), {}, 1, Threads::OpenMP);
  ASSERT_TRUE(ranked) << ranked.rejection().message();
  EXPECT_EQ(sharedIn(ranked->front().plan), Names{"i"});
  // Best first: threads before the same without.
  ranked = rankedSchedules(*matmul("n", "m", "p").nest, Target(), {}, SIZE_MAX, Threads::OpenMP);
  ASSERT_TRUE(ranked);
  EXPECT_FALSE(ranked->front().plan.parallels().empty());
  for (size_t k = 1; k < ranked->size(); ++k)
    EXPECT_LE((*ranked)[k - 1].cost, (*ranked)[k].cost);
}

} // namespace
