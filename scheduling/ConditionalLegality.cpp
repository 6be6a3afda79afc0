#include "scheduling/Schedule.h"

#include "analysis/model/ScopIsl.h"
#include "scheduling/Directions.h"
#include "scheduling/PairOrder.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

/// A condition under which some loop runs less often than this helps nobody.
constexpr int64_t kWorthwhile = 16;

/// Parameters for which every loop with invariant bounds runs kWorthwhile times
/// or as often as it can.
isl::set longLoops(const LiftedScop &source) {
  std::vector<LinearConstraint> constraints;
  for (const ScopLoop &loop : source.scop.loops)
    for (const Polynomial &first : loop.first)
      for (const Polynomial &end : loop.end) {
        Polynomial length = loop.step > 0 ? end - first : first - end;
        bool isFixed = length.constant().has_value();
        for (const std::string &symbol : length.symbols())
          isFixed |= source.scop.isIterator(symbol);
        auto form = isFixed ? std::nullopt : linearForm(length, {});
        if (!form)
          continue;
        form->constant -= kWorthwhile * std::abs(loop.step);
        constraints.push_back({*form, false});
      }
  return makeParameterSet(source.context->get(), constraints);
}

/// The parameters for which some dependence is not kept.
isl::set brokenFor(const Schedule &schedule) {
  const LiftedScop &source = *schedule.nest().source;
  isl::ctx ctx = source.context->get();
  isl::set broken = makeParameterSet(ctx, {{{{}, -1}, false}}); // none
  const Directions directions(schedule);
  PairOrder order(schedule);
  for (const Dependence &dependence : source.dependences.all)
    if (!directions.keep(dependence))
      order.visitOutOfOrder(dependence, [&](const isl::map &bad) {
        broken = broken.unite(parameterSetOf(flattenToSet(bad)));
        return true;
      });
  return broken;
}

/// A conjunction under which nothing is broken and long loops remain.
std::optional<Condition> conditionFor(const Schedule &schedule) {
  const LiftedScop &source = *schedule.nest().source;
  isl::set valid = validParameters(source.scop, source.views, *source.context);
  isl::set kept = valid.subtract(brokenFor(schedule)).coalesce();
  auto pieces = disjunctsOf(kept.gist(valid), {});
  if (!pieces)
    return std::nullopt;
  isl::set large = longLoops(source).intersect(valid);
  for (const Disjunct &piece : *pieces) {
    if (!piece.divs.empty() || piece.constraints.empty())
      continue;
    isl::set alone = makeParameterSet(source.context->get(), piece.constraints);
    if (alone.intersect(large).is_empty())
      continue;
    if (auto condition = conditionOf(alone))
      return condition;
  }
  return std::nullopt;
}

} // namespace

Outcome<Schedule> Schedule::whereLegal() const {
  Outcome<Ok> legal = checkLegality();
  if (legal)
    return *this;
  const LiftedScop &source = *base->source;
  bool mayDepend = legal.rejection().kind == RejectionKind::IllegalSchedule ||
                   legal.rejection().kind == RejectionKind::DependenceUnknown;
  if (!mayDepend)
    return legal.rejection();
  return runIsl(
      *source.context, placeOf(*base), "a condition of the schedule", [&]() -> Outcome<Schedule> {
        std::optional<Condition> condition = conditionFor(*this);
        auto where = condition ? conditionSet(*source.context, "", {}, *condition) : std::nullopt;
        if (!where)
          return legal.rejection();
        isl::set parameters = parameterSetOf(*where);
        // Keeps the source alive for whatever lives as long as it does.
        std::shared_ptr<LiftedScop> guarded(new LiftedScop(source),
                                            [keep = base->source](LiftedScop *s) { delete s; });
        for (const Condition &part : condition->conjuncts())
          guarded->views.guard.push_back(part);
        for (Dependence &dependence : guarded->dependences.all)
          dependence.pairs = dependence.pairs->intersect_params(parameters);
        Nest nest = *base;
        nest.source = guarded;
        Schedule result = *this;
        result.base = std::make_shared<Nest>(std::move(nest));
        return result;
      });
}

} // namespace acc
