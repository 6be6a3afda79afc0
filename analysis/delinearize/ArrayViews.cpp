#include "analysis/delinearize/ArrayViews.h"

#include "analysis/delinearize/JaggedView.h"
#include "analysis/delinearize/StridedView.h"

#include <algorithm>

namespace acc {
namespace {

constexpr size_t kMaxAlternatives = 3;
// A one-dimensional index c*i + j is read as rows of c elements under a run-time
// check only from this c on; below it is more likely a strided walk (a
// convolution, a down-sampling), which the flat view describes without a check.
constexpr int64_t kLeastGuardedRow = 4;

bool allAffine(const Scop &scop, const std::vector<IndexUse> &uses) {
  return std::all_of(uses.begin(), uses.end(), [&](const IndexUse &use) {
    return isAffineIn(use.index, scop.iteratorsOf(scop.statements[use.statement]));
  });
}

/// The candidates of `shapes`, the preferred one first.
std::vector<ViewCandidate> candidatesOf(const Region &region, const std::vector<IndexUse> &uses,
                                        const std::vector<Shape> &shapes) {
  std::vector<ViewCandidate> all;
  for (const Shape &shape : shapes) {
    auto candidate = tryShape(region, uses, shape);
    if (!candidate)
      continue;
    bool best = all.empty() || preferred(region, *candidate, all.front());
    all.insert(best ? all.begin() : all.end(), std::move(*candidate));
    // More dimensions are tried first: nothing later is better than this.
    if (all.front().validity.isTrue())
      break;
  }
  return all;
}

bool isUsable(const std::vector<ViewCandidate> &candidates) {
  return !candidates.empty() && !candidates.front().validity.isFalse();
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

/// Indices that are affine as they stand. The flat view always holds, so another
/// one is taken only when it needs no check, or has rows of a constant length.
std::vector<ViewCandidate> affineViews(const Region &region, const std::vector<IndexUse> &uses) {
  std::vector<Polynomial> strides = pooledStrides(uses);
  std::vector<ViewCandidate> views;
  if (strides.empty()) {
    bool distinct = std::any_of(uses.begin(), uses.end(), [&](const IndexUse &use) {
      return !(use.index == uses.front().index);
    });
    // No loop says which of several shapes is meant: the one with most dimensions.
    for (const Shape &shape : distinct ? offsetShapes(uses) : std::vector<Shape>{})
      if (auto view = tryShape(region, uses, shape); view && !view->validity.isFalse()) {
        views.push_back(*view);
        return views;
      }
  } else if (strides.size() > 1 || isInterleaved(uses, *strides.front().constant())) {
    views = candidatesOf(region, uses, strideShapes(strides));
    if (isUsable(views) && (views.front().validity.isTrue() ||
                            (strides.size() > 1 && hasConstantRows(views.front()))))
      return views;
  }
  return {};
}

/// A version for rows that run backwards in memory: {st} -> [-st].
std::optional<ViewCandidate> negativePitch(const Region &region, const std::vector<IndexUse> &uses,
                                           const ViewCandidate &best) {
  bool backwards = false;
  for (const IndexUse &use : uses)
    for (const auto &[iterator, stride] : use.strides)
      backwards = backwards || (!stride.constant() && !(withoutSign(stride) == stride));
  if (!backwards || best.view.kind != ViewKind::Array || best.view.sizes.empty() ||
      best.view.sizes.front().constant())
    return std::nullopt;
  Shape shape = best.view.sizes;
  shape.front() = -shape.front();
  return tryShape(region, uses, shape);
}

Outcome<std::vector<ViewCandidate>> viewsOf(const Region &region,
                                            const std::vector<IndexUse> &uses) {
  const Scop &scop = region.scop();
  if (allAffine(scop, uses)) {
    std::vector<ViewCandidate> views = affineViews(region, uses);
    if (views.empty())
      views.push_back(flatView(region, uses));
    return views;
  }
  std::vector<ViewCandidate> views = candidatesOf(region, uses, strideShapes(pooledStrides(uses)));
  if (!isUsable(views))
    for (ViewCandidate &view : candidatesOf(region, uses, fallbackShapes(uses)))
      views.insert(views.empty() || preferred(region, view, views.front()) ? views.begin()
                                                                            : views.end(),
                   view);
  if (!isUsable(views))
    if (auto strided = stridedView(region, uses))
      views.insert(views.empty() || preferred(region, *strided, views.front()) ? views.begin()
                                                                                : views.end(),
                   *strided);
  if (!views.empty()) {
    if (auto negative = negativePitch(region, uses, views.front()))
      views.insert(views.begin() + 1, *negative);
    return views;
  }
  std::string why = "no rows that its accesses share make affine subscripts; their strides:";
  for (const Polynomial &stride : pooledStrides(uses))
    why += " " + stride.str();
  for (const IndexUse &use : uses)
    if (!isAffineIn(use.index, scop.iteratorsOf(scop.statements[use.statement])))
      return noView(scop, use, why);
  return noView(scop, uses.front(), why);
}

/// A scalar, a private variable or a declared multi-dimensional array: its view
/// is its declaration, and the C standard promises the bounds.
Outcome<ChosenView> declaredView(const Region &region, int array) {
  const Scop &scop = region.scop();
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

} // namespace

Outcome<ChosenView> chooseView(const Region &region, int array) {
  const Scop &scop = region.scop();
  const ScopArray &source = scop.arrays[array];
  if (source.isScalar || source.isPrivate || !source.declaredSizes.empty())
    return declaredView(region, array);
  bool jagged = needsRows(scop, array);
  auto uses = jagged ? Outcome(plainUses(scop, array)) : indexUses(scop, array);
  if (!uses)
    return uses.rejection();
  ChosenView chosen;
  chosen.array.array = array;
  if (uses->empty())
    return chosen;
  Outcome<std::vector<ViewCandidate>> views = std::vector<ViewCandidate>{};
  if (jagged) {
    auto rows = jaggedView(region, array);
    if (!rows)
      return rows.rejection();
    views->push_back(std::move(*rows));
  } else {
    views = viewsOf(region, *uses);
    if (!views)
      return views.rejection();
  }
  const ViewCandidate &best = views->front();
  const IndexUse &first = uses->front();
  chosen.where = scop.statements[first.statement].accesses[first.access].where;
  chosen.validity = best.validity;
  chosen.array.recovered = !best.view.sizes.empty();
  chosen.array.view = best.view;
  for (size_t u = 0; u < uses->size(); ++u)
    chosen.array.accesses.push_back(
        {(*uses)[u].statement, (*uses)[u].access, best.subscripts[u]});
  for (size_t k = 1; k < views->size() && chosen.array.alternatives.size() < kMaxAlternatives; ++k)
    if (!(*views)[k].validity.isFalse())
      chosen.array.alternatives.emplace_back((*views)[k].view, (*views)[k].validity);
  return chosen;
}

} // namespace acc
