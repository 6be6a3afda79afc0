#include "scheduling/Plan.h"
#include "scheduling/StepWords.h"

#include <algorithm>
#include <set>

namespace acc {

Outcome<Plan> Plan::cache(const std::string &array, const CachePlace &place,
                          Promotion::Layout layout) const {
  const std::vector<Index> &order = base.order();
  if (!place.index.empty() + place.level.has_value() + place.maxElements.has_value() != 1)
    return invalid("cache: give exactly one of 'index', 'level' and 'max_elements'");
  std::string index = place.index;
  if (place.level) {
    const auto count = static_cast<int64_t>(order.size());
    if (*place.level < 1 || *place.level > count)
      return invalid("cache: there is no level " + std::to_string(*place.level) +
                     "; the schedule has " + std::to_string(count) + " dimensions");
    index = order[count - *place.level].name;
  }
  if (place.maxElements) {
    std::string reason = "there is no index";
    for (size_t k = 0; k < order.size() && index.empty(); ++k) {
      Outcome<PromotedTile> tile = promotedTile(base, array, order[k].name);
      if (tile && tile->elements <= *place.maxElements)
        index = order[k].name;
      else
        reason = tile ? "the smallest has " + std::to_string(tile->elements)
                      : tile.rejection().detail.substr(tile.rejection().detail.find(": ") + 2);
    }
    if (index.empty())
      return invalid("cache: " + array + " has no buffer of at most " +
                     std::to_string(*place.maxElements) + " elements: " + reason);
  }
  Outcome<Plan> result = promote(array, index, layout);
  return result ? result : inWordsOf("cache", result.rejection());
}

Outcome<Plan> Plan::tensorize(const std::vector<std::string> &indices) const {
  const std::vector<Index> &order = base.order();
  if (indices.size() != 3)
    return invalid(
        "tensorize: give three indices, for the rows, the columns and the depth: [ii, jj, kk]");
  const int outermost = static_cast<int>(order.size()) - 3;
  bool areInnermost = std::set(indices.begin(), indices.end()).size() == 3;
  for (const std::string &index : indices) {
    if (base.positionOf(index) < 0)
      return invalid("tensorize: there is no index '" + index + "'");
    areInnermost &= base.positionOf(index) >= outermost;
  }
  const std::string &rows = indices[0], &columns = indices[1], &depth = indices[2];
  if (!areInnermost || base.positionOf(depth) != outermost)
    return invalid("tensorize: '" + depth + "', '" + rows + "' and '" + columns +
                   "' must be the innermost dimensions, and '" + depth + "' around the others");
  Outcome<Plan> result = *this;
  const LiftedScop &source = *base.nest().source;
  std::set<int> seen;
  bool isKept = false;
  std::string reason = "no statement inside it stores to an array";
  for (size_t s = 0; s < source.scop.statements.size(); ++s)
    for (const ScopAccess &access : source.scop.statements[s].accesses) {
      if (!access.isWrite || !order[outermost].has[s] || !seen.insert(access.array).second)
        continue;
      const std::string &name = source.scop.arrays[access.array].name;
      if (std::any_of(promoted.begin(), promoted.end(),
                      [&](const Promotion &other) { return other.array == name; })) {
        isKept = true;
        continue;
      }
      // What the depth moves through is not kept: each of its iterations writes other elements.
      Outcome<PromotedTile> whole = promotedTile(base, name, depth),
                            step = promotedTile(base, name, order[outermost + 1].name);
      if (!whole || !step || whole->elements != step->elements) {
        reason = whole ? name + " changes along '" + depth + "'"
                       : whole.rejection().detail.substr(whole.rejection().detail.find(": ") + 2);
        continue;
      }
      result = result->promote(name, depth);
      if (!result)
        return inWordsOf("tensorize", result.rejection());
      isKept = true;
    }
  if (!isKept)
    return invalid("tensorize: nothing can be kept in registers along '" + depth + "': " + reason);
  result = result->kernelize({rows}, {columns});
  return result ? result : inWordsOf("tensorize", result.rejection());
}

} // namespace acc
