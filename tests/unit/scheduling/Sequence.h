// The order of a schedule by its definition, and as its lowered loops run it.
#pragma once

#include "analysis/model/ScopIsl.h"
#include "rewriter/emit/CodeTree.h"
#include "rewriter/emit/IntValues.h"
#include "rewriter/emit/Lowering.h"
#include "tests/unit/scheduling/Fixture.h"

#include <algorithm>

namespace acc::test {

using Parameters = std::map<std::string, int64_t>;
/// One executed iteration: statement, then its iterators.
using Instance = std::vector<int64_t>;

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

/// Runs a code tree.
class TreeRunner {
public:
  explicit TreeRunner(Parameters values) : values(std::move(values)) {}

  std::vector<Instance> run(const CodeNode &root) {
    walk(root);
    return order;
  }

private:
  int64_t value(const IntExpr &e) const {
    auto at = [&](size_t k) { return value(e.operands[k]); };
    switch (e.kind) {
    case IntExpr::Kind::Linear:
      return e.polynomial.evaluate(values).value();
    case IntExpr::Kind::Sum:
    case IntExpr::Kind::Min:
    case IntExpr::Kind::Max: {
      int64_t result = at(0);
      for (size_t k = 1; k < e.operands.size(); ++k)
        result = e.kind == IntExpr::Kind::Sum   ? result + at(k)
                 : e.kind == IntExpr::Kind::Min ? std::min(result, at(k))
                                                : std::max(result, at(k));
      return result;
    }
    case IntExpr::Kind::Product:
      return at(0) * at(1);
    case IntExpr::Kind::FloorDiv:
      return at(0) >= 0 ? at(0) / e.divisor : -((-at(0) + e.divisor - 1) / e.divisor);
    case IntExpr::Kind::Div:
      return at(0) / e.divisor;
    case IntExpr::Kind::Mod:
    case IntExpr::Kind::Rest:
      return at(0) % e.divisor;
    case IntExpr::Kind::Choose:
      return at(0) ? at(1) : at(2);
    case IntExpr::Kind::Compare:
      return e.op == "<="   ? at(0) <= at(1)
             : e.op == "<"  ? at(0) < at(1)
             : e.op == ">=" ? at(0) >= at(1)
             : e.op == ">"  ? at(0) > at(1)
                            : at(0) == at(1);
    case IntExpr::Kind::And:
      return std::all_of(e.operands.begin(), e.operands.end(),
                         [&](const IntExpr &operand) { return value(operand); });
    case IntExpr::Kind::Or:
      return std::any_of(e.operands.begin(), e.operands.end(),
                         [&](const IntExpr &operand) { return value(operand); });
    }
    return 0;
  }

  void walk(const CodeNode &node) {
    switch (node.kind) {
    case CodeNode::Kind::Loop:
      for (int64_t &c = values[loopSymbol(node.depth)] = value(node.first); value(node.condition);
           c += node.step)
        walk(node.children[0]);
      return;
    case CodeNode::Kind::Value:
      values[loopSymbol(node.depth)] = value(node.first);
      return walk(node.children[0]);
    case CodeNode::Kind::If:
      if (value(node.condition))
        walk(node.children[0]);
      else if (node.children.size() > 1)
        walk(node.children[1]);
      return;
    case CodeNode::Kind::Statement: {
      Instance instance{node.statement};
      for (const IntExpr &iterator : node.iterators)
        instance.push_back(value(iterator));
      order.push_back(instance);
      return;
    }
    default:
      for (const CodeNode &child : node.children)
        walk(child);
    }
  }

  Parameters values;
  std::vector<Instance> order;
};

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
