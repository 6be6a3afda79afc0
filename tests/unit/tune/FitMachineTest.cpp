// Numbers of a machine from times that a machine with other numbers would take.
#include "tools/tune/FitMachine.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace acc;

namespace {

StatementTerms statement(std::vector<AccessTerms> accesses, double iterations) {
  StatementTerms one;
  one.accesses = std::move(accesses);
  one.iterations = iterations;
  return one;
}

/// Nests whose plans differ in what they ask; the times are those of the machine.
std::vector<MeasuredNest> nestsOn(const MachineModel &machine) {
  std::vector<MeasuredNest> nests;
  for (double size : {100, 200, 300, 400, 500, 600, 700, 800}) {
    CostTerms chain{{{statement({{.atHand = 1}}, size)}}}, vectors = chain, gathers = chain,
                                                           misses = chain;
    chain.loops[0][0].isChain = true;
    vectors.loops[0][0].atOnce = 8;
    gathers.loops[0][0].accesses = {{.atHand = size / 50, .isGathered = true}};
    misses.loops[0][0].accesses = {{.missed = 1}, {.atHand = size / 100}};
    MeasuredNest &nest = nests.emplace_back();
    for (const CostTerms &terms : {chain, vectors, gathers, misses})
      nest.push_back({terms, cyclesOf(terms, machine) / 1000});
  }
  return nests;
}

MachineModel with(const MachineValues &values) { return withValues(Target(), values).machine; }

FittedMachine fitted(const std::vector<MeasuredNest> &nests, const MachineValues &given = {}) {
  auto fit = fitMachine(nests, given);
  if (auto *reason = std::get_if<std::string>(&fit)) {
    ADD_FAILURE() << *reason;
    return {};
  }
  return std::get<FittedMachine>(fit);
}

TEST(FitMachine, FindsTheNumbersThatTookTheTimes) {
  FittedMachine fit = fitted(nestsOn(with({{"latency", 8}, {"gather", 1.5}, {"miss", 12}})));
  EXPECT_NEAR(fit.values.at("latency"), 8, 0.8);
  EXPECT_NEAR(fit.values.at("gather"), 1.5, 0.15);
  EXPECT_NEAR(fit.values.at("miss"), 12, 1.2);
  EXPECT_TRUE(fit.helps);
  EXPECT_LT(fit.after.ratios, 1.1);
  EXPECT_GT(fit.before.ratios, 1.3);
  EXPECT_EQ(fit.nests, 8u);
  EXPECT_EQ(fit.plans, 32u);
}

TEST(FitMachine, LeavesWhatIsRightAndWhatNothingAsksFor) {
  FittedMachine same = fitted(nestsOn(MachineModel()), {{"l1-bytes", 65536}});
  EXPECT_EQ(same.values, (MachineValues{{"l1-bytes", 65536}}));
  EXPECT_FALSE(same.helps);
  EXPECT_EQ(same.before.ratios, 1);
  FittedMachine fit = fitted(nestsOn(with({{"latency", 8}})));
  for (const char *key : {"stream", "transposed", "turned", "issue"})
    EXPECT_FALSE(fit.values.count(key)) << key;
}

TEST(FitMachine, BeginsWithWhatIsGiven) {
  const MachineValues right{{"latency", 8}, {"gather", 1.5}};
  EXPECT_EQ(fitted(nestsOn(with(right)), right).values, right);
}

/// Times that no numbers explain.
TEST(FitMachine, ChangesNothingWhereItWouldNotHelpElsewhere) {
  std::vector<MeasuredNest> nests = nestsOn(MachineModel());
  for (size_t k = 0; k < nests.size(); ++k)
    for (size_t p = 0; p < nests[k].size(); ++p)
      nests[k][p].time *= (k + p) % 3 == 0 ? 2 : (k + p) % 3 == 1 ? 0.5 : 1;
  FittedMachine fit = fitted(nests);
  EXPECT_FALSE(fit.helps);
  EXPECT_TRUE(fit.values.empty());
  EXPECT_GE(fit.after.ratios * fit.after.choice, fit.before.ratios * fit.before.choice);
}

TEST(FitMachine, SaysWhatItFound) {
  EXPECT_EQ(fitLines({{}, true, 47, 159, {1.974, 1.19}, {1.7, 1.04}}),
            "# fitted to 159 plans of 47 nests\n"
            "# estimated ratios are off by a factor of 1.97; with fitted numbers, by 1.70 on nests "
            "outside the fit\n"
            "# the schedule estimated fastest takes 1.19 times as long as the fastest; with fitted "
            "numbers, 1.04 times\n");
  EXPECT_NE(fitLines({}).find("nothing is changed"), std::string::npos);
}

TEST(FitMachine, ErrorsAreFactors) {
  const CostTerms one{{{statement({{.atHand = 1}}, 100)}}},
      twice{{{statement({{.atHand = 1}}, 200)}}};
  const FitError error = fitError({{{one, 3}, {twice, 1}}}, MachineModel());
  EXPECT_DOUBLE_EQ(error.choice, 3);
  EXPECT_NEAR(error.ratios, std::exp(1.5), 1e-9); // 6, but no pair counts more
}

TEST(FitMachine, OneWildTimeDecidesNothing) {
  std::vector<MeasuredNest> nests = nestsOn(MachineModel());
  nests[0][0].time *= 1000;
  for (const auto &[key, value] : fitted(nests).values)
    EXPECT_NEAR(value, machineNumber(key)->get(Target()), 0.5 * value) << key;
}

TEST(FitMachine, RefusesWhatIsTooLittle) {
  std::vector<MeasuredNest> nests = nestsOn(MachineModel());
  nests.resize(7);
  auto fit = fitMachine(nests, {});
  ASSERT_TRUE(std::holds_alternative<std::string>(fit));
  EXPECT_EQ(std::get<std::string>(fit), "too few measurements to fit the machine parameters: 28 "
                                        "plans of 7 nests, but at least 24 of 8 are needed");
  nests.resize(9); // a nest without plans is none
  EXPECT_TRUE(std::holds_alternative<std::string>(fitMachine(nests, {})));
}

} // namespace
