#include "analysis/delinearize/Delinearization.h"

#include "analysis/delinearize/Aliasing.h"
#include "analysis/delinearize/ArrayViews.h"
#include "analysis/delinearize/Certificate.h"
#include "analysis/delinearize/Guard.h"

#include <cassert>

namespace acc {
namespace {

/// Without the comparisons that the others imply wherever something runs.
///   nx <= pitch && nx <= pitch + 2   ->   nx <= pitch
Condition withoutImplied(const Region &region, const Condition &condition) {
  std::vector<Condition> parts = condition.conjuncts();
  for (size_t k = parts.size(); k-- > 0;) {
    std::vector<Condition> others = parts;
    others.erase(others.begin() + k);
    Condition rest = Condition::conjunction(others);
    if (region.proves(Condition::disjunction({rest.negated(), parts[k]})))
      parts = std::move(others);
  }
  return Condition::conjunction(parts);
}

Outcome<Delinearization> delinearizeRegion(const Scop &scop, const IslContext &context) {
  Region region(scop, context);
  Delinearization result;
  std::vector<ChosenView> chosen;
  std::vector<Condition> validities;
  for (const Assumption &need : scop.needs) {
    validities.push_back(need.condition);
    result.assumptions.push_back(need);
  }
  for (size_t a = 0; a < scop.arrays.size(); ++a) {
    auto view = chooseView(region, a);
    if (!view)
      return view.rejection();
    validities.push_back(view->validity);
    chosen.push_back(std::move(*view));
  }
  result.validity = withoutImplied(region, Condition::conjunction(validities));

  AliasPairs pairs = aliasPairs(scop);
  std::vector<std::vector<AccessRange>> ranges;
  for (ChosenView &view : chosen) {
    const ScopArray &array = scop.arrays[view.array.array];
    std::vector<AccessRange> none;
    auto found = array.isScalar || array.isPrivate ? std::optional(none)
                                                   : accessRanges(region, view.array);
    if (!found)
      return Rejection{RejectionKind::Guard, view.where,
                       "the elements of " + array.name + " have no bound that can be checked"};
    view.array.range = elementRange(region, result.validity, *found);
    ranges.push_back(std::move(*found));
  }
  auto guarded = addGuard(region, chosen, ranges, result);
  if (!guarded)
    return guarded.rejection();
  // An array that is accessed only where nothing runs has no range to compare.
  for (const auto &[a, b] : pairs.unknown)
    if (!ranges[a].empty() && !ranges[b].empty())
      result.disjoint.emplace_back(a, b);
  for (Assumption &assumption : pairs.assumptions)
    result.assumptions.push_back(std::move(assumption));
  for (ChosenView &view : chosen)
    result.arrays.push_back(std::move(view.array));
  if (auto checked = checkCertificate(region, result); !checked)
    return checked.rejection();
  return result;
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

Outcome<Delinearization> delinearize(const Scop &scop, const IslContext &context,
                                     const DelinearizeOptions &) {
  SourceRange where =
      scop.nest.root ? scop.nest.root->range
                     : (scop.statements.empty() ? SourceRange{} : scop.statements.front().where);
  return runIsl(context, where, "the recovery of arrays",
                [&] { return delinearizeRegion(scop, context); });
}

} // namespace acc
