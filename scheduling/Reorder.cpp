#include "scheduling/Schedule.h"

namespace acc {

Outcome<Schedule> Schedule::reorder(const std::vector<std::string> &names) const {
  if (names.size() != indices.size())
    return invalid("reorder: all " + std::to_string(indices.size()) +
                   " indices must be listed, not " + std::to_string(names.size()));
  Schedule result = *this;
  result.indices.clear();
  for (const std::string &name : names) {
    const Index *index = find(name);
    if (!index)
      return invalid("reorder: there is no index '" + name + "'");
    if (result.find(name))
      return invalid("reorder: '" + name + "' is listed twice");
    if (!index->outer.empty() && !result.find(index->outer))
      return invalid("reorder: '" + name + "' must come after '" + index->outer +
                     "', from which it was split");
    int fusing = base->dimensions[index->dimension].fusing;
    if (fusing >= 0 && !result.find(base->dimensions[fusing].name))
      return invalid("reorder: '" + name + "' must come after the fusing dimension '" +
                     base->dimensions[fusing].name + "'");
    result.indices.push_back(*index);
  }
  result.history.push_back({Step::Kind::Reorder, names, {}, {}});
  return result;
}

} // namespace acc
