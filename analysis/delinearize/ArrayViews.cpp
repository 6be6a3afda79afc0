#include "analysis/delinearize/ArrayViews.h"

#include "analysis/delinearize/JaggedView.h"
#include "analysis/delinearize/RareViews.h"
#include "analysis/delinearize/SimpleConditions.h"
#include "analysis/delinearize/SpecialViews.h"
#include "analysis/delinearize/StridedView.h"

#include <algorithm>
#include <tuple>

namespace acc {
namespace {

constexpr size_t kMaxAlternatives = 3;
// The part of what is left of the quota that the views of one array are worth.
constexpr uint64_t kSearchPart = 4;
// A one-dimensional index c*i + j is read as rows of c elements under a run-time
// check only from this c on; below it is more likely a strided walk (a
// convolution, a down-sampling), which the flat view describes without a check.
constexpr int64_t kLeastGuardedRow = 4;

bool allAffine(const Scop &scop, const std::vector<IndexUse> &uses) {
  return std::all_of(uses.begin(), uses.end(), [&](const IndexUse &use) {
    return isAffineIn(use.index, scop.iteratorsOf(scop.statements[use.statement]));
  });
}

bool hasConstantRows(const ViewCandidate &candidate) {
  return std::all_of(candidate.view.sizes.begin(), candidate.view.sizes.end(),
                     [](const Polynomial &size) {
                       return size.constant() && *size.constant() >= kLeastGuardedRow;
                     });
}

/// Accesses with one stride whose offsets differ modulo it: interleaved data.
bool isInterleaved(const std::vector<IndexUse> &uses, int64_t stride) {
  std::set<int64_t> residues;
  for (const IndexUse &use : uses) {
    auto offset = use.rest.constant();
    if (!offset)
      return false;
    residues.insert(((*offset % stride) + stride) % stride);
  }
  return residues.size() > 1;
}

bool haveDistinctIndices(const std::vector<IndexUse> &uses) {
  return std::any_of(uses.begin(), uses.end(), [&](const IndexUse &use) {
    return !(use.index == uses.front().index);
  });
}

/// No loop walks one access forwards and another backwards: a[j] and a[n - 1 - j] are not two rows.
bool walkAlike(const std::vector<IndexUse> &uses) {
  bool isUp = false, isDown = false;
  for (const IndexUse &use : uses)
    for (const auto &[iterator, stride] : use.strides)
      (withoutSign(stride) == stride ? isUp : isDown) = true;
  return !isUp || !isDown;
}

std::vector<Polynomial> withOffsets(std::vector<Polynomial> strides,
                                    const std::vector<IndexUse> &uses) {
  for (const Polynomial &offset : offsetStrides(uses))
    strides.push_back(offset);
  return strides;
}

/// Loops that walk rows and columns at once: i*(n + 1), i*(n - 1) + s for A[i][i], A[i][s - i].
bool isDiagonal(const std::vector<Polynomial> &strides) {
  return std::any_of(strides.begin(), strides.end(), [](const Polynomial &stride) {
    return stride.terms().size() > 1;
  });
}

/// The usable view of rows of constant lengths with most dimensions, first.
void preferConstantRows(std::vector<ViewCandidate> &views) {
  auto dimensions = [](const ViewCandidate &view) {
    bool usable = !view.validity.isFalse() && hasConstantRows(view);
    return usable ? view.view.sizes.size() : 0;
  };
  std::stable_sort(views.begin(), views.end(), [&](const ViewCandidate &a, const ViewCandidate &b) {
    return dimensions(a) > dimensions(b);
  });
}

/// Indices that are affine as they stand. The flat view always holds, so another
/// one is taken only when it needs no check, or has rows of a constant length.
/// None means the flat view.
std::vector<ViewCandidate> affineViews(const DomainFacts &facts,
                                       const std::vector<IndexUse> &uses) {
  std::vector<Polynomial> strides = pooledStrides(uses);
  Candidates views(facts, uses);
  if (strides.size() > 1 ||
      (!strides.empty() && isInterleaved(uses, *strides.front().constant()))) {
    views.tryShapes(strideShapes(strides));
    views.tryShapes(strideShapes(counterStrides(facts.scop(), uses)), Ties::ToTheNewer);
    if (!views.isCertain() && strides.size() > 1)
      preferConstantRows(views.all);
    if (views.isCertain() ||
        (strides.size() > 1 && views.isUsable() && hasConstantRows(views.all.front())))
      return views.all;
  }
  // Rows of which the loops walk one each, or none: the shape with most dimensions.
  Wanted wanted = strides.empty() ? Wanted::AnyView : Wanted::ViewWithoutCondition;
  ShapeTrials trials(facts, uses, SubscriptForm::Affine, wanted);
  std::vector<Shape> shapes;
  if (haveDistinctIndices(uses) && walkAlike(uses)) {
    if (!strides.empty())
      shapes = strideShapes(offsetStrides(uses));
    for (const Shape &shape : offsetShapes(uses))
      shapes.push_back(shape);
  }
  for (const Shape &shape : shapes) {
    auto view = trials.view(oriented(facts, shape));
    if (view && !view->validity.isFalse())
      return {*view};
  }
  return {};
}

/// The preferred view holds wherever the other one does.
bool holdsWherever(const DomainFacts &facts, const Candidates &views, const ViewCandidate &other) {
  if (!views.isUsable() || !views.all.front().bad || !other.bad)
    return false;
  const isl::set &bad = *views.all.front().bad;
  return bad.intersect(facts.knownFor(bad.unite(*other.bad))).is_subset(*other.bad);
}

/// The view of loops that walk rows and columns at once, where it holds wherever the preferred one
/// does.
void addDiagonal(const DomainFacts &facts, const std::vector<IndexUse> &uses, Candidates &views) {
  Candidates diagonal(facts, uses);
  diagonal.tryShapes(monomialShapes(uses));
  if (diagonal.isCertain() || holdsWherever(facts, diagonal, views.all.front()))
    views.all.insert(views.all.begin(), diagonal.all.front());
}

/// Views of indices that are not all affine as they stand; what is found is in `views` at once.
void findViews(const DomainFacts &facts, const std::vector<IndexUse> &uses, Candidates &views) {
  const Scop &scop = facts.scop();
  const std::vector<Polynomial> strides = pooledStrides(uses);
  views.tryShapes(strideShapes(withOffsets(strides, uses)));
  if (!views.isCertain())
    views.tryShapes(strideShapes(counterStrides(scop, uses)), Ties::ToTheNewer);
  if (!views.isUsable() || (!views.isCertain() && strides.size() == 1 && isDiagonal(strides)))
    views.tryShapes(fallbackShapes(uses));
  else if (!views.isCertain() && isDiagonal(strides))
    addDiagonal(facts, uses, views);
  if (!views.isUsable())
    views.add(stridedView(facts, uses, hasBackwardRows(scop, uses)));
  else if (!views.isCertain() && hasBackwardRows(scop, uses))
    addBackwardRows(facts, uses, views);
  if (views.isCertain())
    return;
  bool isGood = views.isUsable() && views.all.front().view.kind != ViewKind::Strided;
  if (auto scaled = scaledView(facts, uses); scaled && !holdsWherever(facts, views, *scaled))
    // Affine subscripts say more where they hold; the others are the next version.
    views.all.insert(views.all.begin() + isGood, *scaled);
  if (isGood)
    return;
  addEqualShapes(facts, uses, views);
  bool isStrided = views.isUsable() && views.all.front().bad &&
                   views.all.front().view.kind == ViewKind::Strided;
  isStrided = isStrided && facts.failsForSizes(views.all.front().validity);
  auto linear = isStrided ? linearView(facts, uses) : std::nullopt;
  if (linear && !facts.failsForSizes(linear->validity) &&
      !facts.excludesLess(*views.all.front().bad, *linear->bad))
    views.all.insert(views.all.begin(), std::move(*linear));
}

Outcome<std::vector<ViewCandidate>> viewsOf(const DomainFacts &facts,
                                            const std::vector<IndexUse> &uses) {
  const Scop &scop = facts.scop();
  const IslContext &isl = facts.context();
  if (allAffine(scop, uses)) {
    std::vector<ViewCandidate> views;
    isl.attempt(kSearchPart, [&] { views = affineViews(facts, uses); });
    return views.empty() ? std::vector{flatView(facts, uses)} : views;
  }
  Candidates views(facts, uses);
  bool isComplete = isl.attempt(kSearchPart, [&] { findViews(facts, uses, views); });
  if (!views.all.empty())
    return views.all;
  auto notAffine = std::find_if(uses.begin(), uses.end(), [&](const IndexUse &use) {
    return !isAffineIn(use.index, scop.iteratorsOf(scop.statements[use.statement]));
  });
  std::string why = "no rows that its accesses share make affine subscripts; their strides:";
  for (const Polynomial &stride : pooledStrides(uses))
    why += " " + stride.str();
  Rejection none = noView(scop, *notAffine, why);
  if (isComplete && !views.gaveUp())
    return none;
  return Rejection{RejectionKind::TooComplex, none.where, "the recovery of arrays"};
}

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
          return noView(scop, use, "a subscript of a declared array is not affine");
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

/// The search for a view would find the same for both accesses, also of different arrays.
bool areAlike(const DomainFacts &facts, const IndexUse &a, const IndexUse &b) {
  return facts.firstAlike(a.statement) == facts.firstAlike(b.statement) && a.index == b.index &&
         a.when == b.when && hornerFactors(facts.scop(), {a}) == hornerFactors(facts.scop(), {b});
}

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
    accesses.push_back(
        {uses[u].statement, uses[u].access, candidate.subscripts[likeWhich[u]]});
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
