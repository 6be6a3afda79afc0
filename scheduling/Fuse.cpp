#include "scheduling/IndexValues.h"

#include <algorithm>

namespace acc {
namespace {

bool covers(const std::vector<bool> &all, const std::vector<bool> &part) {
  for (size_t s = 0; s < all.size(); ++s)
    if (part[s] && !all[s])
      return false;
  return true;
}

} // namespace

Outcome<Schedule> Schedule::fuse(const std::vector<std::string> &names,
                                 const std::string &name) const {
  if (names.size() < 2)
    return invalid("fuse: at least two indices are needed");
  Index fused;
  fused.has.resize(base->source->scop.statements.size());
  for (const std::string &part : names) {
    const Index *index = find(part);
    if (!index)
      return invalid("fuse: there is no index '" + part + "'");
    if (index->kind == NestDimension::Kind::Fusing)
      return invalid("fuse: '" + part + "' is a fusing dimension");
    for (size_t s = 0; s < fused.has.size(); ++s) {
      if (index->has[s] && fused.has[s])
        return invalid("fuse: " + base->source->scop.statements[s].id + " has both '" +
                       names.front() + "' and '" + part + "'");
      fused.has[s] = fused.has[s] || index->has[s];
    }
    if (fused.name.empty()) {
      fused.name = name.empty() ? part : name;
      fused.size = index->size;
      fused.stride = index->stride;
      fused.dimension = index->dimension;
      fused.outer = index->outer;
    } else {
      if (index->stride != fused.stride)
        return invalid("fuse: the steps of '" + names.front() + "' and '" + part + "' differ: " +
                       std::to_string(fused.stride) + " and " + std::to_string(index->stride));
      fused.size = fused.size && index->size ? std::optional(std::max(*fused.size, *index->size))
                                             : std::nullopt;
      fused.mixed.push_back(index->dimension);
    }
    fused.mixed.insert(fused.mixed.end(), index->mixed.begin(), index->mixed.end());
    fused.unrollBelow = std::max(fused.unrollBelow, index->unrollBelow);
  }
  fused.isPlain = false;
  fused.isJoint = true;

  Schedule result = *this;
  std::erase_if(result.indices, [&](const Index &index) {
    return std::find(names.begin(), names.end(), index.name) != names.end();
  });
  if (auto problem = result.nameProblem(fused.name))
    return invalid("fuse: " + *problem);
  // What was split from a part is now behind the fused index.
  for (Index &index : result.indices)
    if (std::find(names.begin(), names.end(), index.outer) != names.end())
      index.outer = fused.name;
  if (std::find(names.begin(), names.end(), fused.outer) != names.end())
    return invalid("fuse: '" + names.front() + "' was split from another of these indices");
  // In front of the innermost index that orders the parts.
  int place = -1;
  for (size_t k = 0; k < result.indices.size(); ++k)
    if (result.indices[k].kind == NestDimension::Kind::Fusing &&
        covers(result.indices[k].has, fused.has))
      place = k;
  if (place < 0)
    return invalid("fuse: the parts are not statements of one loop body");
  result.indices.insert(result.indices.begin() + place, fused);
  std::vector<std::string> order;
  for (const Index &index : result.indices)
    order.push_back(index.name);
  if (auto problem = result.orderProblem(order))
    return invalid("fuse: " + *problem);

  std::vector<std::vector<bool>> parts;
  for (const std::string &part : names)
    parts.push_back(find(part)->has);
  Step step{Step::Kind::Fuse, names, {}, {fused.name}, {}, {}, {}};
  step.effect = [=, name = fused.name](IndexValues &values) {
    isl::pw_aff value = values.constant(0);
    for (size_t k = 0; k < names.size(); ++k)
      if (parts[k][values.statement()])
        value = values.at(names[k]);
    for (const std::string &part : names)
      values.remove(part);
    values.set(name, value);
  };
  result.history.push_back(std::move(step));
  return result;
}

} // namespace acc
