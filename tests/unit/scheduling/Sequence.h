// The order of a schedule by its definition, and as its lowered loops run it.
#pragma once

#include "analysis/model/ScopIsl.h"
#include "rewriter/emit/lower/Lowering.h"
#include "tests/support/TreeRunner.h"
#include "tests/unit/scheduling/Fixture.h"

#include <algorithm>

namespace acc::test {

/// All (time, instance) points at these parameters, in time order.
inline std::vector<std::pair<std::vector<int64_t>, Instance>>
timesOf(const Schedule &schedule, const Parameters &parameters = {}) {
  std::vector<std::pair<std::vector<int64_t>, Instance>> all;
  for (size_t s = 0; s < schedule.nest().source->scop.statements.size(); ++s) {
    isl::map time = schedule.timeOf(s);
    for (const auto &[name, value] : parameters)
      time = time.intersect_params(makeParameterSet(time.ctx(), {{{{{name, 1}}, -value}, true}}));
    unsigned depth = inputDimensionsOf(time), dims = outputDimensionsOf(time);
    flattenToSet(time).project_out_all_params().foreach_point([&](isl::point point) {
      isl::multi_val coordinates = point.multi_val();
      std::vector<int64_t> when;
      Instance instance{static_cast<int64_t>(s)};
      for (unsigned k = 0; k < depth + dims; ++k)
        (k < depth ? instance : when).push_back(coordinates.at(k).num_si());
      all.push_back({when, instance});
    });
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// The definition: instances in the order of their times.
inline std::vector<Instance> definedOrder(const Schedule &schedule, const Parameters &parameters) {
  std::vector<Instance> order;
  for (auto &[time, instance] : timesOf(schedule, parameters))
    order.push_back(instance);
  return order;
}

/// The loops of a plan in three forms: guarded, unswitched, and as they are written.
inline std::map<std::string, CodeNode> formsOf(const Plan &plan) {
  const LiftedScop &source = *plan.schedule().nest().source;
  isl::set anywhere = makeParameterSet(source.context->get(), {});
  LoopOrder loops = loopOrderOf(plan);
  isl::union_map time = plan.schedule().timeMap();
  std::map<std::string, CodeNode> forms;
  auto take = [&](const char *name, const Outcome<CodeNode> &code) {
    EXPECT_TRUE(code) << name << ": " << code.rejection().message();
    if (code)
      forms[name] = *code;
  };
  source.context->resetQuota();
  take("guarded", codeTree(scheduleTree(plan, loops, time, anywhere, false), source.scop));
  take("unswitched", codeTree(scheduleTree(plan, loops, time, anywhere, true), source.scop));
  take("written", loweredLoops(plan, loops, time, anywhere, {}));
  return forms;
}

/// All forms run the iterations in the order that the schedule defines.
inline void expectLowered(const Plan &plan, const std::vector<Parameters> &points) {
  std::map<std::string, CodeNode> forms = formsOf(plan);
  for (const Parameters &point : points) {
    plan.schedule().nest().source->context->resetQuota();
    std::vector<Instance> expected = definedOrder(plan.schedule(), point);
    for (const auto &[form, loops] : forms)
      EXPECT_EQ(TreeRunner(point).run(loops), expected) << form << "\n" << printScript(plan, "f#1");
  }
}
inline void expectLowered(const Schedule &schedule, const std::vector<Parameters> &points = {{}}) {
  expectLowered(Plan(schedule, Target()), points);
}

inline Schedule must(const Outcome<Schedule> &outcome) {
  EXPECT_TRUE(outcome) << outcome.rejection().message();
  return *outcome;
}

inline void expectInvalid(const Outcome<Schedule> &outcome, const std::string &part) {
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.rejection().kind, RejectionKind::InvalidSchedule);
  EXPECT_NE(outcome.rejection().detail.find(part), std::string::npos) << outcome.rejection().detail;
}

inline void expectSpace(const Schedule &schedule, int64_t slots, int64_t real) {
  Outcome<SpaceCount> count = countSpace(schedule);
  ASSERT_TRUE(count) << count.rejection().message();
  EXPECT_EQ(count->slots, slots);
  EXPECT_EQ(count->real, real);
}

/// The kind of the rejection of checkLegality, none when legal.
inline std::optional<RejectionKind> refusalOf(const Schedule &schedule) {
  Outcome<Ok> legal = schedule.checkLegality();
  return legal ? std::nullopt : std::optional(legal.rejection().kind);
}

} // namespace acc::test
