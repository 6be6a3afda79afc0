// What directions decide of a schedule, isl decides alike.
#include "scheduling/Directions.h"
#include "scheduling/PairOrder.h"
#include "tests/unit/scheduling/Fixture.h"
#include "tests/unit/scheduling/Kernels.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

/// The orders of a nest's indices that its form allows, each as it is and in blocks.
std::vector<Schedule> orders(const Lifted &lifted) {
  std::vector<Schedule> all;
  for (bool isTiled : {false, true}) {
    Schedule start = lifted.schedule();
    for (const std::string &name : namesOf(start))
      if (auto next = isTiled ? start.split(name, 4) : Outcome(start))
        start = *next;
    std::vector<std::string> names = namesOf(start);
    if (names.size() > 6) // the last ones stay where they are
      std::sort(names.begin(), names.begin() + 4);
    else
      std::sort(names.begin(), names.end());
    do
      if (auto next = start.reorder(names))
        all.push_back(*next);
    while (std::next_permutation(names.begin(), names.begin() + std::min<size_t>(names.size(), 4)));
  }
  return all;
}

std::vector<Lifted> nests() {
  std::vector<Lifted> all{matmul("n", "m", "p"), gemmWithInit(), atax(), lu()};
  all.push_back(
      Lifted(makeScop({{"i", "1", "n"}, {"j", "0", "m - 1"}},
                      {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"A", "(i - 1)*m + j + 1"}}}}),
             {{"A", {"m"}}}));
  return all;
}

bool isOutOfOrder(PairOrder &order, const Dependence &dependence) {
  bool isBad = false;
  order.visitOutOfOrder(dependence, [&](const isl::map &) {
    isBad = true;
    return false;
  });
  return isBad;
}

std::string describe(const Schedule &schedule, const Dependence &dependence) {
  std::string text = dependence.sourceId + " -> " + dependence.sinkId + " carried by " +
                     std::to_string(dependence.carriedBy) + " in";
  for (const std::string &name : namesOf(schedule))
    text += " " + name;
  return text;
}

} // namespace

TEST(Directions, OfTheSourceAreKept) {
  for (const Lifted &lifted : nests()) {
    const Schedule source = lifted.schedule();
    for (const Dependence &dependence : lifted.nest->source->dependences.all)
      EXPECT_TRUE(Directions(source).keep(dependence)) << describe(source, dependence);
  }
}

TEST(Directions, WhatTheyKeepIsInOrder) {
  size_t open = 0;
  for (const Lifted &lifted : nests())
    for (const Schedule &schedule : orders(lifted)) {
      const Directions directions(schedule);
      PairOrder order(schedule);
      for (const Dependence &dependence : lifted.nest->source->dependences.all)
        if (directions.keep(dependence))
          EXPECT_FALSE(isOutOfOrder(order, dependence)) << describe(schedule, dependence);
        else
          ++open;
    }
  EXPECT_GT(open, 0u); // the rest is isl's
}

TEST(Directions, WhatTheyKeepApartDoesNotMeet) {
  size_t apart = 0;
  for (const Lifted &lifted : nests())
    for (const Schedule &schedule : orders(lifted)) {
      const Directions directions(schedule);
      PairOrder order(schedule);
      for (const Dependence &dependence : lifted.nest->source->dependences.all)
        for (size_t k = 0; k < schedule.order().size(); ++k)
          if (directions.keepApart(dependence, int(k))) {
            ++apart;
            EXPECT_TRUE(order.together(dependence, k)
                            .is_disjoint(order.rises(dependence.source, dependence.sink, k)))
                << describe(schedule, dependence) << " at " << k;
          }
    }
  EXPECT_GT(apart, 0u);
}

TEST(Directions, PlacesInBlocksOutsideOfTheirBlocksAreOpen) {
  Lifted gemm = matmul("4", "4", "4");
  Outcome<Schedule> split = gemm.schedule().split("k", 2);
  ASSERT_TRUE(split);
  split = split->split("k", 2); // k, kkk, kk
  ASSERT_TRUE(split);
  split = split->reorder({"i", "j", "k", "kk", "kkk"});
  ASSERT_TRUE(split);
  for (const Dependence &dependence : gemm.nest->source->dependences.all)
    EXPECT_FALSE(Directions(*split).keep(dependence));
}
