#include "analysis/delinearize/ViewSearch.h"

#include "analysis/delinearize/SpecialViews.h"
#include "analysis/delinearize/StridedView.h"

#include <algorithm>

namespace acc {
namespace {

// The part of what is left of the quota that the views of one array are worth.
constexpr uint64_t kSearchPart = 4;
// A one-dimensional index c*i + j is read as rows of c elements under a run-time
// check only from this c on; below it is more likely a strided walk (a
// convolution, a down-sampling), which the flat view describes without a check.
constexpr int64_t kLeastGuardedRow = 4;

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
  return std::any_of(uses.begin(), uses.end(),
                     [&](const IndexUse &use) { return !(use.index == uses.front().index); });
}

/// No loop walks one access forwards and another backwards: a[j] and a[n - 1 - j] are not two rows.
bool walkAlike(const std::vector<IndexUse> &uses) {
  bool isUp = false, isDown = false;
  for (const IndexUse &use : uses)
    for (const auto &[iterator, stride] : use.strides)
      (withoutSign(stride) == stride ? isUp : isDown) = true;
  return !isUp || !isDown;
}

/// Loops that walk rows and columns at once: i*(n + 1), i*(n - 1) + s for A[i][i], A[i][s - i].
bool isDiagonal(const Candidates &views) {
  return std::any_of(views.strides.begin(), views.strides.end(),
                     [](const Polynomial &stride) { return stride.terms().size() > 1; });
}

// When a generator is asked.

bool always(const Candidates &) { return true; }

bool severalStrides(const Candidates &views) { return views.strides.size() > 1; }

bool severalRowsOrInterleaved(const Candidates &views) {
  return severalStrides(views) ||
         (!views.strides.empty() && isInterleaved(views.uses, *views.strides.front().constant()));
}

/// Nothing but rows of constant lengths is worth a check.
bool noConstantRows(const Candidates &views) {
  return !severalStrides(views) || !views.isUsable() || !hasConstantRows(views.all.front());
}

bool noneUsable(const Candidates &views) { return !views.isUsable(); }

bool noneUsableOrOneDiagonal(const Candidates &views) {
  return noneUsable(views) || (views.strides.size() == 1 && isDiagonal(views));
}

bool usableAndDiagonals(const Candidates &views) {
  return views.isUsable() && severalStrides(views) && isDiagonal(views);
}

bool usableAndBackward(const Candidates &views) {
  return views.isUsable() && hasBackwardRows(views.facts.scop(), views.uses);
}

bool noAffineRows(const Candidates &views) { return !views.hasAffineRows(); }

/// The best view is a strided one, and even small sizes fail it.
bool poorStrides(const Candidates &views) {
  return views.isUsable() && views.all.front().bad &&
         views.all.front().view.kind == ViewKind::Strided &&
         views.facts.failsForSizes(views.all.front().validity);
}

// What a generator proposes.

void strideChains(Candidates &views) { views.tryShapes(strideShapes(views.strides)); }

void strideAndOffsetChains(Candidates &views) {
  std::vector<Polynomial> divisors = views.strides;
  for (const Polynomial &offset : offsetStrides(views.uses))
    divisors.push_back(offset);
  views.tryShapes(strideShapes(divisors));
}

void counterChains(Candidates &views) {
  views.tryShapes(strideShapes(counterStrides(views.facts.scop(), views.uses)), Ties::ToTheNewer);
}

/// The usable view of rows of constant lengths with most dimensions, first.
void constantRowsFirst(Candidates &views) {
  auto dimensions = [](const ViewCandidate &view) {
    bool usable = !view.validity.isFalse() && hasConstantRows(view);
    return usable ? view.view.sizes.size() : 0;
  };
  std::stable_sort(views.all.begin(), views.all.end(),
                   [&](const ViewCandidate &a, const ViewCandidate &b) {
                     return dimensions(a) > dimensions(b);
                   });
}

/// Rows of which the loops walk one each, or none: the shape with most dimensions, and no other
/// view.
void offsetRows(Candidates &views) {
  views.all.clear();
  if (!haveDistinctIndices(views.uses) || !walkAlike(views.uses))
    return;
  Wanted wanted = views.strides.empty() ? Wanted::AnyView : Wanted::ViewWithoutCondition;
  ShapeTrials trials(views.facts, views.uses, SubscriptForm::Affine, wanted);
  std::vector<Shape> shapes;
  if (!views.strides.empty())
    shapes = strideShapes(offsetStrides(views.uses));
  for (const Shape &shape : offsetShapes(views.uses))
    shapes.push_back(shape);
  for (const Shape &shape : shapes) {
    auto view = trials.view(oriented(views.facts, shape));
    if (view && !view->validity.isFalse())
      return views.putFirst(std::move(*view));
  }
}

void termSort(Candidates &views) { views.tryShapes(fallbackShapes(views.uses)); }

/// First where it holds wherever the first does.
void diagonalRows(Candidates &views) {
  Candidates diagonal(views.facts, views.uses);
  diagonal.tryShapes(monomialShapes(views.uses));
  if (diagonal.isCertain() || diagonal.holdsWherever(views.all.front()))
    views.putFirst(std::move(diagonal.all.front()));
}

/// Where rows may run either way in memory: the best view with a negative pitch, {st} -> {-st}, as
/// the second, and the one that takes both.
void backwardRows(Candidates &views) {
  const ArrayView &best = views.all.front().view;
  if (best.kind != ViewKind::Array || best.sizes.empty() || best.sizes.front().constant())
    return;
  Shape shape = best.sizes;
  shape.front() = -shape.front();
  if (auto negative = ShapeTrials(views.facts, views.uses).view(shape))
    views.all.insert(views.all.begin() + 1, std::move(*negative));
  views.add(stridedView(views.facts, views.uses, true));
}

void independentStrides(Candidates &views) {
  views.add(stridedView(views.facts, views.uses, hasBackwardRows(views.facts.scop(), views.uses)));
}

/// Affine subscripts say more where they hold; these are the next version, and none where those
/// hold wherever these do.
void scaledRows(Candidates &views) {
  auto scaled = scaledView(views.facts, views.uses);
  if (scaled && !views.holdsWherever(*scaled))
    views.all.insert(views.all.begin() + views.hasAffineRows(), std::move(*scaled));
}

void equalRows(Candidates &views) {
  for (ViewCandidate &equal : equalShapes(views.facts, views.uses))
    views.add(std::move(equal));
}

/// First where it fails for no small sizes and its condition is not the stronger one.
void linearRows(Candidates &views) {
  auto linear = linearView(views.facts, views.uses);
  if (linear && !views.facts.failsForSizes(linear->validity) &&
      !views.facts.excludesLess(*views.all.front().bad, *linear->bad))
    views.putFirst(std::move(*linear));
}

/// One way to see dimensions in the indices of a base.
struct Generator {
  bool (*isAsked)(const Candidates &);
  void (*propose)(Candidates &);
};

/// Indices that are affine as they stand. Their flat view always holds, so that another one is
/// taken only when it needs no check, or has rows of a constant length.
constexpr Generator kOfAffineIndices[] = {
    {severalRowsOrInterleaved, strideChains},  // A[8*i + j]              [8]: (i, j)
    {severalRowsOrInterleaved, counterChains}, // A[7*i + j], j from i    [8]: (i, j - i)
    {severalStrides, constantRowsFirst},       // of those above, [8][4] before [32]
    {noConstantRows, offsetRows},              // A[j], A[n + j]          [n]: (0, j), (1, j)
};

constexpr Generator kOfOtherIndices[] = {
    {always, strideAndOffsetChains}, // A[i*m*n + j*n + k]                     [m][n]: (i, j, k)
    {always, counterChains},         // A[ku + i - j + j*ld], i from j - ku    [ld]: (j, ku + i - j)
    {usableAndDiagonals,
     diagonalRows}, // A[i*(n + 1)], A[j*n + i]               [n]: (i, i), (j, i)
    {noneUsableOrOneDiagonal, termSort}, // A[i*(n + 1)]                           [n]: (i, i)
    {usableAndBackward,
     backwardRows}, // A[(h - 1 - y)*st + x]                  [-st] and [st]: rows either way
    {noneUsable,
     independentStrides},      // A[i*s0 + j*s1]                         (i, j, 0) by s0, s1 and 1
    {always, scaledRows},      // in[(oh*S + kh)*W + kw]                 [W]: (S*oh + kh, kw)
    {noAffineRows, equalRows}, // A[i*m + j], A[j*n + i]                 [n] where m == n
    {poorStrides, linearRows}, // x[c*n + t + i*dil]                     [n]: (c, t + dil*i)
};

/// Asks them one after the other until a view always holds.
template <size_t Count> void ask(const Generator (&generators)[Count], Candidates &views) {
  for (const Generator &generator : generators) {
    if (views.isCertain())
      return;
    if (generator.isAsked(views))
      generator.propose(views);
  }
}

Rejection noAffineSubscripts(const Scop &scop, const IndexUse &use,
                             const std::vector<Polynomial> &strides) {
  std::string why = "no common row length makes all subscripts affine; strides found:";
  for (const Polynomial &stride : strides)
    why += " " + stride.str();
  return noView(scop, use, why);
}

} // namespace

