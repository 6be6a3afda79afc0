#include "analysis/delinearize/SpecialViews.h"

#include "analysis/delinearize/Certificate.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// Some parameter multiplies an iterator in a subscript, and each that does so in
/// one dimension does it in another one, too: an image in steps of S both ways.
bool scalesAlike(const Scop &scop, const std::vector<IndexUse> &uses,
                 const std::vector<std::vector<Polynomial>> &subscripts) {
  std::vector<std::set<Polynomial>> scales(subscripts.front().size());
  for (size_t u = 0; u < uses.size(); ++u)
    for (size_t k = 0; k < scales.size(); ++k)
      for (const std::string &name : scop.iteratorsOf(scop.statements[uses[u].statement]))
        if (Polynomial scale = subscripts[u][k].coefficient(name, 1); !scale.constant())
          scales[k].insert(withoutSign(scale));
  bool any = false;
  for (size_t k = 0; k < scales.size(); ++k)
    for (const Polynomial &scale : scales[k]) {
      any = true;
      bool elsewhere = false;
      for (size_t other = 0; other < scales.size(); ++other)
        elsewhere = elsewhere || (other != k && scales[other].count(scale) != 0);
      if (!elsewhere)
        return false;
    }
  return any;
}

} // namespace

std::set<std::string> hornerFactors(const Scop &scop, const std::vector<IndexUse> &uses) {
  std::set<std::string> names;
  auto namesIn = [&](const ExprRef &expr, bool loops) {
    std::set<std::string> found;
    forEachExpr(expr, [&](const ExprRef &part) {
      if (part->kind != Expr::Kind::Symbol)
        return;
      bool isLoop = std::any_of(scop.loops.begin(), scop.loops.end(), [&](const ScopLoop &loop) {
        return loop.variable == part->symbol;
      });
      if (isLoop == loops)
        found.insert(scop.nest.symbol(part->symbol).name);
    });
    return found;
  };
  for (const IndexUse &use : uses)
    forEachExpr(scop.statements[use.statement].accesses[use.access].node, [&](const ExprRef &part) {
      if (part->kind != Expr::Kind::Binary || part->op() != Op::Star)
        return;
      for (size_t k : {0, 1}) {
        const ExprRef &sum = part->operands[k], &factor = part->operands[1 - k];
        if (namesIn(factor, true).empty() && namesIn(sum, true).size() > 1)
          names.merge(namesIn(factor, false));
      }
    });
  return names;
}

bool hasBackwardRows(const Scop &scop, const std::vector<IndexUse> &uses) {
  for (const IndexUse &use : uses)
    for (const auto &[iterator, stride] : use.strides)
      if (!stride.constant() && !(withoutSign(stride) == stride) && scop.loop(iterator)->step > 0)
        return true;
  return false;
}

std::vector<ViewCandidate> equalShapes(const DomainFacts &facts,
                                       const std::vector<IndexUse> &uses) {
  std::vector<ViewCandidate> found;
  std::vector<Polynomial> strides = pooledStrides(uses);
  auto degree = [](const Polynomial &value) {
    return value.totalDegree([](const std::string &) { return true; });
  };
  auto walks = [](const IndexUse &use, const Polynomial &stride) {
    return std::any_of(use.strides.begin(), use.strides.end(),
                       [&](const auto &walked) { return withoutSign(walked.second) == stride; });
  };
  for (size_t a = 0; a < strides.size(); ++a)
    for (size_t b = a + 1; b < strides.size(); ++b) {
      bool together = std::any_of(uses.begin(), uses.end(), [&](const IndexUse &use) {
        return walks(use, strides[a]) && walks(use, strides[b]);
      });
      Condition equal = Condition::zero(strides[a] - strides[b]);
      auto solved = equationsOf(equal);
      if (together || solved.empty() || degree(strides[a]) != degree(strides[b]))
        continue;
      std::vector<IndexUse> same = uses;
      for (IndexUse &use : same) {
        use.index = use.index.substitute({solved.front()});
        use.rest = use.rest.substitute({solved.front()});
        for (auto &[iterator, stride] : use.strides)
          stride = stride.substitute({solved.front()});
      }
      ShapeTrials trials(facts, same);
      for (const Shape &shape : strideShapes(pooledStrides(same)))
        if (auto candidate = trials.view(oriented(facts, shape)))
          if (auto different = conditionSet(facts.context(), "", {}, equal.negated())) {
            isl::set unequal = parameterSetOf(*different);
            // Excluded together, the equality may come out as inequalities per case.
            if (auto validity = facts.exclude(candidate->bad->subtract(unequal))) {
              candidate->bad = candidate->bad->unite(unequal).coalesce();
              candidate->validity = Condition::conjunction({equal, *validity});
              found.push_back(std::move(*candidate));
            }
          }
    }
  return found;
}

std::optional<ViewCandidate> scaledView(const DomainFacts &facts,
                                        const std::vector<IndexUse> &uses) {
  std::optional<ViewCandidate> best;
  std::vector<Polynomial> strides = pooledStrides(uses);
  bool hasProducts = std::any_of(strides.begin(), strides.end(), [](const Polynomial &stride) {
    return stride.symbols().size() > 1;
  });
  if (!hasProducts)
    return std::nullopt;
  std::set<std::string> factors = hornerFactors(facts.scop(), uses);
  auto areFactors = [&](const std::set<std::string> &names) {
    return !names.empty() &&
           std::includes(factors.begin(), factors.end(), names.begin(), names.end());
  };
  int bestRank = 0; // both dimensions in the same steps, then what the source multiplies with
  ShapeTrials trials(facts, uses, SubscriptForm::Linear);
  for (const Shape &proposed : strideShapes(strides)) {
    Shape shape = oriented(facts, proposed);
    std::set<std::string> names;
    for (const Polynomial &size : shape)
      names.merge(size.symbols());
    int fromFactors = (areFactors(names) ? 2 : 0) + (areFactors(shape.back().symbols()) ? 1 : 0);
    auto rankOf = [&](const std::vector<std::vector<Polynomial>> &subscripts) {
      return fromFactors + (scalesAlike(facts.scop(), uses, subscripts) ? 4 : 0);
    };
    auto isBetter = [&](int rank) { return rank > bestRank && rank > 1; };
    ShapeTrials::Outline outline = trials.outline(shape);
    if (!outline.exists || (!outline.hasChoice && !isBetter(rankOf(outline.subscripts))))
      continue;
    auto candidate = trials.view(shape);
    if (!candidate || candidate->validity.isFalse())
      continue;
    if (int rank = rankOf(candidate->subscripts); isBetter(rank)) {
      best = std::move(candidate);
      bestRank = rank;
    }
  }
  return best;
}

std::optional<ViewCandidate> linearView(const DomainFacts &facts,
                                        const std::vector<IndexUse> &uses) {
  std::optional<ViewCandidate> best;
  ShapeTrials trials(facts, uses, SubscriptForm::Linear);
  for (const Shape &proposed : strideShapes(pooledStrides(uses)))
    if (auto candidate = trials.view(oriented(facts, proposed)))
      if (!candidate->validity.isFalse() && (!best || preferred(facts, *candidate, *best)))
        best = std::move(candidate);
  return best;
}

} // namespace acc
