#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>

namespace acc {
namespace {

constexpr size_t kMaxDistributed = 4; // fusing dimensions tried in all combinations

class Permuter {
public:
  Permuter(const Schedule &start, const NestStrides &strides) : start(start), nest(start.nest()) {
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      weight.push_back(weightOf(strides, d));
  }

  void addCandidates(std::vector<Candidate> &all) {
    std::vector<int> fusing;
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      if (nest.dimensions[d].kind == NestDimension::Kind::Fusing)
        fusing.push_back(d);
    size_t tried = std::min(fusing.size(), kMaxDistributed);
    for (size_t choice = 0; choice < (size_t(1) << tried); ++choice) {
      std::vector<int> order(nest.dimensions.size());
      for (size_t d = 0; d < order.size(); ++d)
        order[d] = d;
      for (size_t k = 0; k < tried; ++k)
        if (choice >> k & 1)
          moveOut(order, fusing[k]);
      const char *name = choice ? "distributed" : "interchanged";
      add(name, order, all);
      add(name, sorted(order), all);
      add(name, fastestInnermost(order), all);
    }
  }

private:
  /// Sum of the strides' weights over the deepest statements that have it.
  int weightOf(const NestStrides &strides, int dimension) const {
    size_t deepest = 0;
    int sum = 0;
    for (size_t s = 0; s < strides.accesses.size(); ++s) {
      if (!nest.dimensions[dimension].has[s])
        continue;
      size_t depth = nest.source->scop.statements[s].loops.size();
      if (depth < deepest)
        continue;
      sum = depth > deepest ? 0 : sum;
      deepest = depth;
      for (const StridedAccess &access : strides.accesses[s])
        sum += strideWeight(access.stride[dimension]);
    }
    return sum;
  }

  /// Moves a fusing dimension right behind the one that guards it, or outermost.
  void moveOut(std::vector<int> &order, int dimension) const {
    order.erase(std::find(order.begin(), order.end(), dimension));
    int guard = nest.dimensions[dimension].fusing;
    auto place = guard < 0 ? order.begin() : std::find(order.begin(), order.end(), guard) + 1;
    order.insert(place, dimension);
  }

  using Place = std::vector<int>::iterator;

  bool shareStatement(int a, int b) const {
    const std::vector<bool> &x = nest.dimensions[a].has, &y = nest.dimensions[b].has;
    for (size_t s = 0; s < x.size(); ++s)
      if (x[s] && y[s])
        return true;
    return false;
  }

  /// Gathers behind `begin` all that shares statements with it, transitively;
  /// returns the end of that group. The groups' mutual order means nothing.
  Place gatherGroup(Place begin, Place end) const {
    Place groupEnd = begin + 1;
    for (Place member = begin; member != groupEnd; ++member)
      groupEnd =
          std::stable_partition(groupEnd, end, [&](int d) { return shareStatement(*member, d); });
    return groupEnd;
  }

  /// Calls `change` with each run of loop dimensions between fusing ones, once
  /// per group of dimensions that have statements in common.
  template <typename Change> void eachRun(std::vector<int> &order, Change change) const {
    auto isLoop = [&](int d) { return nest.dimensions[d].kind == NestDimension::Kind::Loop; };
    for (Place begin = order.begin(); begin != order.end();) {
      Place end = std::find_if_not(begin, order.end(), isLoop);
      while (begin != end) {
        Place groupEnd = gatherGroup(begin, end);
        change(begin, groupEnd);
        begin = groupEnd;
      }
      begin = end == order.end() ? end : end + 1;
    }
  }

  /// Large strides outside; dimensions that no access uses stay outermost.
  std::vector<int> sorted(std::vector<int> order) const {
    eachRun(order, [&](Place begin, Place end) {
      std::stable_sort(begin, end, [&](int a, int b) {
        auto key = [&](int d) { return weight[d] == 0 ? INT32_MAX : weight[d]; };
        return key(a) > key(b);
      });
    });
    return order;
  }

  std::vector<int> fastestInnermost(std::vector<int> order) const {
    eachRun(order, [&](Place begin, Place end) {
      auto best = end;
      for (auto d = begin; d != end; ++d)
        if (weight[*d] > 0 && (best == end || weight[*d] <= weight[*best]))
          best = d;
      if (best != end)
        std::rotate(best, best + 1, end);
    });
    return order;
  }

  void add(const char *name, const std::vector<int> &order, std::vector<Candidate> &all) {
    if (std::is_sorted(order.begin(), order.end()) ||
        std::find(seen.begin(), seen.end(), order) != seen.end())
      return;
    seen.push_back(order);
    std::vector<std::string> names;
    for (int d : order)
      names.push_back(nest.dimensions[d].name);
    if (Outcome<Schedule> schedule = start.reorder(names))
      all.push_back({name, *schedule, {}, {}});
  }

  const Schedule &start;
  const Nest &nest;
  std::vector<int> weight; // per dimension
  std::vector<std::vector<int>> seen;
};

} // namespace

void addPermutations(const Schedule &start, const NestStrides &strides,
                     std::vector<Candidate> &all) {
  Permuter(start, strides).addCandidates(all);
}

} // namespace acc
