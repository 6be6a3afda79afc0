#include "scheduling/OtherRegisters.h"

namespace acc {
namespace {

constexpr int64_t kRows = 8;               // of two vectors each: 16 of 32 registers
constexpr int64_t kRowsOfFewRegisters = 6; // of two vectors each: 12 of 16 registers

/// What the plan keeps in tiles would not fit other registers. Blocks of a copy are as long as
/// lines of the cache are, on all targets.
bool isInRegisters(const Plan &plan) {
  return !plan.unrolled().empty() || !plan.promotions().empty();
}

/// The size of a block whose inner index is `inner`; 0 when it has none that fits.
int64_t sizeFor(const Plan &plan, const Target &target, const std::string &inner, int64_t size) {
  const bool isVector = plan.vectorized().count(inner) && isInRegisters(plan);
  return sizeForRegisters(size, isVector, plan.unrolled().count(inner), plan.target(), target);
}

} // namespace

int64_t sizeForRegisters(int64_t size, bool isVector, bool isUnrolled, const Target &from,
                         const Target &to) {
  if (isVector) {
    const int64_t bytes = from.vectorBytes;
    return bytes == 0 || size * to.vectorBytes % bytes != 0 ? 0 : size * to.vectorBytes / bytes;
  }
  return isUnrolled && size == tileRows(from) ? tileRows(to) : size;
}

int64_t tileRows(const Target &target) {
  return target.vectorRegisters >= 32 ? kRows : kRowsOfFewRegisters;
}

Outcome<Plan> forRegisters(const Plan &plan, const Target &target) {
  Schedule schedule(plan.schedule().nest());
  for (Step step : plan.schedule().steps()) {
    if (step.kind == Step::Kind::Substitute) // the nest is the one behind it
      continue;
    for (size_t k = 0; k < step.inner.size() && k < step.sizes.size(); ++k)
      if (step.kind == Step::Kind::Split || step.kind == Step::Kind::Tile) {
        step.sizes[k] = sizeFor(plan, target, step.inner[k], step.sizes[k]);
        if (step.sizes[k] < 2)
          return Rejection{RejectionKind::InvalidSchedule, placeOf(plan.schedule().nest()),
                           "a block is smaller than one vector of the target"};
      }
    Outcome<Schedule> next = schedule.apply(step);
    if (!next)
      return next.rejection();
    schedule = *next;
  }
  Outcome<Plan> result = Plan(schedule, target);
  auto then = [&](auto &&step) {
    if (result)
      result = step(*result);
  };
  for (const Promotion &promotion : plan.promotions())
    then([&](const Plan &so) {
      return promotion.isContraction
                 ? so.contract(promotion.array, promotion.index)
                 : so.promote(promotion.array, promotion.index, promotion.layout);
    });
  for (const Expansion &expansion : plan.expansions())
    then([&](const Plan &so) { return so.expand(expansion.scalar, expansion.index); });
  for (const std::string &index : plan.unrolled())
    then([&](const Plan &so) { return so.unroll(index); });
  for (const std::string &index : plan.vectorized())
    then([&](const Plan &so) { return so.vectorize(index); });
  for (const Parallel &parallel : plan.parallels())
    then([&](const Plan &so) { return so.parallelize(parallel.indices); });
  return result;
}

} // namespace acc
