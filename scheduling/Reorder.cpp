#include "scheduling/Schedule.h"

#include <algorithm>

namespace acc {
namespace {

/// Some parts of the fusing index `f` have `index` and some have not.
bool isUnfused(const Index &f, const Index &index) {
  bool some = false, all = true;
  for (size_t s = 0; s < f.has.size(); ++s)
    if (f.has[s]) {
      some |= index.has[s];
      all &= index.has[s];
    }
  return some && !all;
}

} // namespace

std::optional<std::string> Schedule::orderProblem(const std::vector<std::string> &names) const {
  if (names.size() != indices.size())
    return "all " + std::to_string(indices.size()) + " indices must be listed, not " +
           std::to_string(names.size());
  auto placeOfName = [&](const std::string &name) {
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  for (size_t k = 0; k < names.size(); ++k) {
    const Index *index = find(names[k]);
    if (!index)
      return "there is no index '" + names[k] + "'";
    if (static_cast<size_t>(placeOfName(names[k])) != k)
      return "'" + names[k] + "' is listed twice";
  }
  for (size_t k = 0; k < names.size(); ++k) {
    const Index &index = *find(names[k]);
    auto isLater = [&](const std::string &other) {
      return static_cast<size_t>(placeOfName(other)) > k;
    };
    if (!index.outer.empty() && isLater(index.outer))
      return "'" + index.name + "' must come after '" + index.outer + "', from which it was split";
    for (const Index &f : indices)
      if (f.kind == NestDimension::Kind::Fusing && isLater(f.name) &&
          (index.piece == f.name || isUnfused(f, index)))
        return "'" + index.name + "' must come after the fusing dimension '" + f.name + "'";
  }
  return std::nullopt;
}

Outcome<Schedule> Schedule::reorder(const std::vector<std::string> &names) const {
  if (auto problem = orderProblem(names))
    return invalid("reorder: " + *problem);
  Schedule result = *this;
  result.indices.clear();
  for (const std::string &name : names)
    result.indices.push_back(*find(name));
  result.history.push_back({Step::Kind::Reorder, names, {}, {}, {}, {}, {}});
  return result;
}

} // namespace acc
