#include "analysis/delinearize/FoldSplit.h"

#include "analysis/delinearize/StatementCuts.h"
#include "analysis/delinearize/Windows.h"

#include <algorithm>

namespace acc {
namespace {

constexpr size_t kMaxFoldShapes = 4;
constexpr size_t kMaxForms = 4;
constexpr size_t kMaxStatements = 64;
// Rows that one access may run over while the others stay in one.
constexpr int kMaxRows = 3;

/// Accesses that walk the same rows, but not the same places in them:
///   A[i*m + j], A[i*m + j + 5];   A[i*m + j], A[i*m + 2*j]
bool shareRows(const std::vector<IndexUse> &uses) {
  for (size_t a = 0; a < uses.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      if (!(uses[a].index == uses[b].index) &&
          std::any_of(uses[a].strides.begin(), uses[a].strides.end(), [&](const auto &walked) {
            auto other = uses[b].strides.find(walked.first);
            return other != uses[b].strides.end() && other->second == walked.second;
          }))
        return true;
  return false;
}

class CutSearch {
public:
  CutSearch(const DomainFacts &facts, const std::vector<IndexUse> &uses)
      : facts(facts), uses(uses) {}

  /// Where to cut so that the innermost dimension of the shape that has no window
  /// gets one; none when that does not help.
  std::optional<Cuts> cutsFor(const Shape &shape) const {
    std::vector<Polynomial> values;
    for (const IndexUse &use : uses)
      values.push_back(use.index);
    for (size_t k = shape.size(); k-- > 0;) {
      auto dimension = splitDimension(facts, uses, values, shape[k], SubscriptForm::Affine);
      if (!dimension)
        return std::nullopt;
      if (!facts.impossible(nonPositive(shape[k], dimension->bad)))
        return cutsOf(*dimension, shape[k]);
      for (size_t u = 0; u < uses.size(); ++u)
        values[u] = dimension->divisions[u].quotient;
    }
    return std::nullopt;
  }

private:
  /// `bad` where the size is positive at all.
  isl::set nonPositive(const Polynomial &size, const isl::set &bad) const {
    auto positive = conditionSet(facts.context(), "", {}, Condition::less(Polynomial(0), size));
    return positive ? bad.intersect(parameterSetOf(*positive)) : bad;
  }

  /// Every use runs over few rows' widths at most, so that few boundaries cut it.
  std::optional<Cuts> cutsOf(const Dimension &dimension, const Polynomial &size) const {
    Cuts cuts;
    for (size_t u = 0; u < uses.size(); ++u) {
      int statement = uses[u].statement;
      const Polynomial &value = dimension.divisions[u].remainder;
      auto bad = facts.outside(statement, value, dimension.origin, size);
      if (bad && facts.impossible(nonPositive(size, *bad)))
        continue;
      auto rows = rowsOf(statement, value, size);
      if (!rows)
        return std::nullopt;
      for (int row = 0; row <= *rows; ++row) {
        Condition cut = Condition::less(value, dimension.origin + Polynomial(row) * size);
        if (!always(statement, cut) && !always(statement, cut.negated()) &&
            std::find(cuts[statement].begin(), cuts[statement].end(), cut) == cuts[statement].end())
          cuts[statement].push_back(cut);
      }
    }
    bool any = std::any_of(cuts.begin(), cuts.end(),
                           [](const auto &entry) { return !entry.second.empty(); });
    return any ? std::optional(cuts) : std::nullopt;
  }

  /// How many rows' widths hold all values; none when more than kMaxRows.
  std::optional<int> rowsOf(int statement, const Polynomial &value, const Polynomial &size) const {
    std::vector<Polynomial> least = facts.least(statement, value);
    for (int rows = 1; rows <= kMaxRows; ++rows)
      for (const Polynomial &low : least) {
        auto wide = facts.outside(statement, value, low, Polynomial(rows) * size);
        if (wide && facts.impossible(nonPositive(size, *wide)))
          return rows;
      }
    return std::nullopt;
  }

  bool always(int statement, const Condition &condition) const {
    const ScopStatement &s = facts.scop().statements[statement];
    auto set =
        conditionSet(facts.context(), s.id, facts.scop().iteratorsOf(s), condition.negated());
    return set && facts.impossible(parameterSetOf(facts.domain(statement).intersect(*set)));
  }

  const DomainFacts &facts;
  const std::vector<IndexUse> &uses;
};

/// A cut may give it a better view.
bool wantsCut(const DomainFacts &facts, const Outcome<ChosenView> &view) {
  return isPoor(facts, view) || view->lostDimensions;
}

/// The first array with a poor view that a cut may mend.
std::optional<Scop> cutOnce(const DomainFacts &facts, const ViewChoices &choices) {
  const Scop &scop = facts.scop();
  for (size_t a = 0; a < scop.arrays.size(); ++a) {
    const ScopArray &array = scop.arrays[a];
    if (array.isScalar || array.isTable || array.isPrivate || !array.declaredSizes.empty())
      continue;
    auto uses = indexUses(scop, a);
    if (!uses || !shareRows(*uses) || !wantsCut(facts, choices[a]))
      continue;
    std::vector<Shape> shapes = strideShapes(pooledStrides(*uses));
    for (size_t k = 0; k < shapes.size() && k < kMaxFoldShapes; ++k)
      if (auto cuts = CutSearch(facts, *uses).cutsFor(shapes[k])) {
        Scop cut = cutAt(scop, *cuts, facts.context());
        if (cut.statements.size() <= kMaxStatements)
          return cut;
      }
  }
  return std::nullopt;
}

class FoldForms : public ScopForms {
public:
  explicit FoldForms(const ScopViews &asItIs) : asItIs(asItIs) {}

  std::optional<Scop> next(const ScopViews *last) override {
    if (!last || made++ == kMaxForms)
      return std::nullopt;
    return cutOnce(*last->facts, last->choices);
  }

  Gain gainOf(const ScopViews &form) override {
    if (!fewest)
      fewest = poorOnes(*asItIs.facts, asItIs.choices);
    const size_t poor = poorOnes(*form.facts, form.choices);
    if (isBetter ? poor > *fewest : poor >= *fewest)
      return Gain::None;
    fewest = poor;
    isBetter = true;
    return Gain::Some;
  }

private:
  const ScopViews &asItIs;
  size_t made = 0;
  /// Of the best form so far; of the scop as it is until one `isBetter`.
  std::optional<size_t> fewest;
  bool isBetter = false;
};

} // namespace

std::unique_ptr<ScopForms> formsOfFolds(const ScopViews &asItIs) {
  return std::make_unique<FoldForms>(asItIs);
}

} // namespace acc
