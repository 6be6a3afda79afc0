#include "scheduling/Schedule.h"

namespace acc {

Schedule::Schedule(Nest nest) : base(std::make_shared<Nest>(std::move(nest))) {
  for (size_t d = 0; d < base->dimensions.size(); ++d) {
    const NestDimension &dimension = base->dimensions[d];
    Index index;
    index.name = dimension.name;
    index.kind = dimension.kind;
    index.size = dimension.extent;
    index.dimension = d;
    indices.push_back(index);
  }
}

int Schedule::positionOf(const std::string &name) const {
  for (size_t k = 0; k < indices.size(); ++k)
    if (indices[k].name == name)
      return k;
  return -1;
}

const Index *Schedule::find(const std::string &name) const {
  int position = positionOf(name);
  return position < 0 ? nullptr : &indices[position];
}

Rejection Schedule::invalid(const std::string &why) const {
  return {RejectionKind::InvalidSchedule, placeOf(*base), why};
}

} // namespace acc
