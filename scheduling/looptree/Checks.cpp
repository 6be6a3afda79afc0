#include "scheduling/looptree/Checks.h"

#include <algorithm>

namespace acc::looptree {
namespace {

using Kind = MappingNode::Kind;

/// Whether an index expression joins the variable with something else.
bool standsAlone(const Einsum &einsum, const std::string &variable) {
  for (const TensorAccess &access : einsum.accesses)
    for (const RankProjection &rank : access.projection)
      if (rank.index.contains(variable) && !(rank.index == Polynomial::symbol(variable)))
        return false;
  return true;
}

/// Whether some tensor is not indexed by the variable.
bool someIgnore(const Einsum &einsum, const std::string &variable) {
  return std::any_of(einsum.accesses.begin(), einsum.accesses.end(), [&](const auto &access) {
    return relevanceOf(access, variable) == Relevance::Irrelevant;
  });
}

void checkTiles(const EinsumPath &path, Diagnostics &diagnostics) {
  const Einsum &einsum = *path.einsum;
  std::map<std::string, int64_t> shape = einsum.bounds;
  std::set<std::string> missing;
  for (const auto &[variable, bound] : einsum.bounds)
    if (bound > 1)
      missing.insert(variable);
  for (const PathStep &step : path.steps) {
    if (!step.isLoop())
      continue;
    const std::string &variable = step.node->rankVariable;
    int64_t outer = shape[variable];
    if (step.tile == 1)
      missing.erase(variable);
    if (step.tile > outer)
      diagnostics.error(step.node->place, "a tile of " + std::to_string(step.tile) + " along '" +
                                              variable + "' is larger than the " +
                                              std::to_string(outer) + " of " + einsum.name +
                                              " iterations around it");
    else if (outer % step.tile != 0 && !standsAlone(einsum, variable))
      diagnostics.warning(step.node->place,
                          "tiles of " + std::to_string(step.tile) + " do not divide " +
                              std::to_string(outer) + "; AccelForge assumes that they do for '" +
                              variable + "', because an index combines it with others");
    else if (outer % step.tile != 0 && someIgnore(einsum, variable))
      diagnostics.warning(step.node->place, "tiles of " + std::to_string(step.tile) +
                                                " do not divide " + std::to_string(outer) +
                                                "; AccelForge overestimates "
                                                "tensors of " +
                                                einsum.name + " without '" + variable + "'");
    shape[variable] = step.tile;
  }
  for (const std::string &variable : missing)
    diagnostics.error(path.steps.back().node->place, "there is no loop of tile_shape 1 over '" +
                                                         variable + "' above " + einsum.name);
}

void checkLevels(const Workload &workload, const EinsumPath &path, Diagnostics &diagnostics) {
  std::map<const TensorAccess *, const PathStep *> outer;
  for (const PathStep &step : path.steps) {
    if (!step.isHolder())
      continue;
    const PathStep *&above = outer[step.access];
    const std::string &tensor = step.access->tensor;
    if (above && above->component > step.component)
      diagnostics.error(step.node->place, "'" + tensor + "' is held by '" + step.node->component +
                                              "' below '" + above->node->component +
                                              "', but the architecture has it above");
    if (!above && step.node->kind == Kind::Toll && workload.usersOf(tensor).size() > 1)
      diagnostics.error(step.node->place, "the Toll '" + step.node->component +
                                              "' is the outermost holder of '" + tensor +
                                              "', which several Einsums use");
    above = &step;
  }
}

void checkNames(const MappingNode &node, const Workload &workload, Diagnostics &diagnostics) {
  std::vector<std::string> known = workload.tensors();
  if (node.isHolder())
    for (const std::string &tensor : node.tensors)
      if (std::find(known.begin(), known.end(), tensor) == known.end())
        diagnostics.error(node.place, "the workload has no tensor '" + tensor + "'");
  for (const MappingNode &child : node.nodes)
    checkNames(child, workload, diagnostics);
}

/// Every Einsum is computed, and after what it reads.
void checkOrder(const Spec &spec, Diagnostics &diagnostics) {
  std::set<std::string> computed;
  std::vector<const MappingNode *> leaves;
  for (const MappingPath &path : pathsOf(spec.mapping))
    if (!path.nodes.empty() && path.nodes.back()->kind == Kind::Compute)
      leaves.push_back(path.nodes.back());
  auto isComputed = [&](const std::string &einsum) {
    return std::any_of(leaves.begin(), leaves.end(),
                       [&](const MappingNode *leaf) { return leaf->einsum == einsum; });
  };
  for (const MappingNode *leaf : leaves) {
    if (const Einsum *einsum = spec.workload.find(leaf->einsum))
      for (const TensorAccess &access : einsum->accesses)
        for (size_t user : spec.workload.usersOf(access.tensor)) {
          const Einsum &other = spec.workload.einsums[user];
          if (!access.output && other.access(access.tensor)->output && &other != einsum &&
              user < static_cast<size_t>(einsum - spec.workload.einsums.data()) &&
              isComputed(other.name) && !computed.count(other.name))
            diagnostics.error(leaf->place, leaf->einsum + " reads '" + access.tensor + "' before " +
                                               other.name + " computes it");
        }
    computed.insert(leaf->einsum);
  }
  for (const Einsum &einsum : spec.workload.einsums)
    if (!isComputed(einsum.name))
      diagnostics.error(spec.mapping.place, "the mapping does not compute " + einsum.name +
                                                "; its figures are missing");
}

} // namespace

void checkMapping(const Spec &spec, const std::vector<EinsumPath> &paths,
                  Diagnostics &diagnostics) {
  for (const EinsumPath &path : paths) {
    checkTiles(path, diagnostics);
    checkLevels(spec.workload, path, diagnostics);
    if (path.einsum->isCopy)
      diagnostics.warning(path.einsum->place,
                          "the figures of the copy " + path.einsum->name + " are approximate");
  }
  checkNames(spec.mapping, spec.workload, diagnostics);
  checkOrder(spec, diagnostics);
}

} // namespace acc::looptree
