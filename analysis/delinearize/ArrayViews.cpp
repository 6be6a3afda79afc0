#include "analysis/delinearize/ArrayViews.h"

#include "analysis/delinearize/JaggedView.h"
#include "analysis/delinearize/RareViews.h"
#include "analysis/delinearize/SimpleConditions.h"
#include "analysis/delinearize/ViewSearch.h"

#include <algorithm>
#include <tuple>

namespace acc {
namespace {

constexpr size_t kMaxAlternatives = 3;
/// A scalar, a private variable or a declared multi-dimensional array: its view
/// is its declaration, and the C standard promises the bounds.
Outcome<ChosenView> declaredView(const DomainFacts &facts, int array) {
  const Scop &scop = facts.scop();
  const ScopArray &declared = scop.arrays[array];
  ChosenView chosen;
  chosen.array.array = array;
  size_t dimensions = 1;
  for (size_t s = 0; s < scop.statements.size(); ++s)
    for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a) {
      const ScopAccess &access = scop.statements[s].accesses[a];
      if (access.array != array)
        continue;
      std::vector<std::string> iterators = scop.iteratorsOf(scop.statements[s]);
      for (const Polynomial &subscript : access.subscripts)
        if (!isAffineIn(subscript, iterators)) {
          IndexUse use;
          use.statement = s;
          use.access = a;
          use.index = subscript;
          return noView(scop, use, "a subscript of this declared array is not affine");
        }
      dimensions = std::max(dimensions, access.subscripts.size());
      chosen.where = access.where;
      chosen.array.accesses.push_back(
          {static_cast<int>(s), static_cast<int>(a), access.subscripts});
    }
  // Scalars have no subscripts at all; dimensions of private iterators have no
  // size in the source.
  std::vector<Polynomial> &sizes = chosen.array.view.sizes;
  sizes = declared.declaredSizes;
  if (sizes.size() + 1 < dimensions)
    sizes.insert(sizes.begin(), dimensions - 1 - sizes.size(), Polynomial(0));
  chosen.array.view.origin.resize(sizes.size());
  return chosen;
}

/// The accesses of an array without those that ask the search the same as another: the read of
/// a[i] += x, the a[i] of two statements with the same instances.
struct DistinctUses {
  std::vector<IndexUse> uses;
  /// Per access which of `uses` it is like.
  std::vector<size_t> likeWhich;
};

DistinctUses distinct(const DomainFacts &facts, const std::vector<IndexUse> &uses) {
  DistinctUses result;
  for (const IndexUse &use : uses) {
    auto like = std::find_if(result.uses.begin(), result.uses.end(),
                             [&](const IndexUse &other) { return areAlike(facts, use, other); });
    result.likeWhich.push_back(like - result.uses.begin());
    if (like == result.uses.end())
      result.uses.push_back(use);
  }
  return result;
}

std::vector<ViewAccess> accessesOf(const std::vector<IndexUse> &uses,
                                   const std::vector<size_t> &likeWhich,
                                   const ViewCandidate &candidate) {
  std::vector<ViewAccess> accesses;
  for (size_t u = 0; u < uses.size(); ++u)
    accesses.push_back({uses[u].statement, uses[u].access, candidate.subscripts[likeWhich[u]]});
  return accesses;
}

/// What was found for arrays before, by their accesses.
struct Search {
  std::vector<IndexUse> uses;
  std::vector<ViewCandidate> views;
};

/// viewsOf, asked once for all arrays whose accesses are alike, one by one.
Outcome<std::vector<ViewCandidate>> viewsOfAlike(const DomainFacts &facts,
                                                 const std::vector<IndexUse> &uses,
                                                 std::vector<Search> &searches) {
  auto alike = [&](const IndexUse &a, const IndexUse &b) { return areAlike(facts, a, b); };
  for (const Search &search : searches)
    if (std::equal(uses.begin(), uses.end(), search.uses.begin(), search.uses.end(), alike))
      return search.views;
  auto views = viewsOf(facts, uses);
  if (views)
    searches.push_back({uses, *views});
  return views;
}

/// The candidates without those that hold rarely; the flat one where that leaves none. The best of
/// those that were left out is in `rare`.
std::vector<ViewCandidate> withoutRare(const DomainFacts &facts, const std::vector<IndexUse> &uses,
                                       std::vector<ViewCandidate> views,
                                       std::optional<ViewCandidate> &rare) {
  std::vector<ViewCandidate> kept;
  for (ViewCandidate &view : views)
    if (!holdsRarely(facts, view.validity, uses))
      kept.push_back(std::move(view));
    else if (!rare)
      rare = std::move(view);
  if (kept.empty())
    kept.push_back(flatView(facts, uses));
  return kept;
}

Outcome<ChosenView> chooseView(const DomainFacts &facts, int array, std::vector<Search> &searches) {
  const Scop &scop = facts.scop();
  const ScopArray &source = scop.arrays[array];
  if (source.isScalar || source.isTable || source.isPrivate || !source.declaredSizes.empty())
    return declaredView(facts, array);
  bool jagged = needsRows(scop, array);
  auto uses = jagged ? Outcome(plainUses(scop, array)) : indexUses(scop, array);
  if (!uses)
    return uses.rejection();
  ChosenView chosen;
  chosen.array.array = array;
  if (uses->empty())
    return chosen;
  Outcome<std::vector<ViewCandidate>> views = std::vector<ViewCandidate>{};
  std::vector<size_t> likeWhich;
  std::optional<ViewCandidate> rare;
  if (jagged) {
    for (size_t u = 0; u < uses->size(); ++u)
      likeWhich.push_back(u);
    auto rows = jaggedView(facts, array);
    if (!rows)
      return rows.rejection();
    views->push_back(std::move(*rows));
  } else {
    DistinctUses asked = distinct(facts, *uses);
    likeWhich = std::move(asked.likeWhich);
    views = viewsOfAlike(facts, asked.uses, searches);
    if (!views)
      return views.rejection();
    views = withoutRare(facts, asked.uses, std::move(*views), rare);
  }
  const ViewCandidate &best = views->front();
  const IndexUse &first = uses->front();
  chosen.where = scop.statements[first.statement].accesses[first.access].where;
  chosen.validity = simplified(facts, best.validity);
  chosen.array.recovered = !best.view.sizes.empty();
  chosen.array.view = best.view;
  chosen.array.accesses = accessesOf(*uses, likeWhich, best);
  chosen.lostDimensions = rare && rare->view.rank() > best.view.rank();
  if (rare && best.view.sizes.empty())
    chosen.rare = {rare->view, accessesOf(*uses, likeWhich, *rare), rare->validity};
  for (size_t k = 1; k < views->size() && chosen.array.alternatives.size() < kMaxAlternatives; ++k)
    if (const ViewCandidate &other = (*views)[k]; !other.validity.isFalse()) {
      chosen.array.alternatives.emplace_back(other.view, other.validity);
      chosen.alternativeAccesses.push_back(accessesOf(*uses, likeWhich, other));
    }
  return chosen;
}

/// The same array with its indices as they are, and the view that it had as the rare one. None for
/// views that are declarations, and where an index is not linear in the iterators.
std::optional<ChosenView> asFlat(const DomainFacts &facts, const ChosenView &chosen) {
  auto uses = indexUses(facts.scop(), chosen.array.array);
  if (!chosen.array.recovered || !uses || uses->size() != chosen.array.accesses.size())
    return std::nullopt;
  ChosenView flat;
  flat.where = chosen.where;
  flat.array.array = chosen.array.array;
  flat.rare = {chosen.array.view, chosen.array.accesses, chosen.validity};
  for (const IndexUse &use : *uses)
    flat.array.accesses.push_back({use.statement, use.access, {use.index}});
  return flat;
}

/// Gives up views so that the remaining ones hold together for more than hardly any size.
void holdTogether(const DomainFacts &facts, ViewChoices &choices) {
  const Scop &scop = facts.scop();
  std::vector<ChosenView *> order;
  for (Outcome<ChosenView> &choice : choices)
    if (choice)
      order.push_back(&*choice);
  std::stable_partition(order.begin(), order.end(), [&](const ChosenView *view) {
    return isWrittenIn(scop, view->array.array);
  });
  Condition together = Condition::always();
  for (ChosenView *view : order) {
    Condition both = Condition::conjunction({together, view->validity});
    auto uses = together.isTrue() || both == together ? Outcome(std::vector<IndexUse>{})
                                                      : indexUses(scop, view->array.array);
    bool isRare = uses && !uses->empty() && holdsRarely(facts, both, *uses);
    if (auto flat = isRare ? asFlat(facts, *view) : std::nullopt)
      *view = std::move(*flat);
    else
      together = std::move(both);
  }
}

} // namespace

