// The numbers of a target, and what of the cost rests on them.
#include "scheduling/MachineNumbers.h"
#include "scheduling/autoschedule/CostTerms.h"

#include <gtest/gtest.h>

#include <set>

using namespace acc;

namespace {

TEST(MachineNumbers, TheirOwnOnesAreGood) {
  std::set<std::string> keys;
  for (const MachineNumber &number : machineNumbers()) {
    EXPECT_TRUE(keys.insert(number.key).second) << number.key;
    EXPECT_EQ(machineNumber(number.key), &number);
    for (const std::string &name : targetNames())
      EXPECT_EQ(number.fault(number.get(*namedTarget(name))), "") << name << " " << number.key;
  }
  EXPECT_EQ(machineNumber("abacus"), nullptr);
}

TEST(MachineNumbers, EachIsSetAlone) {
  for (const MachineNumber &number : machineNumbers()) {
    const double value = number.only.empty() ? number.most : number.only.front();
    const Target changed = withValues(Target(), {{number.key, value}});
    for (const MachineNumber &other : machineNumbers())
      EXPECT_EQ(other.get(changed), &other == &number ? value : other.get(Target()))
          << number.key << " " << other.key;
  }
}

TEST(MachineNumbers, TextsAreShortAndExact) {
  EXPECT_EQ(shortestText(0.5), "0.5");
  EXPECT_EQ(shortestText(32768), "32768");
  EXPECT_EQ(std::stod(shortestText(1 / 6.0)), 1 / 6.0);
}

/// One statement that reads and writes 1000 times, alone in its loop.
CostTerms oneLoop(bool isChain) {
  StatementTerms statement;
  statement.accesses = {{.atHand = 1}, {.atHand = 1}};
  statement.iterations = 1000;
  statement.isChain = isChain;
  return {{{statement}}};
}

TEST(CostTerms, TheLargerOfIssueAndLatency) {
  MachineModel machine;
  EXPECT_EQ(cyclesOf(oneLoop(false), machine), 1000 * (3 * 0.5 + 0.5));
  EXPECT_EQ(cyclesOf(oneLoop(true), machine), 1000 * 4);
  machine.latency = 1;
  EXPECT_EQ(cyclesOf(oneLoop(true), machine), 1000 * (3 * 0.5 + 0.5));
}

TEST(CostTerms, AChainOfSeveralOperationsWaitsForEach) {
  CostTerms terms = oneLoop(true);
  terms.loops[0][0].chain = 3;
  EXPECT_EQ(cyclesOf(terms, MachineModel()), 1000 * 3 * 4);
}

TEST(CostTerms, DivisionsWaitForOneAnother) {
  CostTerms terms = oneLoop(false);
  terms.loops[0][0].divisions = 2;
  EXPECT_EQ(cyclesOf(terms, MachineModel()), 1000 * 2 * MachineModel().divider);
}

TEST(CostTerms, StatementsOfALoopShareItsCounter) {
  CostTerms terms = oneLoop(false);
  terms.loops[0].push_back(terms.loops[0][0]);
  EXPECT_EQ(cyclesOf(terms, MachineModel()), 1000 * (6 * 0.5 + 0.5));
}

TEST(CostTerms, EachNumberCountsWhereItIsAskedFor) {
  const std::pair<const char *, AccessTerms> cases[] = {
      {"gather", {.atHand = 1, .isGathered = true}},
      {"hoisted", {.kept = 1}},
      {"miss", {.missed = 1}},
      {"miss", {.lines = 1}},
      {"stream", {.streamed = 1}},
      {"transposed", {.transposed = 1}},
      {"turned", {.turned = 1}},
      {"copied", {.copied = 1}}};
  for (const auto &[key, access] : cases) {
    CostTerms terms = oneLoop(false);
    terms.loops[0][0].accesses = {access};
    const double own = machineNumber(key)->get(Target()), before = cyclesOf(terms, MachineModel());
    EXPECT_EQ(cyclesOf(terms, withValues(Target(), {{key, own + 1}}).machine), before + 1000 * 0.5)
        << key;
  }
}

} // namespace
