#include "analysis/delinearize/Candidates.h"

#include <algorithm>

namespace acc {

Shape oriented(const Region &region, Shape shape) {
  for (Polynomial &size : shape)
    if (!size.constant() && region.proves(Condition::less(size, Polynomial(0))))
      size = -size;
  return shape;
}

void Candidates::tryShapes(const std::vector<Shape> &shapes) {
  for (const Shape &proposed : shapes) {
    if (isCertain())
      return;
    Shape shape = oriented(region, proposed);
    bool known = std::any_of(all.begin(), all.end(), [&](const ViewCandidate &earlier) {
      return earlier.view.kind == ViewKind::Array && earlier.view.sizes == shape;
    });
    if (!known)
      add(tryShape(region, uses, shape));
  }
}

void Candidates::add(std::optional<ViewCandidate> candidate) {
  if (!candidate)
    return;
  bool best = all.empty() || preferred(region, *candidate, all.front());
  all.insert(best ? all.begin() : all.end(), std::move(*candidate));
}

} // namespace acc
