#include "scheduling/autoschedule/Sweeps.h"

#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>

namespace acc {
namespace {

constexpr int64_t kFarthest = 2; // iterations that a sweep may stay behind the one before

/// The outermost loop of each part of a fusing dimension, in order; empty when some
/// part has none or nothing but it.
std::vector<int> sweepsOf(const Nest &nest, int fusing) {
  std::map<int64_t, std::vector<int>> loops;
  std::set<int64_t> parts;
  const NestDimension &order = nest.dimensions[fusing];
  for (size_t s = 0; s < order.has.size(); ++s) {
    if (!order.has[s])
      continue;
    int64_t part = order.value[s].constant().value_or(0);
    parts.insert(part);
    for (size_t d = fusing + 1; d < nest.dimensions.size(); ++d) {
      std::vector<int> &own = loops[part];
      if (nest.dimensions[d].kind == NestDimension::Kind::Loop && nest.dimensions[d].has[s] &&
          std::find(own.begin(), own.end(), static_cast<int>(d)) == own.end())
        own.push_back(d);
    }
  }
  std::vector<int> sweeps;
  for (int64_t part : parts) {
    const std::vector<int> &own = loops[part];
    if (own.size() < 2)
      return {};
    sweeps.push_back(*std::min_element(own.begin(), own.end()));
  }
  return sweeps;
}

/// Each sweep runs through an array of the one before at the same pace.
bool shareArrays(const Nest &nest, const NestStrides &strides, const std::vector<int> &sweeps) {
  auto paceIn = [&](int sweep) {
    std::set<std::pair<int, Polynomial>> pace;
    for (size_t s = 0; s < strides.accesses.size(); ++s)
      for (const StridedAccess &access : strides.accesses[s])
        if (nest.dimensions[sweep].has[s] && !access.isPrivate && access.uses[sweep])
          pace.emplace(access.array, access.stride[sweep]);
    return pace;
  };
  for (size_t q = 1; q < sweeps.size(); ++q) {
    auto before = paceIn(sweeps[q - 1]), own = paceIn(sweeps[q]);
    if (std::none_of(own.begin(), own.end(), [&](const auto &one) { return before.count(one); }))
      return false;
  }
  return true;
}

} // namespace

std::vector<SweepsInOne> sweepsInOne(const Nest &nest, const NestStrides &strides) {
  std::vector<SweepsInOne> all;
  for (size_t d = 0; d < nest.dimensions.size(); ++d) {
    if (nest.dimensions[d].kind != NestDimension::Kind::Fusing)
      continue;
    std::vector<int> sweeps = sweepsOf(nest, d);
    if (sweeps.size() < 2 || !shareArrays(nest, strides, sweeps))
      continue;
    for (int64_t behind = 0; behind <= kFarthest; ++behind) {
      Outcome<Schedule> schedule = Schedule(nest);
      std::vector<std::string> names;
      for (size_t q = 0; q < sweeps.size(); ++q) {
        names.push_back(nest.dimensions[sweeps[q]].name);
        if (schedule && q > 0 && behind > 0)
          schedule = schedule->shift(names.back(), Polynomial(behind * static_cast<int64_t>(q)));
      }
      if (schedule)
        schedule = schedule->fuse(names);
      if (schedule)
        all.push_back({*schedule, names.front(), static_cast<int>(d),
                       behind * static_cast<int64_t>(sweeps.size())});
    }
  }
  return all;
}

void addFusedSweeps(const Nest &nest, const NestStrides &strides, const MachineModel &machine,
                    std::vector<Candidate> &all) {
  for (const SweepsInOne &sweeps : sweepsInOne(nest, strides))
    all.push_back({"fused sweeps", sweeps.schedule, {}, {}, machine.sharedTraffic});
}

} // namespace acc
