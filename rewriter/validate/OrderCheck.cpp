#include "rewriter/validate/OrderCheck.h"

#include "rewriter/validate/InstancePairs.h"

#include <algorithm>

namespace acc {
namespace {

/// Each element that a statement touches once, however it is spelled.
std::vector<PlacedAccess> distinctAccesses(const std::vector<PlacedAccess> &accesses) {
  std::vector<PlacedAccess> result;
  for (const PlacedAccess &access : accesses) {
    auto same = std::find_if(result.begin(), result.end(), [&](const PlacedAccess &other) {
      return other.array == access.array && other.cell == access.cell;
    });
    if (same == result.end())
      result.push_back(access);
    else
      same->isWrite = same->isWrite || access.isWrite;
  }
  return result;
}

class OrderChecker {
public:
  OrderChecker(const Scop &source, const Scop &emitted,
               const std::vector<MatchedStatement> &matched, const GuardContext &guard)
      : source(source), emitted(emitted), matched(matched), guard(guard) {}

  /// x before y in the source but not in the emitted code, for a conflict between
  /// `a` of the statement `first` and `b` of `second`: no such pair exists.
  bool keepsOrder(size_t first, const PlacedAccess &a, size_t second, const PlacedAccess &b) const {
    InstancePairs pairs(guard, emitted, emitted.statements[first], emitted.statements[second]);
    std::vector<LinearConstraint> meet;
    for (size_t k = 0; k < a.cell.size(); ++k) {
      auto x = pairs.ofFirst(a.cell[k]), y = pairs.ofSecond(b.cell[k]);
      if (!x || !y)
        return false;
      meet.push_back({difference(*x, *y), true});
    }
    if (!pairs.exist(meet, true))
      return true;
    for (const auto &reversed : pairs.secondRunsFirst()) {
      std::vector<LinearConstraint> constraints = meet;
      constraints.insert(constraints.end(), reversed.begin(), reversed.end());
      if (!pairs.exist(constraints, true))
        continue;
      if (!followsSource(pairs, constraints, first, second))
        return false;
    }
    return true;
  }

private:
  /// No pair within the constraints has x before y in the source.
  bool followsSource(const InstancePairs &pairs, std::vector<LinearConstraint> constraints,
                     size_t first, size_t second) const {
    const ScopStatement &s = source.statements[matched[first].source];
    const ScopStatement &t = source.statements[matched[second].source];
    auto allowed = [&](const LinearConstraint &constraint) {
      constraints.push_back(constraint);
      bool found = pairs.exist(constraints, true) && pairs.exist(constraints, false);
      constraints.pop_back();
      return !found;
    };
    size_t level = 0;
    for (; level < s.loops.size() && level < t.loops.size() && s.loops[level] == t.loops[level];
         ++level) {
      const ScopLoop &loop = source.loops[s.loops[level]];
      auto x = pairs.ofFirst(matched[first].iterators.at(loop.name));
      auto y = pairs.ofSecond(matched[second].iterators.at(loop.name));
      if (!x || !y)
        return false;
      LinearForm later = loop.step > 0 ? difference(*y, *x) : difference(*x, *y);
      if (later.coefficients.empty()) {
        if (later.constant != 0)
          return later.constant < 0 || allowed({{{}, 0}, true});
        continue;
      }
      later.constant -= 1;
      if (!allowed({later, false}))
        return false;
      later.constant += 1;
      constraints.push_back({later, true});
      if (!pairs.exist(constraints, true))
        return true;
    }
    return s.positions[level] >= t.positions[level] || allowed({{{}, 0}, true});
  }

  const Scop &source, &emitted;
  const std::vector<MatchedStatement> &matched;
  const GuardContext &guard;
};

} // namespace

std::optional<unsigned> conflictsInOrder(const Scop &source, const Scop &emitted,
                                         const std::vector<MatchedStatement> &matched,
                                         const Placement &placement, const GuardContext &guard) {
  std::vector<std::vector<PlacedAccess>> accesses;
  for (const auto &all : placement.accesses)
    accesses.push_back(distinctAccesses(all));
  OrderChecker checker(source, emitted, matched, guard);
  unsigned conflicts = 0;
  for (size_t s = 0; s < accesses.size(); ++s)
    for (size_t t = 0; t < accesses.size(); ++t) {
      if (matched[s].source < 0 || matched[t].source < 0)
        continue;
      for (const PlacedAccess &a : accesses[s])
        for (const PlacedAccess &b : accesses[t]) {
          if (a.array != b.array || (!a.isWrite && !b.isWrite))
            continue;
          if (a.cell.size() != b.cell.size() || !checker.keepsOrder(s, a, t, b))
            return std::nullopt;
          ++conflicts;
        }
    }
  return conflicts;
}

} // namespace acc
