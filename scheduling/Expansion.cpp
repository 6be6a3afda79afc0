#include "scheduling/Schedule.h"

#include "analysis/dependence/Order.h"
#include "analysis/model/ScopIsl.h"
#include "scheduling/Directions.h"

namespace acc {
namespace {

/// { [instance] -> [time] } of all accesses to a private array; an instance is
/// named by the iterators of its private loops, the leading subscripts.
isl::map lifeOf(const Schedule &schedule, int array) {
  const LiftedScop &source = *schedule.nest().source;
  const Scop &scop = source.scop;
  size_t key = scop.arrays[array].privateLoops.size();
  isl::map life;
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a) {
      if (scop.statements[s].accesses[a].array != array)
        continue;
      std::vector<Polynomial> instance = source.views.viewOf(s, a).subscripts;
      assert(instance.size() >= key);
      instance.resize(key);
      auto access = accessRelation(*source.context, scop, scop.statements[s], "", instance);
      assert(access && "private iterators are affine");
      isl::map times = access->reverse().apply_range(schedule.timeOf(s));
      life = life.is_null() ? times : life.unite(times);
    }
  }
  return life;
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
  return runIsl(
      context, placeOf(schedule.nest()), "lives of a private array", [&]() -> Outcome<bool> {
        isl::map life = lifeOf(schedule, array);
        unsigned key = source.scop.arrays[array].privateLoops.size();
        unsigned dims = schedule.order().size();
        if (life.is_null() || key == 0 || haveTheirOwnTime(life, key, dims))
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
        isl::map life = lifeOf(schedule, array);
        if (life.is_null())
          return true;
        // { [time] -> [time] } of accesses to one instance
        isl::map together = life.reverse().apply_range(life);
        return together.is_subset(equalPrefix(context.get(), schedule.order().size(), position));
      });
}

} // namespace acc