Outcome<std::vector<ViewCandidate>> viewsOf(const DomainFacts &facts,
                                            const std::vector<IndexUse> &uses) {
  const Scop &scop = facts.scop();
  auto notAffine = std::find_if(uses.begin(), uses.end(), [&](const IndexUse &use) {
    return !isAffineIn(use.index, scop.iteratorsOf(scop.statements[use.statement]));
  });
  Candidates views(facts, uses);
  if (notAffine == uses.end()) {
    bool isComplete = facts.context().attempt(kSearchPart, [&] { ask(kOfAffineIndices, views); });
    return isComplete && !views.all.empty() ? std::move(views.all)
                                            : std::vector{flatView(facts, uses)};
  }
  bool isComplete = facts.context().attempt(kSearchPart, [&] { ask(kOfOtherIndices, views); });
  if (!views.all.empty())
    return std::move(views.all);
  Rejection none = noAffineSubscripts(scop, *notAffine, views.strides);
  if (isComplete && !views.gaveUp())
    return none;
  return Rejection{RejectionKind::TooComplex, none.where, "the recovery of arrays"};
}

bool areAlike(const DomainFacts &facts, const IndexUse &a, const IndexUse &b) {
  return facts.firstAlike(a.statement) == facts.firstAlike(b.statement) && a.index == b.index &&
         a.when == b.when && hornerFactors(facts.scop(), {a}) == hornerFactors(facts.scop(), {b});
}

} // namespace acc
