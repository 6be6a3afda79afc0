#include "analysis/delinearize/Windows.h"

#include "analysis/delinearize/Bounds.h"

#include <algorithm>
#include <array>

namespace acc {
namespace {

constexpr std::array<int, 5> kFolds = {0, -1, 1, -2, 2};
constexpr size_t kMaxOrigins = 6;

struct Chosen {
  SizeDivision division;
  isl::set bad;
};

class DimensionSearch {
public:
  DimensionSearch(const Region &region, const std::vector<IndexUse> &uses, const Polynomial &size,
                  SubscriptForm form, Wanted wanted = Wanted::AnyView)
      : region(region), uses(uses), size(size), form(form), wanted(wanted) {}

  bool divide(const std::vector<Polynomial> &values) {
    for (size_t u = 0; u < uses.size(); ++u) {
      std::vector<SizeDivision> fitting = fittingDivisions(region, uses[u], values[u], size, form);
      if (fitting.empty())
        return false;
      options.push_back(std::move(fitting));
    }
    return true;
  }

  /// Every use in the window that starts at `origin`; none when `better` is the better window.
  std::optional<Dimension> inWindow(const Polynomial &origin,
                                    const isl::set *better = nullptr) const {
    Dimension result;
    result.origin = origin;
    result.bad = region.emptyParameterSet();
    for (size_t u = 0; u < uses.size(); ++u) {
      size_t earlier = sameUse(u);
      if (earlier < u) {
        result.divisions.push_back(result.divisions[earlier]);
        continue;
      }
      std::optional<Chosen> chosen = fold(u, origin);
      if (!chosen ||
          (wanted == Wanted::ViewWithoutCondition && !region.impossible(chosen->bad)) ||
          (better && region.isWorseSomewhere(chosen->bad, *better)))
        return std::nullopt;
      result.divisions.push_back(chosen->division);
      result.bad = result.bad.unite(chosen->bad);
    }
    result.bad = result.bad.coalesce();
    return result;
  }

  Dimension anywhere() const {
    Dimension result;
    result.bad = region.emptyParameterSet();
    for (const std::vector<SizeDivision> &fitting : options)
      result.divisions.push_back(fitting.front());
    return result;
  }

  std::vector<Polynomial> origins() const {
    std::vector<Polynomial> all;
    for (size_t u = 0; u < uses.size(); ++u) {
      if (sameUse(u) < u)
        continue;
      for (const Polynomial &low :
           region.least(uses[u].statement, options[u].front().remainder))
        if (all.size() < kMaxOrigins && std::find(all.begin(), all.end(), low) == all.end())
          all.push_back(low);
      if (all.size() == kMaxOrigins)
        break;
    }
    return all;
  }

private:
  /// The first use with the same instances and value (reads and writes of +=).
  size_t sameUse(size_t u) const {
    for (size_t earlier = 0; earlier < u; ++earlier)
      if (region.firstAlike(uses[earlier].statement) == region.firstAlike(uses[u].statement) &&
          uses[earlier].index == uses[u].index &&
          uses[earlier].when == uses[u].when)
        return earlier;
    return u;
  }

  std::optional<isl::set> outside(size_t u, const Polynomial &value,
                                  const Polynomial &origin) const {
    const IndexUse &use = uses[u];
    auto bad = region.outside(use.statement, value, origin, size);
    if (bad && use.when.isTrue())
      return bad;
    auto byEnds = outsideByEnds(region, use.statement, value, origin, size, use.when);
    return bad && byEnds ? bad->intersect(*byEnds) : bad ? bad : byEnds;
  }

  /// The division with the weakest condition.
  std::optional<Chosen> fold(size_t u, const Polynomial &origin) const {
    std::optional<Chosen> best;
    for (const SizeDivision &division : options[u]) {
      std::optional<Chosen> folded = foldOf(u, division, origin);
      if (folded && (!best || region.excludesLess(folded->bad, best->bad)))
        best = std::move(folded);
      if (best && region.impossible(best->bad))
        break;
    }
    return best;
  }

  /// The first fold with which the use stays inside for some parameters: no two of them
  /// do so for the same ones, so none is weaker than another.
  std::optional<Chosen> foldOf(size_t u, const SizeDivision &division,
                               const Polynomial &origin) const {
    std::optional<Chosen> never;
    for (int k : kFolds) {
      SizeDivision moved{division.quotient + Polynomial(k),
                         division.remainder - Polynomial(k) * size};
      auto bad = outside(u, moved.remainder, origin);
      if (bad && region.impossible(*bad))
        return Chosen{moved, region.emptyParameterSet()};
      if (bad && region.runsOutside(uses[u].statement, *bad))
        return Chosen{moved, *bad};
      if (bad && !never)
        never = Chosen{moved, *bad};
    }
    return never;
  }

  const Region &region;
  const std::vector<IndexUse> &uses;
  const Polynomial &size;
  SubscriptForm form;
  Wanted wanted;
  std::vector<std::vector<SizeDivision>> options;
};

} // namespace

std::vector<SizeDivision> fittingDivisions(const Region &region, const IndexUse &use,
                                           const Polynomial &value, const Polynomial &size,
                                           SubscriptForm form) {
  std::vector<std::string> iterators =
      region.scop().iteratorsOf(region.scop().statements[use.statement]);
  std::vector<SizeDivision> fitting;
  for (SizeDivision &division : divideBySize(value, size))
    if (hasForm(division.remainder, iterators, form))
      fitting.push_back(std::move(division));
  return fitting;
}

std::optional<Dimension> splitDimension(const Region &region, const std::vector<IndexUse> &uses,
                                        const std::vector<Polynomial> &values,
                                        const Polynomial &size, SubscriptForm form,
                                        Wanted wanted) {
  DimensionSearch search(region, uses, size, form, wanted);
  if (!search.divide(values))
    return std::nullopt;
  std::optional<Dimension> best = search.inWindow(Polynomial(0));
  if (best && region.impossible(best->bad))
    return best;
  // A thin window may be given up for one that excludes other parameters.
  std::optional<bool> isFirm;
  for (const Polynomial &origin : search.origins()) {
    if (origin.isZero())
      continue;
    if (best && !isFirm)
      isFirm = !region.isThin(best->bad, best->bad);
    bool isBestFirm = isFirm.value_or(false);
    std::optional<Dimension> shifted = search.inWindow(origin, isBestFirm ? &best->bad : nullptr);
    if (!shifted)
      continue;
    if (!best || region.excludesLess(shifted->bad, best->bad) ||
        (!isBestFirm && region.leavesMore(shifted->bad, best->bad))) {
      best = std::move(shifted);
      isFirm.reset();
    }
    if (region.impossible(best->bad))
      break;
  }
  return best;
}

std::optional<Dimension> someDivision(const Region &region, const std::vector<IndexUse> &uses,
                                      const std::vector<Polynomial> &values,
                                      const Polynomial &size, SubscriptForm form) {
  DimensionSearch search(region, uses, size, form);
  return search.divide(values) ? std::optional(search.anywhere()) : std::nullopt;
}

} // namespace acc
