#include "rewriter/emit/PrivatePlaces.h"

#include "analysis/model/ScopIsl.h"
#include "scheduling/NarrowedCells.h"

#include <algorithm>

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
      auto relation = accessRelation(*source.context, scop, scop.statements[s], "P", instance);
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

/// { [t] -> [sums of components] }
isl::map sums(isl::ctx ctx, unsigned count, const std::vector<std::vector<unsigned>> &kept) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < count; ++i)
    names.push_back("t" + std::to_string(i));
  std::vector<LinearForm> forms;
  for (const std::vector<unsigned> &positions : kept) {
    LinearForm form;
    for (unsigned position : positions)
      form.coefficients[names[position]] = 1;
    forms.push_back(form);
  }
  return makeMap(ctx, "", names, "", forms);
}

std::optional<int64_t> integerOf(const isl::val &value) {
  if (!value.is_int() || value.abs().gt(isl::val(value.ctx(), 1L << 30)))
    return std::nullopt;
  return value.num_si();
}

/// Makes a loop and the one that counts its blocks one dimension, where the loop stands.
void joinBlocks(PrivatePlace &place, const LoopOrder &loops) {
  for (size_t inner = 0; inner < place.cells.size(); ++inner) {
    const int blocks = loops.outerDepth[place.cells[inner].back()];
    auto outer = place.dimensionOf(blocks);
    if (blocks < 0 || !outer || *outer >= inner)
      continue;
    place.cells[inner].insert(place.cells[inner].begin(), place.cells[*outer].begin(),
                              place.cells[*outer].end());
    place.lows[inner] += place.lows[*outer];
    place.sizes[inner] += place.sizes[*outer] - 1;
    place.cells.erase(place.cells.begin() + *outer);
    place.lows.erase(place.lows.begin() + *outer);
    place.sizes.erase(place.sizes.begin() + *outer);
    --inner;
  }
}

/// Each instance has a cell of its own in the place.
bool separates(const PrivatePlace &place, const isl::map &times, const LoopOrder &loops) {
  std::vector<std::vector<unsigned>> cell;
  for (int p = 0; place.depth > 0 && p <= loops.positions[place.depth - 1]; ++p)
    cell.push_back({static_cast<unsigned>(p)});
  for (const std::vector<unsigned> &dimension : place.cells) {
    std::vector<unsigned> positions;
    for (unsigned d : dimension)
      positions.push_back(loops.positions[d]);
    cell.push_back(positions);
  }
  isl::map cells = times.apply_range(sums(times.ctx(), outputDimensionsOf(times), cell));
  return cells.is_single_valued() && cells.is_injective();
}

/// The place at `depth`, when each instance has its own cell there.
std::optional<PrivatePlace> placeAt(const isl::map &times, const LoopOrder &loops, unsigned depth) {
  PrivatePlace place;
  place.depth = depth;
  unsigned count = outputDimensionsOf(times);
  for (unsigned d = depth; d < loops.depth(); ++d) {
    isl::map values =
        times.apply_range(sums(times.ctx(), count, {{static_cast<unsigned>(loops.positions[d])}}));
    // Loops whose value differs between the accesses of one instance pass by it.
    if (!values.is_single_valued())
      continue;
    auto low = integerOf(values.range().dim_min_val(0));
    auto high = integerOf(values.range().dim_max_val(0));
    if (!low || !high)
      return std::nullopt;
    if (*low == *high)
      continue;
    place.cells.push_back({d});
    place.lows.push_back(*low);
    place.sizes.push_back(*high - *low + 1);
  }
  PrivatePlace joined = place;
  joinBlocks(joined, loops);
  if (separates(joined, times, loops))
    return joined;
  return separates(place, times, loops) ? std::optional(place) : std::nullopt;
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

std::optional<size_t> PrivatePlace::dimensionOf(unsigned loop) const {
  for (size_t k = 0; k < cells.size(); ++k)
    if (std::find(cells[k].begin(), cells[k].end(), loop) != cells[k].end())
      return k;
  return std::nullopt;
}

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
                       "values of " + source.scop.arrays[array].name +
                           " from several iterations are live at once in the new order, and their "
                           "number has no fixed bound"};
    if (auto narrowed =
            place->cells.empty() ? std::nullopt : narrowedIn(source.scop, static_cast<int>(array)))
      return Rejection{RejectionKind::Emission, placeOf(plan.schedule().nest()), *narrowed};
    place->array = array;
    for (const std::vector<unsigned> &depths : place->cells)
      for (unsigned d : depths)
        place->isTakenInParts |= loops.partial[d] && plan.vectorized().count(loops.indices[d].name);
    for (const Promotion &promotion : plan.promotions())
      place->areCellsLast |= promotion.array == source.scop.arrays[array].name &&
                             promotion.layout == Promotion::Layout::LastMajor;
    places.push_back(*place);
  }
  return places;
}

} // namespace acc
