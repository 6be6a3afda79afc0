#include "scheduling/Plan.h"

#include "analysis/model/NotedTests.h"

#include <algorithm>
#include <map>
#include <variant>

namespace acc {
namespace {

/// The dimensions whose coordinates are values of the index: that from which it derives
/// and, by fuse, those of other statements.
std::vector<int> dimensionsOf(const Nest &nest, const Index &index) {
  std::vector<int> all;
  if (index.dimension < 0)
    return all;
  all.push_back(index.dimension);
  const std::vector<bool> &own = nest.dimensions[index.dimension].has;
  for (int other : index.mixed) {
    bool isApart = other >= 0;
    for (size_t s = 0; isApart && s < own.size(); ++s)
      isApart = !own[s] || !nest.dimensions[other].has[s];
    if (isApart)
      all.push_back(other);
  }
  return all;
}

/// What each dimension is called in subscripts: fused ones alike.
std::map<std::string, Polynomial> fusedNames(const Schedule &schedule) {
  const Nest &nest = schedule.nest();
  std::map<std::string, Polynomial> names;
  for (const Index &index : schedule.order())
    for (int d : dimensionsOf(nest, index))
      names[nest.dimensions[d].name] = Polynomial::symbol(nest.dimensions[index.dimension].name);
  return names;
}

/// The coordinates of each dimension that the indices from `position` inwards
/// cover: contiguous from 0, or a reason why not.
class InnerIterations {
public:
  InnerIterations(const Schedule &schedule, int position)
      : schedule(schedule), position(position) {}

  bool contains(int dimension) const {
    for (size_t k = position; k < schedule.order().size(); ++k)
      if (isOf(schedule.order()[k], dimension))
        return true;
    return false;
  }

  /// Coordinates covered in one execution; none when not fixed or with gaps.
  std::optional<int64_t> extent(int dimension) const {
    std::optional<int64_t> outside; // the finest step of the indices outside
    int64_t coarsest = 0;
    for (size_t k = 0; k < schedule.order().size(); ++k) {
      const Index &index = schedule.order()[k];
      bool enters =
          std::find(index.mixed.begin(), index.mixed.end(), dimension) != index.mixed.end();
      bool isOwn = isOf(index, dimension);
      size_t fused = dimensionsOf(schedule.nest(), index).size();
      if ((enters && !isOwn) || (isOwn && index.mixed.size() + 1 != fused))
        return std::nullopt; // skewed
      if (!isOwn)
        continue;
      if (static_cast<int>(k) >= position)
        coarsest = std::max(coarsest, index.stride);
      else
        outside = std::min(outside.value_or(index.stride), index.stride);
    }
    if (!outside)
      return schedule.nest().dimensions[dimension].extent;
    return coarsest < *outside ? outside : std::nullopt;
  }

private:
  bool isOf(const Index &index, int dimension) const {
    std::vector<int> all = dimensionsOf(schedule.nest(), index);
    return std::find(all.begin(), all.end(), dimension) != all.end();
  }

