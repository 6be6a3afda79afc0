#include "analysis/delinearize/ViewCandidate.h"

#include "analysis/delinearize/Certificate.h"
#include "analysis/delinearize/Windows.h"

#include <algorithm>
#include <cassert>

namespace acc {
namespace {

// Beyond this many pieces a condition is no longer worth checking at run time.
constexpr size_t kMaxPieces = 24;

size_t piecesOf(const Condition &condition) {
  if (condition.operands().empty())
    return condition.isTrue() ? 0 : 1;
  size_t sum = 0;
  for (const Condition &part : condition.operands())
    sum += piecesOf(part);
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

std::optional<ViewCandidate> tryShape(const Region &region, const std::vector<IndexUse> &uses,
                                      const Shape &shape, SubscriptForm form) {
  ViewCandidate candidate;
  candidate.view.sizes = shape;
  candidate.view.origin.resize(shape.size());
  candidate.subscripts.resize(uses.size());
  isl::set bad = region.emptyParameterSet();
  std::vector<Polynomial> values;
  for (const IndexUse &use : uses)
    values.push_back(use.index);
  for (size_t k = shape.size(); k-- > 0;) {
    auto dimension = splitDimension(region, uses, values, shape[k], form);
    if (!dimension)
      return std::nullopt;
    candidate.view.origin[k] = dimension->origin;
    bad = bad.unite(dimension->bad);
    for (size_t u = 0; u < uses.size(); ++u) {
      candidate.subscripts[u].insert(candidate.subscripts[u].begin(),
                                     dimension->divisions[u].remainder);
      values[u] = dimension->divisions[u].quotient;
    }
  }
  for (size_t u = 0; u < uses.size(); ++u) {
    const ScopStatement &statement = region.scop().statements[uses[u].statement];
    if (!hasForm(values[u], region.scop().iteratorsOf(statement), form))
      return std::nullopt;
    candidate.subscripts[u].insert(candidate.subscripts[u].begin(), values[u]);
    bool identical = identityHolds(candidate.view, candidate.subscripts[u], uses[u].index);
    assert(identical && "the division changed an address");
    if (!identical)
      return std::nullopt;
  }
  candidate.bad = bad.coalesce();
  auto validity = region.exclude(*candidate.bad);
  if (!validity || piecesOf(*validity) > kMaxPieces)
    return std::nullopt;
  candidate.validity = *validity;
  return candidate;
}

ViewCandidate flatView(const Region &region, const std::vector<IndexUse> &uses) {
  ViewCandidate candidate;
  for (const IndexUse &use : uses)
    candidate.subscripts.push_back({use.index});
  candidate.bad = region.emptyParameterSet();
  return candidate;
}

bool preferred(const Region &region, const ViewCandidate &a, const ViewCandidate &b) {
  int left = rankOf(a.validity), right = rankOf(b.validity);
  bool decided = left == 0 || right == 0 || left == 3 || right == 3;
  if (left != right && decided)
    return left < right;
  if (!decided && a.bad && b.bad) {
    isl::set known = region.knownFor(a.bad->unite(*b.bad));
    isl::set x = a.bad->intersect(known), y = b.bad->intersect(known);
    bool weaker = x.is_subset(y), stronger = y.is_subset(x);
    if (weaker != stronger)
      return weaker;
    if (!weaker && left != right)
      return left < right;
    if (!weaker && piecesOf(a.validity) != piecesOf(b.validity))
      return piecesOf(a.validity) < piecesOf(b.validity);
  }
  if (a.view.sizes.size() != b.view.sizes.size())
    return a.view.sizes.size() > b.view.sizes.size();
  return piecesOf(a.validity) < piecesOf(b.validity);
}

} // namespace acc
