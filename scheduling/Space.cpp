#include "scheduling/Schedule.h"

#include "analysis/support/IslInterop.h"

namespace acc {

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
    std::vector<LinearConstraint> values;
    for (const auto &[name, value] : parameters)
      values.push_back({{{{name, 1}}, -value}, true});
    isl::set fixed = makeParameterSet(context.get(), values);
    for (size_t s = 0; s < schedule.nest().source->scop.statements.size(); ++s) {
      isl::set instances = schedule.timeOf(s).domain().intersect_params(fixed);
      auto count = countPoints(instances.project_out_all_params(), limit);
      if (!count)
        return Rejection{RejectionKind::InvalidSchedule, where,
                         "the iterations cannot be counted"};
      result.real += *count;
    }
    return result;
  });
}

isl::union_map sliceOf(const Schedule &schedule, const std::map<std::string, int64_t> &iterations) {
  isl::union_map slice;
  for (size_t s = 0; s < schedule.nest().source->scop.statements.size(); ++s) {
    isl::map time = schedule.timeOf(s);
    isl::set times = time.range();
    for (const auto &[name, iteration] : iterations) {
      int position = schedule.positionOf(name);
      assert(position >= 0 && "the slice names an index of the schedule");
      times = fixDimension(times, position, iteration * schedule.order()[position].stride);
    }
    isl::union_map part = time.intersect_range(times).to_union_map();
    slice = slice.is_null() ? part : slice.unite(part);
  }
  return slice;
}

} // namespace acc
