#include "analysis/delinearize/Windows.h"

#include "analysis/solve/Bounds.h"

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
  DimensionSearch(const DomainFacts &facts, const std::vector<IndexUse> &uses,
                  const Polynomial &size, SubscriptForm form, Wanted wanted = Wanted::AnyView)
      : facts(facts), uses(uses), size(size), form(form), wanted(wanted) {}

  bool divide(const std::vector<Polynomial> &values) {
    for (size_t u = 0; u < uses.size(); ++u) {
      std::vector<SizeDivision> fitting = fittingDivisions(facts, uses[u], values[u], size, form);
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
    result.bad = facts.emptyParameterSet();
    for (size_t u = 0; u < uses.size(); ++u) {
      size_t earlier = sameUse(u);
      if (earlier < u) {
        result.divisions.push_back(result.divisions[earlier]);
        continue;
      }
      std::optional<Chosen> chosen = fold(u, origin);
      if (!chosen || (wanted == Wanted::ViewWithoutCondition && !facts.impossible(chosen->bad)) ||
          (better && facts.isWorseSomewhere(chosen->bad, *better)))
        return std::nullopt;
      result.divisions.push_back(chosen->division);
      result.bad = result.bad.unite(chosen->bad);
    }
    result.bad = result.bad.coalesce();
    return result;
  }

  Dimension anywhere() const {
    Dimension result;
    result.bad = facts.emptyParameterSet();
    for (const std::vector<SizeDivision> &fitting : options)
      result.divisions.push_back(fitting.front());
    return result;
  }

  std::vector<Polynomial> origins() const {
    std::vector<Polynomial> all;
    for (size_t u = 0; u < uses.size(); ++u) {
      if (sameUse(u) < u)
        continue;
      for (const Polynomial &low : facts.least(uses[u].statement, options[u].front().remainder))
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
      if (facts.firstAlike(uses[earlier].statement) == facts.firstAlike(uses[u].statement) &&
          uses[earlier].index == uses[u].index && uses[earlier].when == uses[u].when)
        return earlier;
    return u;
  }

  std::optional<isl::set> outside(size_t u, const Polynomial &value,
                                  const Polynomial &origin) const {
    const IndexUse &use = uses[u];
    auto bad = facts.outside(use.statement, value, origin, size);
    if (bad && use.when.isTrue())
      return bad;
    auto byEnds = outsideByEnds(facts, use.statement, value, origin, size, use.when);
    return bad && byEnds ? bad->intersect(*byEnds) : bad ? bad : byEnds;
  }

  /// The division with the weakest condition.
  std::optional<Chosen> fold(size_t u, const Polynomial &origin) const {
    std::optional<Chosen> best;
    for (const SizeDivision &division : options[u]) {
      std::optional<Chosen> folded = foldOf(u, division, origin);
      if (folded && (!best || facts.excludesLess(folded->bad, best->bad)))
        best = std::move(folded);
      if (best && facts.impossible(best->bad))
        break;
    }
    return best;
  }

  /// The first fold with which the use stays inside the window for some parameters. No two folds do
  /// so for the same parameters, so none is weaker than another.
  std::optional<Chosen> foldOf(size_t u, const SizeDivision &division,
                               const Polynomial &origin) const {
    std::optional<Chosen> never;
    for (int k : kFolds) {
      SizeDivision moved{division.quotient + Polynomial(k),
                         division.remainder - Polynomial(k) * size};
      auto bad = outside(u, moved.remainder, origin);
      if (bad && facts.impossible(*bad))
        return Chosen{moved, facts.emptyParameterSet()};
      if (bad && facts.runsOutside(uses[u].statement, *bad))
        return Chosen{moved, *bad};
      if (bad && !never)
        never = Chosen{moved, *bad};
    }
    return never;
  }

  const DomainFacts &facts;
  const std::vector<IndexUse> &uses;
  const Polynomial &size;
  SubscriptForm form;
  Wanted wanted;
  std::vector<std::vector<SizeDivision>> options;
};

} // namespace

std::vector<SizeDivision> fittingDivisions(const DomainFacts &facts, const IndexUse &use,
                                           const Polynomial &value, const Polynomial &size,
                                           SubscriptForm form) {
  std::vector<std::string> iterators =
      facts.scop().iteratorsOf(facts.scop().statements[use.statement]);
  std::vector<SizeDivision> fitting;
  for (SizeDivision &division : divideBySize(value, size))
    if (hasForm(division.remainder, iterators, form))
      fitting.push_back(std::move(division));
  return fitting;
}

std::optional<Dimension> splitDimension(const DomainFacts &facts, const std::vector<IndexUse> &uses,
                                        const std::vector<Polynomial> &values,
                                        const Polynomial &size, SubscriptForm form, Wanted wanted) {
  DimensionSearch search(facts, uses, size, form, wanted);
  if (!search.divide(values))
    return std::nullopt;
  std::optional<Dimension> best = search.inWindow(Polynomial(0));
  if (best && facts.impossible(best->bad))
    return best;
  // A thin window may be given up for one that excludes other parameters.
  std::optional<bool> isFirm;
  for (const Polynomial &origin : search.origins()) {
    if (origin.isZero())
      continue;
    if (best && !isFirm)
      isFirm = !facts.isThin(best->bad, best->bad);
    bool isBestFirm = isFirm.value_or(false);
    std::optional<Dimension> shifted = search.inWindow(origin, isBestFirm ? &best->bad : nullptr);
    if (!shifted)
      continue;
    if (!best || facts.excludesLess(shifted->bad, best->bad) ||
        (!isBestFirm && facts.leavesMore(shifted->bad, best->bad))) {
      best = std::move(shifted);
      isFirm.reset();
    }
    if (facts.impossible(best->bad))
      break;
  }
  return best;
}

std::optional<Dimension> someDivision(const DomainFacts &facts, const std::vector<IndexUse> &uses,
                                      const std::vector<Polynomial> &values, const Polynomial &size,
                                      SubscriptForm form) {
  DimensionSearch search(facts, uses, size, form);
  return search.divide(values) ? std::optional(search.anywhere()) : std::nullopt;
}

} // namespace acc