bool hasRows(const RecoveredArray &array) {
  if (!array.recovered || array.view.rank() < 2 || array.accesses.empty())
    return false;
  const std::vector<Polynomial> &first = array.accesses.front().subscripts;
  size_t told = 0;
  for (size_t k = 0; k < first.size(); ++k)
    told += std::any_of(array.accesses.begin(), array.accesses.end(), [&](const ViewAccess &use) {
      return !use.subscripts[k].constant() || !(use.subscripts[k] == first[k]);
    });
  return told >= 2;
}

Outcome<ChosenView> chooseView(const DomainFacts &facts, int array) {
  std::vector<Search> none;
  return chooseView(facts, array, none);
}

ViewChoices chooseViews(const DomainFacts &facts) {
  ViewChoices choices;
  std::vector<Search> searches;
  for (size_t a = 0; a < facts.scop().arrays.size(); ++a)
    choices.push_back(chooseView(facts, a, searches));
  holdTogether(facts, choices);
  return choices;
}

bool isPoor(const DomainFacts &facts, const Outcome<ChosenView> &view) {
  if (!view || view->rare || view->validity.isFalse())
    return true;
  auto holds = conditionSet(facts.context(), "", {}, view->validity);
  if (!holds)
    return false;
  isl::set valid = parameterSetOf(*holds);
  isl::set known = facts.knownFor(valid);
  return !known.affine_hull().is_subset(known.intersect(valid).affine_hull());
}

size_t poorOnes(const DomainFacts &facts, const ViewChoices &choices) {
  return std::count_if(choices.begin(), choices.end(),
                       [&](const auto &choice) { return isPoor(facts, choice); });
}

ChosenView withAlternative(const ChosenView &chosen, size_t alternative) {
  ChosenView result = chosen;
  std::tie(result.array.view, result.validity) = chosen.array.alternatives[alternative];
  result.array.accesses = chosen.alternativeAccesses[alternative];
  result.array.recovered = !result.array.view.sizes.empty();
  result.array.alternatives.clear();
  result.alternativeAccesses.clear();
  return result;
}

} // namespace acc
