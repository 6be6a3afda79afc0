#include "analysis/delinearize/ViewCandidate.h"

#include "analysis/delinearize/Certificate.h"

#include <algorithm>
#include <cassert>

namespace acc {
namespace {

// Beyond this many comparisons a condition is no longer worth checking at run time.
constexpr size_t kMaxComparisons = 24;
// The part of what is left of the quota that one shape is worth.
constexpr uint64_t kTrialPart = 2;

size_t comparisonsOf(const Condition &condition) {
  if (condition.operands().empty())
    return condition.isTrue() ? 0 : 1;
  size_t sum = 0;
  for (const Condition &part : condition.operands())
    sum += comparisonsOf(part);
  return sum;
}

bool isAffine(const Condition &condition) {
  for (const Condition &part : condition.operands())
    if (!isAffine(part))
      return false;
  return condition.value().totalDegree([](const std::string &) { return true; }) <= 1;
}

/// 0: statically true, 1: affine, 2: any polynomial, 3: never.
int rankOf(const Condition &condition) {
  if (condition.isTrue())
    return 0;
  if (condition.isFalse())
    return 3;
  return isAffine(condition) ? 1 : 2;
}

} // namespace

std::optional<ShapeTrials::Inner> ShapeTrials::divided(const Shape &sizes) {
  Inner result;
  if (sizes.empty()) {
    for (const IndexUse &use : uses)
      result.rest.push_back(use.index);
    result.subscripts.resize(uses.size());
    result.bad = facts.emptyParameterSet();
    return result;
  }
  const std::optional<Inner> &within = inner(Shape(sizes.begin() + 1, sizes.end()));
  if (!within)
    return std::nullopt;
  auto dimension = within->isNever
                       ? someDivision(facts, uses, within->rest, sizes.front(), form)
                       : splitDimension(facts, uses, within->rest, sizes.front(), form, wanted);
  if (!dimension)
    return std::nullopt;
  result = *within;
  result.origin.insert(result.origin.begin(), dimension->origin);
  result.bad = result.bad.unite(dimension->bad).coalesce();
  result.isNever = within->isNever || facts.covers(result.bad);
  for (size_t u = 0; u < uses.size(); ++u) {
    result.subscripts[u].insert(result.subscripts[u].begin(), dimension->divisions[u].remainder);
    result.rest[u] = dimension->divisions[u].quotient;
  }
  return result;
}

const std::optional<ShapeTrials::Inner> &ShapeTrials::inner(const Shape &sizes) {
  // None until it is known: a division that took too long is not begun again.
  auto [place, isNew] = found.emplace(sizes, std::nullopt);
  if (isNew)
    place->second = divided(sizes);
  return place->second;
}

ShapeTrials::Outline ShapeTrials::outline(const Shape &shape) const {
  Outline result;
  for (const IndexUse &use : uses) {
    const ScopStatement &statement = facts.scop().statements[use.statement];
    std::vector<Polynomial> subscripts;
    Polynomial rest = use.index;
    for (size_t k = shape.size(); k-- > 0 && !result.hasChoice;) {
      std::vector<SizeDivision> divisions = fittingDivisions(facts, use, rest, shape[k], form);
      if (divisions.empty()) {
        result.exists = false;
        return result;
      }
      result.hasChoice = divisions.size() > 1;
      subscripts.insert(subscripts.begin(), divisions.front().remainder);
      rest = divisions.front().quotient;
    }
    if (result.hasChoice)
      return result;
    if (!hasForm(rest, facts.scop().iteratorsOf(statement), form)) {
      result.exists = false;
      return result;
    }
    subscripts.insert(subscripts.begin(), rest);
    result.subscripts.push_back(std::move(subscripts));
  }
  return result;
}

std::optional<ViewCandidate> ShapeTrials::view(const Shape &shape) {
  if (!outline(shape).exists)
    return std::nullopt;
  std::optional<ViewCandidate> candidate;
  bool isDone = facts.context().attempt(kTrialPart, [&] { candidate = viewOf(shape); });
  isComplete = isComplete && isDone;
  return candidate;
}

std::optional<ViewCandidate> ShapeTrials::viewOf(const Shape &shape) {
  const std::optional<Inner> &whole = inner(shape);
  if (!whole)
    return std::nullopt;
  ViewCandidate candidate;
  candidate.view.sizes = shape;
  candidate.view.origin = whole->origin;
  candidate.subscripts = whole->subscripts;
  candidate.form = form;
  candidate.bad = whole->bad;
  for (size_t u = 0; u < uses.size(); ++u) {
    const ScopStatement &statement = facts.scop().statements[uses[u].statement];
    if (!hasForm(whole->rest[u], facts.scop().iteratorsOf(statement), form))
      return std::nullopt;
    candidate.subscripts[u].insert(candidate.subscripts[u].begin(), whole->rest[u]);
    bool identical = identityHolds(candidate.view, candidate.subscripts[u], uses[u].index);
    assert(identical && "the division changed an address");
    if (!identical)
      return std::nullopt;
  }
  auto validity = facts.exclude(*candidate.bad);
  if (!validity || comparisonsOf(*validity) > kMaxComparisons)
    return std::nullopt;
  candidate.validity = *validity;
  return candidate;
}

ViewCandidate flatView(const DomainFacts &facts, const std::vector<IndexUse> &uses) {
  ViewCandidate candidate;
  for (const IndexUse &use : uses)
    candidate.subscripts.push_back({use.index});
  candidate.bad = facts.emptyParameterSet();
  return candidate;
}

bool preferred(const DomainFacts &facts, const ViewCandidate &a, const ViewCandidate &b) {
  int left = rankOf(a.validity), right = rankOf(b.validity);
  bool decided = left == 0 || right == 0 || left == 3 || right == 3;
  if (left != right && decided)
    return left < right;
  if (!decided && a.bad && b.bad) {
    bool weaker = facts.excludesLess(*a.bad, *b.bad);
    if (weaker || facts.excludesLess(*b.bad, *a.bad))
      return weaker;
    isl::set known = facts.knownFor(a.bad->unite(*b.bad));
    if (!a.bad->intersect(known).is_equal(b.bad->intersect(known))) {
      if (left != right)
        return left < right;
      if (comparisonsOf(a.validity) != comparisonsOf(b.validity))
        return comparisonsOf(a.validity) < comparisonsOf(b.validity);
    }
  }
  if (a.view.sizes.size() != b.view.sizes.size())
    return a.view.sizes.size() > b.view.sizes.size();
  return comparisonsOf(a.validity) < comparisonsOf(b.validity);
}

} // namespace acc
