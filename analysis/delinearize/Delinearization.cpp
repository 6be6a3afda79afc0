#include "analysis/delinearize/Delinearization.h"

#include "analysis/delinearize/Aliasing.h"
#include "analysis/delinearize/ArrayViews.h"
#include "analysis/delinearize/Certificate.h"
#include "analysis/delinearize/Guard.h"
#include "analysis/delinearize/RowStrip.h"
#include "analysis/delinearize/SimpleConditions.h"
#include "analysis/delinearize/Versions.h"
#include "analysis/support/PolynomialQuota.h"

#include <algorithm>
#include <cassert>

namespace acc {
namespace {

// What a term of a polynomial costs, in isl operations, roughly.
constexpr uint64_t kOperationsPerTerm = 4;
constexpr size_t kMaxVersions = 2; // beyond the first

/// `runIsl` with a quota on polynomials, too.
template <typename Stage>
auto withinQuota(const IslContext &context, SourceRange where, const char *what, uint64_t quota,
                 Stage &&stage) -> decltype(stage()) {
  PolynomialQuota terms((quota + kOperationsPerTerm - 1) / kOperationsPerTerm);
  try {
    return runIsl(context, where, what, stage);
  } catch (const PolynomialQuotaEnded &) {
    return Rejection{RejectionKind::TooComplex, where, what};
  }
}

/// Validity, ranges, guard and assumptions of the chosen views.
Outcome<Delinearization> assemble(const DomainFacts &facts, std::vector<ChosenView> chosen) {
  const Scop &scop = facts.scop();
  Delinearization result;
  std::vector<Condition> needs, validities;
  for (const Assumption &need : scop.needs) {
    needs.push_back(need.condition);
    result.assumptions.push_back(need);
  }
  for (const ChosenView &view : chosen)
    validities.push_back(view.validity);
  needs.push_back(simplified(facts, Condition::conjunction(validities)));
  result.validity = Condition::conjunction(needs);

  AliasPairs pairs = aliasPairs(scop);
  RangeSearch search(facts);
  std::vector<std::vector<AccessRange>> ranges;
  for (ChosenView &view : chosen) {
    const ScopArray &array = scop.arrays[view.array.array];
    std::vector<AccessRange> none;
    auto found =
        array.isScalar || array.isPrivate ? std::optional(none) : search.rangesOf(view.array);
    if (!found)
      return Rejection{RejectionKind::Guard, view.where,
                       "the elements of " + array.name +
                           " have no bound that a run-time check can state"};
    view.array.range = elementRange(facts, result.validity, *found);
    ranges.push_back(std::move(*found));
  }
  auto guarded = addGuard(facts, chosen, ranges, result);
  if (!guarded)
    return guarded.rejection();
  // An array that is accessed only where nothing runs has no range to compare.
  for (const auto &[a, b] : pairs.unknown)
    if (!ranges[a].empty() && !ranges[b].empty())
      result.disjoint.emplace_back(a, b);
  for (const auto &[a, location] : pairs.kept)
    if (!ranges[a].empty())
      result.kept.emplace_back(a, location);
  for (Assumption &assumption : pairs.assumptions)
    result.assumptions.push_back(std::move(assumption));
  for (ChosenView &view : chosen)
    result.arrays.push_back(std::move(view.array));
  for (const auto &[a, b] : result.disjoint)
    for (int array : {a, b})
      if (RecoveredArray &one = result.arrays[array]; !one.strip)
        one.strip = rowStrip(facts, one);
  if (auto checked = checkCertificate(facts, result); !checked)
    return checked.rejection();
  return result;
}

SourceRange placeOf(const Scop &scop) {
  return scop.nest.root ? scop.nest.root->range
                        : (scop.statements.empty() ? SourceRange{} : scop.statements.front().where);
}

/// All views, or why one array has none.
Outcome<std::vector<ChosenView>> viewsIn(const ViewChoices &choices) {
  std::vector<ChosenView> chosen;
  for (const Outcome<ChosenView> &choice : choices) {
    if (!choice)
      return choice.rejection();
    chosen.push_back(*choice);
  }
  return chosen;
}

/// Accesses that lie apart by a parameter that no stride has: it decides the row.
bool hasShiftOfItsOwn(const std::vector<IndexUse> &uses) {
  std::set<std::string> strides;
  for (const IndexUse &use : uses)
    for (const auto &[iterator, stride] : use.strides)
      strides.merge(stride.symbols());
  for (const IndexUse &use : uses)
    for (const std::string &name : (use.rest - uses.front().rest).symbols())
      if (!strides.count(name))
        return true;
  return false;
}

/// Other views of one array: those that were tried, and the best where the chosen one
/// does not hold.
///   A[i*n + p], A[i*n + j], 0 <= j < n:  (i, p) for 0 <= p < n;  (i - 1, p + n) for -n <= p < 0
std::vector<ChosenView> othersOf(const DomainFacts &facts, const ChosenView &chosen) {
  std::vector<ChosenView> others;
  for (size_t k = 0; k < chosen.array.alternatives.size(); ++k)
    others.push_back(withAlternative(chosen, k));
  auto uses = indexUses(facts.scop(), chosen.array.array);
  if (!uses || !hasShiftOfItsOwn(*uses))
    return others;
  Scop elsewhere = facts.scop();
  elsewhere.context = Condition::conjunction({elsewhere.context, chosen.validity.negated()});
  auto view = chooseView(DomainFacts(elsewhere, facts.context()), chosen.array.array);
  if (view && !view->validity.isFalse()) {
    view->validity = Condition::conjunction({chosen.validity.negated(), view->validity});
    others.push_back(std::move(*view));
  }
  return others;
}

/// One version more for each array of which another view holds where the chosen one
/// does not; none when there is no such array.
Outcome<std::vector<ViewVersion>> versionsOf(const DomainFacts &facts, const Delinearization &first,
                                             const ViewChoices &choices) {
  auto views = viewsIn(choices);
  if (!views)
    return views.rejection();
  std::vector<ViewVersion> versions{{first.validity, first.arrays, first.validity, first.guard}};
  for (size_t a = 0; a < views->size(); ++a) {
    const ChosenView &chosen = (*views)[a];
    if (!chosen.array.recovered || chosen.validity.isTrue())
      continue;
    for (ChosenView &other : othersOf(facts, chosen)) {
      std::vector<Condition> covered{other.validity.negated(), chosen.validity};
      for (const ViewVersion &before : versions)
        covered.push_back(before.validity);
      if (versions.size() > kMaxVersions || facts.proves(Condition::disjunction(covered)))
        continue;
      std::vector<ChosenView> changed = *views;
      changed[a] = std::move(other);
      auto version = assemble(facts, std::move(changed));
      if (!version || version->validity.isFalse())
        continue;
      std::vector<Condition> when{version->validity};
      for (const ViewVersion &before : versions)
        when.push_back(before.validity.negated());
      versions.push_back(
          {Condition::conjunction(when), version->arrays, version->validity, version->guard});
    }
  }
  return versions.size() > 1 ? versions : std::vector<ViewVersion>{};
}

} // namespace

const ViewAccess &Delinearization::viewOf(int statement, int access) const {
  for (const RecoveredArray &array : arrays)
    for (const ViewAccess &view : array.accesses)
      if (view.statement == statement && view.access == access)
        return view;
  assert(false && "every access has a view");
  __builtin_unreachable();
}

Outcome<std::vector<ViewVersion>>
viewVersions(const DomainFacts &facts, const Delinearization &first, const ViewChoices &choices) {
  const Scop &scop = facts.scop();
  auto hasOthers = [&](const RecoveredArray &array) {
    if (!array.recovered) // a scalar has no index
      return false;
    auto uses = indexUses(scop, array.array);
    return !array.alternatives.empty() || (uses && hasShiftOfItsOwn(*uses));
  };
  if (first.validity.isTrue() || std::none_of(first.arrays.begin(), first.arrays.end(), hasOthers))
    return std::vector<ViewVersion>{};
  return withinQuota(facts.context(), placeOf(scop), "the versions of views",
                     IslContext::kDefaultQuota, [&] { return versionsOf(facts, first, choices); });
}

Outcome<std::shared_ptr<const DomainFacts>> factsOf(const Scop &scop, const IslContext &context) {
  return runIsl(context, placeOf(scop), "the iterations",
                [&]() -> Outcome<std::shared_ptr<const DomainFacts>> {
                  return std::make_shared<const DomainFacts>(scop, context);
                });
}

Outcome<ViewChoices> searchViews(const DomainFacts &facts, const DelinearizeOptions &options) {
  return withinQuota(facts.context(), placeOf(facts.scop()), "the recovery of arrays",
                     options.quota, [&]() -> Outcome<ViewChoices> { return chooseViews(facts); });
}

Outcome<Delinearization> delinearize(const DomainFacts &facts, const ViewChoices &choices,
                                     const DelinearizeOptions &options) {
  auto chosen = viewsIn(choices);
  if (!chosen)
    return chosen.rejection();
  return withinQuota(facts.context(), placeOf(facts.scop()), "the conditions of views",
                     options.quota, [&] { return assemble(facts, std::move(*chosen)); });
}

Outcome<Delinearization> delinearize(const Scop &scop, const IslContext &context,
                                     const DelinearizeOptions &options) {
  auto facts = factsOf(scop, context);
  if (!facts)
    return facts.rejection();
  auto choices = searchViews(**facts, options);
  return choices ? delinearize(**facts, *choices, options) : choices.rejection();
}

} // namespace acc
