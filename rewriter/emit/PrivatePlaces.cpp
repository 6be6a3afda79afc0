#include "rewriter/emit/PrivatePlaces.h"

#include "analysis/model/ScopIsl.h"

namespace acc {
namespace {

/// { P[instance] -> [time] }: when each instance of a private array is accessed.
isl::map instanceTimes(const LiftedScop &source, int array, const isl::union_map &time) {
  const Scop &scop = source.scop;
  size_t privates = scop.arrays[array].privateLoops.size();
  isl::map all;
  for (size_t s = 0; s < scop.statements.size(); ++s)
    for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a) {
      const ScopAccess &access = scop.statements[s].accesses[a];
      if (access.array != array)
        continue;
      std::vector<Polynomial> instance(access.subscripts.begin(),
                                       access.subscripts.begin() + privates);
      auto relation =
          accessRelation(*source.context, scop, scop.statements[s], "P", instance);
      assert(relation && "private iterators are affine");
      time.foreach_map([&](isl::map map) {
        if (tupleOf(map.domain()) != scop.statements[s].id)
          return;
        isl::map part = relation->reverse().apply_range(map);
        all = all.is_null() ? part : all.unite(part);
      });
    }
  return all;
}

/// { [t] -> [kept components] }
isl::map keep(isl::ctx ctx, unsigned count, const std::vector<unsigned> &kept) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < count; ++i)
    names.push_back("t" + std::to_string(i));
  std::vector<LinearForm> forms;
  for (unsigned position : kept)
    forms.push_back({{{names[position], 1}}, 0});
  return makeMap(ctx, "", names, "", forms);
}

std::optional<int64_t> integerOf(const isl::val &value) {
  if (!value.is_int() || value.abs().gt(isl::val(value.ctx(), 1L << 30)))
    return std::nullopt;
  return value.num_si();
}

/// The place at `depth`, when each instance has its own cell there.
std::optional<PrivatePlace> placeAt(const isl::map &times, const LoopOrder &loops, unsigned depth) {
  PrivatePlace place;
  place.depth = depth;
  unsigned count = outputDimensionsOf(times);
  std::vector<unsigned> cell;
  for (int p = 0; depth > 0 && p <= loops.positions[depth - 1]; ++p)
    cell.push_back(p);
  for (unsigned d = depth; d < loops.depth(); ++d) {
    std::vector<unsigned> one{static_cast<unsigned>(loops.positions[d])};
    isl::map values = times.apply_range(keep(times.ctx(), count, one));
    // Loops whose value differs between the accesses of one instance pass by it.
    if (!values.is_single_valued())
      continue;
    auto low = integerOf(values.range().dim_min_val(0));
    auto high = integerOf(values.range().dim_max_val(0));
    if (!low || !high)
      return std::nullopt;
    if (*low == *high)
      continue;
    cell.push_back(one[0]);
    place.cells.push_back(d);
    place.lows.push_back(*low);
    place.sizes.push_back(*high - *low + 1);
  }
  isl::map cells = times.apply_range(keep(times.ctx(), count, cell));
  if (!cells.is_single_valued() || !cells.is_injective())
    return std::nullopt;
  return place;
}

/// An expanded scalar stands outside of the loop over whose iterations it has cells.
int deepestPlace(const Plan &plan, const LoopOrder &loops, size_t array) {
  const std::vector<ScopArray> &arrays = plan.schedule().nest().source->scop.arrays;
  for (const Expansion &expansion : plan.expansions())
    if (arrays[array].name == expansion.scalar)
      return loops.depthAt(plan.schedule().positionOf(expansion.index));
  return loops.depth();
}

} // namespace

Outcome<std::vector<PrivatePlace>> placePrivates(const Plan &plan, const LoopOrder &loops,
                                                 const isl::union_map &time) {
  const LiftedScop &source = *plan.schedule().nest().source;
  std::vector<PrivatePlace> places;
  for (size_t array = 0; array < source.scop.arrays.size(); ++array) {
    if (!source.scop.arrays[array].isPrivate)
      continue;
    isl::map times = instanceTimes(source, array, time);
    if (times.is_null())
      continue;
    std::optional<PrivatePlace> place;
    for (int depth = deepestPlace(plan, loops, array); depth >= 0 && !place; --depth)
      place = placeAt(times, loops, depth);
    if (!place)
      return Rejection{RejectionKind::Emission, placeOf(plan.schedule().nest()),
                       "the lives of different " + source.scop.arrays[array].name +
                           " overlap in the new order, and a buffer for them would have no "
                           "fixed size"};
    place->array = array;
    places.push_back(*place);
  }
  return places;
}

} // namespace acc
