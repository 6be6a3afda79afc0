#include "analysis/delinearize/Candidates.h"

#include <algorithm>

namespace acc {

Shape oriented(const DomainFacts &facts, Shape shape) {
  for (Polynomial &size : shape)
    if (!size.constant() && facts.proves(Condition::less(size, Polynomial(0))))
      size = -size;
  return shape;
}

bool Candidates::hasAffineRows() const {
  return isUsable() && all.front().view.kind != ViewKind::Strided &&
         all.front().form == SubscriptForm::Affine;
}

bool Candidates::holdsWherever(const ViewCandidate &other) const {
  if (!isUsable() || !all.front().bad || !other.bad)
    return false;
  const isl::set &bad = *all.front().bad;
  return bad.intersect(facts.knownFor(bad.unite(*other.bad))).is_subset(*other.bad);
}

void Candidates::tryShapes(const std::vector<Shape> &shapes, Ties ties) {
  for (const Shape &proposed : shapes) {
    if (isCertain())
      return;
    Shape shape = oriented(facts, proposed);
    bool known = std::any_of(all.begin(), all.end(), [&](const ViewCandidate &earlier) {
      return earlier.view.kind == ViewKind::Array && earlier.view.sizes == shape;
    });
    if (!known)
      add(trials.view(shape), ties);
  }
}

void Candidates::add(std::optional<ViewCandidate> candidate, Ties ties) {
  if (!candidate)
    return;
  bool best = all.empty() || (ties == Ties::ToTheNewer ? !preferred(facts, all.front(), *candidate)
                                                       : preferred(facts, *candidate, all.front()));
  all.insert(best ? all.begin() : all.end(), std::move(*candidate));
}

} // namespace acc
