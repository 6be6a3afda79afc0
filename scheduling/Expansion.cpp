#include "scheduling/Schedule.h"

#include "analysis/dependence/Order.h"
#include "analysis/model/ScopIsl.h"
#include "scheduling/Directions.h"

#include <algorithm>

namespace acc {
namespace {

/// { S0[i, j] -> [instance] } of an access to a private array; an instance is
/// named by the iterators of its private loops, the leading subscripts.
struct InstanceAccess {
  int statement;
  isl::map relation;
};

/// Those of all accesses to the array; the accesses of one statement to the same instance are one.
std::vector<InstanceAccess> accessesOf(const LiftedScop &source, int array) {
  const Scop &scop = source.scop;
  size_t key = scop.arrays[array].privateLoops.size();
  std::vector<InstanceAccess> all;
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    std::vector<std::vector<Polynomial>> seen;
    for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a) {
      if (scop.statements[s].accesses[a].array != array)
        continue;
      std::vector<Polynomial> instance = source.views.viewOf(s, a).subscripts;
      assert(instance.size() >= key);
      instance.resize(key);
      if (std::find(seen.begin(), seen.end(), instance) != seen.end())
        continue;
      auto access = accessRelation(*source.context, scop, scop.statements[s], "", instance);
      assert(access && "private iterators are affine");
      all.push_back({static_cast<int>(s), *access});
      seen.push_back(std::move(instance));
    }
  }
  return all;
}

/// { [instance] -> [time] } of all accesses; null for none.
isl::map lifeOf(const Schedule &schedule, const std::vector<InstanceAccess> &accesses) {
  isl::map life;
  for (const InstanceAccess &access : accesses) {
    isl::map times = access.relation.reverse().apply_range(schedule.timeOf(access.statement));
    life = life.is_null() ? times : life.unite(times);
  }
  return life;
}

/// Times of accesses to one instance: its life is not shorter.
struct PartOfLife {
  std::vector<int64_t> first, last;

  void add(const std::vector<int64_t> &time) {
    if (last.empty() || time < first)
      first = time;
    if (last.empty() || last < time)
      last = time;
  }
  bool overlaps(const PartOfLife &other) const {
    return !last.empty() && !other.last.empty() && first <= other.last && other.first <= last;
  }
};

/// One instance, at these values of the parameters.
isl::set instanceAt(isl::ctx ctx, const std::vector<std::string> &names, const int64_t *place,
                    const std::map<std::string, int64_t> &parameters) {
  std::vector<LinearConstraint> values;
  for (size_t d = 0; d < names.size(); ++d)
    values.push_back({{{{names[d], 1}}, -place[d]}, true});
  for (const auto &[name, value] : parameters)
    values.push_back({{{{name, 1}}, -value}, true});
  return makeSet(ctx, "", names, values);
}

/// Looks for two instances, neighbours along a private loop, at some values of the parameters, of
/// which one is accessed while the other lives. That takes isl hardly anything beside the lives at
/// all values; false proves nothing.
bool haveOverlapSomewhere(const Schedule &schedule, const std::vector<InstanceAccess> &accesses,
                          int array) {
  const LiftedScop &source = *schedule.nest().source;
  const isl::ctx ctx = source.context->get();
  const std::vector<int> &loops = source.scop.arrays[array].privateLoops;
  const isl::set instances = accesses.front().relation.range();
  std::vector<std::string> names;
  std::vector<LinearForm> next;
  for (size_t d = 0; d < loops.size(); ++d) {
    names.push_back("i" + std::to_string(d));
    next.push_back({{{names.back(), 1}}, 0});
  }
  std::map<int, isl::map> times;
  auto lifeAt = [&](const int64_t *place, const std::map<std::string, int64_t> &parameters) {
    const isl::set instance = instanceAt(ctx, names, place, parameters);
    PartOfLife life;
    for (const InstanceAccess &access : accesses) {
      isl::map &time = times[access.statement];
      if (time.is_null())
        time = schedule.timeOf(access.statement);
      isl::set runs = access.relation.intersect_range(instance).domain();
      if (auto point = samplePoint(time.intersect_domain(runs).range()))
        life.add(point->coordinates);
    }
    return life;
  };
  for (size_t d = loops.size(); d-- > 0;) {
    std::vector<LinearForm> neighbour = next;
    neighbour[d].constant = source.scop.loops[loops[d]].step;
    isl::map pairs = makeMap(ctx, "", names, "", neighbour)
                         .intersect_domain(instances)
                         .intersect_range(instances);
    if (auto pair = samplePoint(flattenToSet(pairs)))
      if (lifeAt(&pair->coordinates[0], pair->parameters)
              .overlaps(lifeAt(&pair->coordinates[loops.size()], pair->parameters)))
        return true;
  }
  return false;
}

/// For some leading indices, all accesses to an instance have the same values of them and no two
/// instances have: one life ends before the next begins.
bool haveTheirOwnTime(const isl::map &life, unsigned key, unsigned dims) {
  for (unsigned count = key; count <= dims; ++count) {
    isl::map prefix = firstOutputs(life, count).coalesce();
    if (!prefix.is_single_valued())
      return false;
    if (prefix.is_injective())
      return true;
  }
  return false;
}

} // namespace

Outcome<bool> needsExpansion(const Schedule &schedule, int array) {
  const LiftedScop &source = *schedule.nest().source;
  const IslContext &context = *source.context;
  assert(source.scop.arrays[array].isPrivate);
  if (Directions(schedule).haveTheirOwnTime(array))
    return false;
  return runIsl(context, placeOf(schedule.nest()), "lives of a private array",
                [&]() -> Outcome<bool> {
                  unsigned key = source.scop.arrays[array].privateLoops.size();
                  unsigned dims = schedule.order().size();
                  const std::vector<InstanceAccess> accesses = accessesOf(source, array);
                  if (accesses.empty() || key == 0)
                    return false;
                  if (haveOverlapSomewhere(schedule, accesses, array))
                    return true;
                  isl::map life = lifeOf(schedule, accesses);
                  if (haveTheirOwnTime(life, key, dims))
                    return false;
                  isl::map ascending = lexicographicOrder(context.get(), dims, true);
                  isl::map during =
                      life.apply_range(ascending).intersect(life.apply_range(ascending.reverse()));
                  isl::map before = lexicographicOrder(context.get(), key, false);
                  isl::map others = before.unite(before.reverse());
                  return !during.apply_range(life.reverse()).intersect(others).is_empty();
                });
}

Outcome<bool> staysInside(const Schedule &schedule, int array, int position) {
  if (Directions(schedule).shareFirst(array, position))
    return true;
  const IslContext &context = *schedule.nest().source->context;
  return runIsl(
      context, placeOf(schedule.nest()), "lives of a private array", [&]() -> Outcome<bool> {
        isl::map life = lifeOf(schedule, accessesOf(*schedule.nest().source, array));
        if (life.is_null())
          return true;
        // { [time] -> [time] } of accesses to one instance
        isl::map together = life.reverse().apply_range(life);
        return together.is_subset(equalPrefix(context.get(), schedule.order().size(), position));
      });
}

} // namespace acc
