#include "scheduling/IndexValues.h"

#include <algorithm>
#include <cctype>

namespace acc {

Schedule::Schedule(Nest nest) : base(std::make_shared<Nest>(std::move(nest))) {
  for (size_t d = 0; d < base->dimensions.size(); ++d) {
    const NestDimension &dimension = base->dimensions[d];
    Index index;
    index.name = dimension.name;
    index.kind = dimension.kind;
    index.size = dimension.extent;
    index.dimension = d;
    index.has = dimension.has;
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

std::optional<std::string> Schedule::nameProblem(const std::string &name) const {
  bool isName = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                std::all_of(name.begin(), name.end(),
                            [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  if (!isName)
    return "'" + name + "' is not a valid index name";
  if (find(name))
    return "the name '" + name + "' is in use";
  return std::nullopt;
}

std::variant<std::vector<int>, std::string>
Schedule::statementsOf(const std::vector<std::string> &ids) const {
  const std::vector<ScopStatement> &all = base->source->scop.statements;
  std::vector<int> found;
  for (const std::string &id : ids) {
    auto place = std::find_if(all.begin(), all.end(),
                              [&](const ScopStatement &statement) { return statement.id == id; });
    if (place == all.end())
      return id;
    found.push_back(place - all.begin());
  }
  return found;
}

std::string freshFusing(const Schedule &schedule) {
  std::string name = "f";
  for (int number = 0; schedule.find(name); ++number)
    name = "f" + std::to_string(number);
  return name;
}

} // namespace acc
