#include "scheduling/looptree/Paths.h"

#include <algorithm>

namespace acc::looptree {
namespace {

using Kind = MappingNode::Kind;

class Resolver {
public:
  Resolver(const Spec &spec, Diagnostics &diagnostics) : spec(spec), diagnostics(diagnostics) {}

  std::optional<EinsumPath> follow(const MappingPath &path) {
    if (path.nodes.empty() || path.nodes.back()->kind != Kind::Compute) {
      const Place &where = path.nodes.empty() ? spec.mapping.place : path.nodes.back()->place;
      diagnostics.error(where, "the path ends here without a Compute");
      return std::nullopt;
    }
    const MappingNode &leaf = *path.nodes.back();
    result.einsum = spec.workload.find(leaf.einsum);
    if (!result.einsum) {
      diagnostics.error(leaf.place, "the workload has no Einsum '" + leaf.einsum + "'");
      return std::nullopt;
    }
    result.order = result.einsum - spec.workload.einsums.data();
    if (!resolveComponents(leaf))
      return std::nullopt;
    bool good = true;
    last = &leaf;
    for (const MappingNode *node : path.nodes)
      good &= addSteps(*node);
    good &= everyTensorIsHeld(leaf) && boundsAreKnown();
    return good ? std::optional(std::move(result)) : std::nullopt;
  }

private:
  bool fail(const Place &where, const std::string &message) {
    diagnostics.error(where, message);
    return false;
  }

  bool resolveComponents(const MappingNode &leaf) {
    if (leaf.component.empty())
      return false; // said when it was read
    const ArchNode *compute = spec.architecture.find(leaf.component);
    if (!compute)
      return fail(leaf.place, "the architecture has no component '" + leaf.component + "'");
    if (compute->kind != ArchNode::Kind::Compute)
      return fail(leaf.place, "'" + leaf.component + "' is no Compute");
    for (const ArchNode *node : spec.architecture.pathTo(leaf.component))
      result.components.push_back(
          evaluateComponent(spec.architecture, *node, result.einsum->sets, diagnostics));
    return true;
  }

  /// Index of a component on the way to the Compute, -1 with an error.
  int component(const MappingNode &node) {
    if (node.component.empty())
      return -1; // said when it was read
    for (size_t k = 0; k < result.components.size(); ++k)
      if (result.components[k].node->name == node.component)
        return k;
    fail(node.place, spec.architecture.find(node.component)
                         ? "the component '" + node.component +
                               "' is not on the way to the Compute of " + result.einsum->name
                         : "the architecture has no component '" + node.component + "'");
    return -1;
  }

  bool addSteps(const MappingNode &node) {
    if (node.kind == Kind::Reservation)
      return true;
    if (node.kind == Kind::TextBox)
      return fail(node.place, "a TextBox cannot be evaluated");
    if (node.isHolder())
      return addHolder(node);
    if (node.isLoop())
      return addLoop(node);
    if (&node != last)
      return fail(node.place, "only the last node of a chain may be a Compute");
    PathStep step;
    step.node = &node;
    step.component = component(node);
    result.steps.push_back(step);
    return true;
  }

  bool addHolder(const MappingNode &node) {
    int index = component(node);
    if (index < 0)
      return false;
    ArchNode::Kind kind = result.components[index].node->kind;
    if (kind != (node.kind == Kind::Toll ? ArchNode::Kind::Toll : ArchNode::Kind::Memory))
      return fail(node.place, "'" + node.component + "' is no " +
                                  (node.kind == Kind::Toll ? "Toll" : "Memory") +
                                  ", and cannot be a !" + tagOf(node.kind));
    bool good = true;
    for (const std::string &tensor : node.tensors) {
      const TensorAccess *access = result.einsum->access(tensor);
      if (!access)
        continue;
      PathStep step;
      step.node = &node;
      step.access = access;
      step.component = index;
      step.isBacking = true;
      for (const PathStep &other : result.steps)
        if (other.access == access) {
          step.isBacking = false;
          if (other.component == index)
            good = fail(node.place, "'" + tensor + "' is held by '" + node.component +
                                        "' twice on the way to " + result.einsum->name);
        }
      result.steps.push_back(step);
    }
    return good;
  }

  bool addLoop(const MappingNode &node) {
    if (node.rankVariable.empty())
      return false; // said when it was read
    auto bound = result.einsum->bounds.find(node.rankVariable);
    if (bound == result.einsum->bounds.end())
      return fail(node.place, "the Einsum " + result.einsum->name + " has no rank variable '" +
                                  node.rankVariable + "'");
    if (!node.tileShape)
      return false; // said when it was read
    PathStep step;
    step.node = &node;
    step.tile = bound->second == 1 ? 1 : *node.tileShape;
    if (node.kind == Kind::Spatial) {
      step.component = component(node);
      if (step.component < 0)
        return false;
      if (!result.components[step.component].dimension(node.name))
        return fail(node.place,
                    "'" + node.component + "' has no spatial dimension '" + node.name + "'");
    }
    result.steps.push_back(step);
    return true;
  }

  bool everyTensorIsHeld(const MappingNode &leaf) {
    bool good = true;
    for (const TensorAccess &access : result.einsum->accesses)
      if (std::none_of(result.steps.begin(), result.steps.end(),
                       [&](const PathStep &step) { return step.access == &access; }))
        good = fail(leaf.place, "no Storage on the way to " + result.einsum->name + " holds '" +
                                    access.tensor + "'");
    return good;
  }

  bool boundsAreKnown() const {
    return std::all_of(result.einsum->bounds.begin(), result.einsum->bounds.end(),
                       [](const auto &bound) { return bound.second > 0; });
  }

  const Spec &spec;
  Diagnostics &diagnostics;
  EinsumPath result;
  const MappingNode *last = nullptr;
};

} // namespace

std::vector<EinsumPath> resolvePaths(const Spec &spec, Diagnostics &diagnostics) {
  std::vector<EinsumPath> paths;
  for (const MappingPath &path : pathsOf(spec.mapping)) {
    auto resolved = Resolver(spec, diagnostics).follow(path);
    if (!resolved)
      continue;
    bool twice = std::any_of(paths.begin(), paths.end(), [&](const EinsumPath &other) {
      return other.einsum == resolved->einsum;
    });
    if (twice)
      diagnostics.error(path.nodes.back()->place,
                        "the mapping computes " + resolved->einsum->name + " twice");
    else
      paths.push_back(std::move(*resolved));
  }
  std::stable_sort(paths.begin(), paths.end(),
                   [](const EinsumPath &a, const EinsumPath &b) { return a.order < b.order; });
  return paths;
}

} // namespace acc::looptree
