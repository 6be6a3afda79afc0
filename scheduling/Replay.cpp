#include "scheduling/Schedule.h"

namespace acc {

Outcome<Schedule> Schedule::apply(const Step &step) const {
  using Kind = Step::Kind;
  auto made = [&] { return step.inner.empty() ? std::string() : step.inner.front(); };
  auto index = [&] { return step.indices.at(0); };
  auto statements = [&] {
    return step.statements.empty() ? std::vector<std::string>() : step.statements.front();
  };
  switch (step.kind) {
  case Kind::Split:
    return split(index(), step.sizes.at(0), made());
  case Kind::Tile: {
    std::vector<std::pair<std::string, int64_t>> sizes;
    for (size_t k = 0; k < step.indices.size(); ++k)
      sizes.emplace_back(step.indices[k], step.sizes.at(k));
    return tile(sizes);
  }
  case Kind::Reorder:
    return reorder(step.indices);
  case Kind::Skew:
    return skew(index(), step.indices.at(1), step.sizes.at(0), step.sizes.at(1));
  case Kind::Pad:
    return pad(index(), step.sizes.at(0));
  case Kind::Shift:
    return shift(index(), step.places.at(0), statements());
  case Kind::Fuse:
    return fuse(step.indices, made());
  case Kind::Distribute:
    return distribute(index(), step.statements, made());
  case Kind::Hoist:
    return hoist(statements(), index(), made());
  case Kind::IndexSetSplit:
    return indexSetSplit(index(), step.places, made(),
                         std::vector<std::string>(step.inner.begin() + (step.inner.empty() ? 0 : 1),
                                                  step.inner.end()));
  case Kind::Peel:
    return peel(index(), step.sizes.at(0), step.sizes.at(1), made());
  case Kind::Sink:
    return sink(statements(), index(), step.places.at(0));
  case Kind::UnrollAndJam:
    return unrollAndJam(index(), step.sizes.at(0), made());
  case Kind::Substitute:
    return substitute(step.indices);
  case Kind::Concatenate:
    break;
  }
  return invalid("this step can only be part of a 'fuse' entry");
}

} // namespace acc