  const Schedule &schedule;
  int position;
};

struct Subscripts {
  std::vector<Polynomial> values; // over the names of the nest's dimensions
  bool isWrite = false;
  std::pair<int, int> access; // (statement, access)
};

/// Accesses whose subscripts differ by constants.
using Group = std::vector<Subscripts>;

bool belongs(const Group &group, const Subscripts &one) {
  for (size_t k = 0; k < one.values.size(); ++k)
    if (!(one.values[k] - group.front().values[k]).constant())
      return false;
  return true;
}

/// Loops around the deepest statement that writes to the group; 0 for none.
size_t writtenDepth(const LiftedScop &source, const Group &group) {
  size_t depth = 0;
  for (const Subscripts &one : group)
    if (one.isWrite)
      depth = std::max(depth, source.scop.statements[one.access.first].loops.size());
  return depth;
}

/// The access happens, or its statement reads the same element in any case: what an
/// arm of ?: reads its condition has read as well.
bool isCertain(const LiftedScop &source, int s, size_t a) {
  const ScopStatement &statement = source.scop.statements[s];
  const ScopAccess &access = statement.accesses[a];
  // The buffer notes for which of its rows some test holds.
  if (!source.scop.arrays[access.array].isPrivate && notedTest(source.scop, statement))
    return true;
  if (statement.opaque)
    return false;
  if (!access.may || access.isWrite)
    return !access.may;
  for (size_t other = 0; other < statement.accesses.size(); ++other)
    if (const ScopAccess &read = statement.accesses[other];
        read.array == access.array && !read.may && !read.isWrite &&
        source.views.viewOf(s, other).subscripts == source.views.viewOf(s, a).subscripts)
      return true;
  return false;
}

/// A private variable that only statements inside `index` know: the tile takes its place, and
/// nothing is copied that might not be there.
bool livesInside(const Nest &nest, int array, const Index &index) {
  const Scop &scop = nest.source->scop;
  if (!scop.arrays[array].isPrivate)
    return false;
  for (size_t s = 0; s < scop.statements.size(); ++s)
    for (const ScopAccess &access : scop.statements[s].accesses)
      if (access.array == array && !index.has[s])
        return false;
  return true;
}

bool isWritten(const Group &group) {
  return std::any_of(group.begin(), group.end(), [](const Subscripts &s) { return s.isWrite; });
}

/// Every access to the array by statements inside `index`, in terms of the nest's
/// dimensions; the Rejection's detail when one is conditional.
std::optional<std::string> collect(const Schedule &schedule, int array, const Index &index,
                                   std::vector<Group> &groups) {
  const Nest &nest = schedule.nest();
  const LiftedScop &source = *nest.source;
  bool isOwn = livesInside(nest, array, index);
  const std::map<std::string, Polynomial> names = fusedNames(schedule);
  for (size_t s = 0; s < source.scop.statements.size(); ++s) {
    const ScopStatement &statement = source.scop.statements[s];
    if (!index.has[s])
      continue;
    std::map<std::string, Polynomial> inverse;
    for (size_t k = 0; k < statement.loops.size(); ++k)
      inverse[source.scop.loops[statement.loops[k]].name] = nest.iterators[s][k];
    for (size_t a = 0; a < statement.accesses.size(); ++a) {
      const ScopAccess &access = statement.accesses[a];
      if (access.array != array)
        continue;
      if (!isOwn && !isCertain(source, s, a))
        return "one of its accesses is conditional";
      Subscripts one;
      one.isWrite = access.isWrite;
      one.access = {static_cast<int>(s), static_cast<int>(a)};
      for (const Polynomial &subscript : source.views.viewOf(s, a).subscripts)
        one.values.push_back(subscript.substitute(inverse).substitute(names));
      auto own = std::find_if(groups.begin(), groups.end(),
                              [&](const Group &group) { return belongs(group, one); });
      if (own == groups.end())
        own = groups.insert(own, Group{});
      own->push_back(std::move(one));
    }
  }
  return std::nullopt;
}

/// The span of one subscript over all accesses in one execution of the inner loops.
std::optional<std::string> span(const Nest &nest, const InnerIterations &inner, const Group &all,
                                size_t k, std::vector<bool> &used, int64_t &size) {
  const Polynomial &first = all.front().values[k];
  int64_t least = 0, most = 0;
  for (const Subscripts &other : all) {
    auto difference = (other.values[k] - first).constant();
    if (*difference != 0 && isWritten(all))
      return "it is written, and its accesses reach different elements";
    least = std::min(least, *difference);
    most = std::max(most, *difference);
  }
  int64_t width = 1;
  for (size_t d = 0; d < nest.dimensions.size(); ++d) {
    Polynomial coefficient = first.coefficient(nest.dimensions[d].name, 1);
    if (coefficient.isZero() || !inner.contains(d))
      continue;
    auto factor = coefficient.constant();
    if (!factor || (*factor != 1 && *factor != -1))
      return "its elements have gaps along '" + nest.dimensions[d].name + "'";
    if (used[d])
      return "'" + nest.dimensions[d].name + "' appears in two of its subscripts";
    used[d] = true;
    auto extent = inner.extent(d);
    if (!extent)
      return "'" + nest.dimensions[d].name + "' does not span a fixed number of its elements";
    width += *extent - 1;
  }
  if (most - least > width)
    return "its accesses leave gaps";
  size = width + (most - least);
  return std::nullopt;
}

/// The subscripts with the first group's dimensions, where each loop that they name is inside, and
/// runs as often as the one that the first group names; none where they are not the same then.
///     for i < 8 t[i] = ..; .. for j < 8 t[j] += ..      t[j] is t[i]
std::optional<Group> inDimensionsOf(const Group &first, Group group, const Nest &nest,
                                    const InnerIterations &inner) {
  auto extentInside = [&](int d) { return inner.contains(d) ? inner.extent(d) : std::nullopt; };
  for (Subscripts &one : group)
    for (size_t k = 0; k < one.values.size(); ++k)
      for (size_t d = 0; d < nest.dimensions.size(); ++d)
        for (size_t other = 0; other < nest.dimensions.size(); ++other) {
          const std::string &name = nest.dimensions[d].name, &wanted = nest.dimensions[other].name;
          bool isNamed = !one.values[k].coefficient(name, 1).isZero() &&
                         !first.front().values[k].coefficient(wanted, 1).isZero();
          if (isNamed && d != other && extentInside(d) && extentInside(d) == extentInside(other))
            one.values[k] = one.values[k].substitute({{name, Polynomial::symbol(wanted)}});
        }
  bool isSame = std::all_of(group.begin(), group.end(),
                            [&](const Subscripts &one) { return belongs(first, one); });
  return isSame ? std::optional(group) : std::nullopt;
}

/// The box of one group, or why it has none.
std::variant<PromotedTile, std::string> tileOf(const Nest &nest, const InnerIterations &inner,
                                               const Group &group, unsigned elementSize) {
  std::vector<bool> used(nest.dimensions.size());
  PromotedTile tile;
  int shifted = 0; // subscripts in which the accesses differ
  for (size_t k = 0; k < group.front().values.size(); ++k) {
    int64_t size = 1;
    if (auto why = span(nest, inner, group, k, used, size))
      return *why;
    tile.sizes.push_back(size);
    shifted += std::any_of(group.begin(), group.end(), [&](const Subscripts &other) {
      return !(other.values[k] == group.front().values[k]);
    });
    if (shifted > 1)
      return "the bounding box of its accesses contains unused elements";
    if (__builtin_mul_overflow(tile.elements, size, &tile.elements) ||
        tile.elements > kPromotionBytes / std::max(1u, elementSize))
      return "the buffer would be larger than " + std::to_string(kPromotionBytes) + " bytes";
  }
  for (const Subscripts &one : group)
    tile.accesses.insert(one.access);
  return tile;
}

} // namespace

Outcome<PromotedTile> promotedTile(const Schedule &schedule, const std::string &array,
                                   const std::string &index) {
  const Nest &nest = schedule.nest();
  auto invalid = [&](const std::string &why) {
    return Rejection{RejectionKind::InvalidSchedule, placeOf(nest), "promote: " + why};
  };
  int position = schedule.positionOf(index);
  if (position < 0)
    return invalid("there is no index '" + index + "'");
  const std::vector<ScopArray> &arrays = nest.source->scop.arrays;
  auto found = std::find_if(arrays.begin(), arrays.end(),
                            [&](const ScopArray &a) { return a.name == array; });
  if (found == arrays.end())
    return invalid("there is no array '" + array + "'");
  std::vector<Group> groups;
  if (auto why = collect(schedule, found - arrays.begin(), schedule.order()[position], groups))
    return invalid(array + ": " + *why);
  if (groups.empty())
    return invalid("nothing inside '" + index + "' accesses '" + array + "'");
  if (groups.front().front().values.empty())
    return invalid(array + ": it is one variable, which needs no copy");
  InnerIterations inner(schedule, position);
  for (size_t k = groups.size(); found->isPrivate && k-- > 1;)
    if (std::optional<Group> same = inDimensionsOf(groups[0], groups[k], nest, inner)) {
      groups[0].insert(groups[0].end(), same->begin(), same->end());
      groups.erase(groups.begin() + k);
    }
  if (found->isPrivate && groups.size() > 1)
    return invalid(array + ": its accesses differ by more than a constant");
  // Of elements that are read alone those that the innermost loop walks: what it leaves the same
  // needs no copy.
  const int innermost = schedule.order().back().dimension;
  auto rank = [&](const Group &group) {
    bool isWalked =
        innermost >= 0 && std::any_of(group.front().values.begin(), group.front().values.end(),
                                      [&](const Polynomial &value) {
                                        return value.contains(nest.dimensions[innermost].name);
                                      });
    return std::pair(writtenDepth(*nest.source, group), isWalked);
  };
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const Group &a, const Group &b) { return rank(a) > rank(b); });
  std::string reason;
  for (const Group &group : groups) {
    auto tile = tileOf(nest, inner, group, found->elementSize);
    if (auto *box = std::get_if<PromotedTile>(&tile))
      return *box;
    if (reason.empty())
      reason = std::get<std::string>(tile);
  }
  return invalid(array + ": " + reason);
}

} // namespace acc
