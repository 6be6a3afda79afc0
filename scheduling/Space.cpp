#include "scheduling/Schedule.h"

#include "analysis/support/IslInterop.h"

#include <algorithm>

namespace acc {
namespace {

std::vector<LinearConstraint> valuesOf(const std::map<std::string, int64_t> &parameters) {
  std::vector<LinearConstraint> values;
  for (const auto &[name, value] : parameters)
    values.push_back({{{{name, 1}}, -value}, true});
  return values;
}

/// The part of `time` where the named indices have the given iteration numbers.
isl::map withNumbers(const Schedule &schedule, const isl::map &time,
                     const std::map<std::string, int64_t> &iterations) {
  isl::set times = time.range();
  for (const auto &[name, iteration] : iterations) {
    int position = schedule.positionOf(name);
    assert(position >= 0 && "the slice names an index of the schedule");
    times = fixDimension(times, position, iteration * schedule.order()[position].stride);
  }
  return time.intersect_range(times);
}

} // namespace

std::vector<std::optional<int64_t>> Schedule::shape() const {
  std::vector<std::optional<int64_t>> sizes;
  for (const Index &index : indices)
    sizes.push_back(index.size);
  return sizes;
}

Outcome<SpaceCount> countSpace(const Schedule &schedule,
                               const std::map<std::string, int64_t> &parameters, int64_t limit) {
  SourceRange where = placeOf(schedule.nest());
  const IslContext &context = *schedule.nest().source->context;
  SpaceCount result;
  result.slots = 1;
  for (const std::optional<int64_t> &size : schedule.shape())
    if (int64_t slots = 0;
        size && result.slots && !__builtin_mul_overflow(*result.slots, *size, &slots))
      result.slots = slots;
    else
      result.slots = std::nullopt;
  return runIsl(context, where, "iterations of the schedule", [&]() -> Outcome<SpaceCount> {
    isl::set fixed = makeParameterSet(context.get(), valuesOf(parameters));
    for (size_t s = 0; s < schedule.nest().source->scop.statements.size(); ++s) {
      isl::set instances = schedule.timeOf(s).domain().intersect_params(fixed);
      auto count = countPoints(instances.project_out_all_params(), limit);
      if (!count)
        return Rejection{RejectionKind::InvalidSchedule, where, "the iterations cannot be counted"};
      result.real += *count;
    }
    return result;
  });
}

Outcome<std::vector<TimedIteration>> iterationsOf(const Schedule &schedule,
                                                  const std::map<std::string, int64_t> &iterations,
                                                  const std::map<std::string, int64_t> &parameters,
                                                  int64_t limit) {
  Outcome<SpaceCount> count = countSpace(schedule, parameters, limit);
  if (!count)
    return count.rejection();
  const IslContext &context = *schedule.nest().source->context;
  return runIsl(
      context, placeOf(schedule.nest()), "iterations of a slice",
      [&]() -> Outcome<std::vector<TimedIteration>> {
        isl::set fixed = makeParameterSet(context.get(), valuesOf(parameters));
        std::vector<TimedIteration> all;
        for (size_t s = 0; s < schedule.nest().source->scop.statements.size(); ++s) {
          isl::map time = withNumbers(schedule, schedule.timeOf(s), iterations);
          unsigned depth = inputDimensionsOf(time);
          flattenToSet(time.intersect_params(fixed))
              .project_out_all_params()
              .foreach_point([&](isl::point point) {
                isl::multi_val values = point.multi_val();
                TimedIteration one{static_cast<int>(s), {}, {}};
                for (unsigned k = 0; k < depth; ++k)
                  one.iterators.push_back(values.at(k).num_si());
                for (size_t k = 0; k < schedule.order().size(); ++k)
                  one.numbers.push_back(values.at(depth + k).num_si() / schedule.order()[k].stride);
                all.push_back(std::move(one));
              });
        }
        std::sort(all.begin(), all.end(), [](const TimedIteration &a, const TimedIteration &b) {
          return a.numbers < b.numbers;
        });
        return all;
      });
}

isl::union_map sliceOf(const Schedule &schedule, const std::map<std::string, int64_t> &iterations) {
  isl::union_map slice;
  for (size_t s = 0; s < schedule.nest().source->scop.statements.size(); ++s) {
    isl::union_map part = withNumbers(schedule, schedule.timeOf(s), iterations).to_union_map();
    slice = slice.is_null() ? part : slice.unite(part);
  }
  return slice;
}

} // namespace acc
