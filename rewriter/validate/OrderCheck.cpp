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

  /// x before y in the source but not in the emitted code, or the other way round, for a conflict
  /// between accesses of the statements `first` and `second`: no such pair exists. The number of
  /// conflicts, none where that cannot be told.
  std::optional<unsigned> keepsOrder(size_t first, const std::vector<PlacedAccess> &ofFirst,
                                     size_t second,
                                     const std::vector<PlacedAccess> &ofSecond) const {
    InstancePairs pairs(guard, emitted, emitted.statements[first], emitted.statements[second]);
    InstancePairs swapped(guard, emitted, emitted.statements[second], emitted.statements[first]);
    unsigned conflicts = 0;
    for (const PlacedAccess &a : ofFirst)
      for (const PlacedAccess &b : ofSecond) {
        if (a.array != b.array || (!a.isWrite && !b.isWrite))
          continue;
        auto meet = meeting(pairs, a, b);
        if (!meet)
          return std::nullopt;
        bool isOther = first != second; // a statement meets itself by (a, b) and by (b, a)
        if (pairs.exist(*meet, true) &&
            !(keepsOrder(pairs, *meet, first, second) &&
              (!isOther || keepsOrder(swapped, *meeting(swapped, b, a), second, first))))
          return std::nullopt;
        conflicts += isOther ? 2 : 1;
      }
    return conflicts;
  }

private:
  /// x and y access the same element; none where that cannot be told.
  std::optional<std::vector<LinearConstraint>>
  meeting(const InstancePairs &pairs, const PlacedAccess &a, const PlacedAccess &b) const {
    if (a.cell.size() != b.cell.size())
      return std::nullopt;
    std::vector<LinearConstraint> meet;
    for (size_t k = 0; k < a.cell.size(); ++k) {
      auto x = pairs.ofFirst(a.cell[k]), y = pairs.ofSecond(b.cell[k]);
      if (!x || !y)
        return std::nullopt;
      meet.push_back({difference(*x, *y), true});
    }
    return meet;
  }

  bool keepsOrder(const InstancePairs &pairs, const std::vector<LinearConstraint> &meet,
                  size_t first, size_t second) const {
    for (const auto &level : pairs.secondRunsFirst()) {
      std::vector<LinearConstraint> constraints = meet;
      constraints.insert(constraints.end(), level.begin(), level.end());
      if (pairs.exist(constraints, true) && !followsSource(pairs, constraints, first, second))
        return false;
    }
    return true;
  }

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
  const size_t pairs = accesses.size() * (accesses.size() + 1) / 2;
  size_t done = 0;
  for (size_t s = 0; s < accesses.size(); ++s)
    for (size_t t = s; t < accesses.size(); ++t, ++done) {
      // Blocked triangles have some twenty statements: each half of their pairs has a quota.
      if (done == 0 || done == pairs / 2)
        guard.isl().resetQuota();
      if (matched[s].source < 0 || matched[t].source < 0)
        continue;
      auto kept = checker.keepsOrder(s, accesses[s], t, accesses[t]);
      if (!kept)
        return std::nullopt;
      conflicts += *kept;
    }
  return conflicts;
}

} // namespace acc
