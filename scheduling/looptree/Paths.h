// A LoopTree cut into one path per Compute, with names resolved: what the
// evaluators and the checks work on.
#pragma once

#include "scheduling/looptree/Spec.h"

namespace acc::looptree {

/// One node on the way to a Compute. A holder of several tensors is one step per
/// tensor, in order; tensors that the Einsum does not access are left out.
struct PathStep {
  const MappingNode *node = nullptr;
  /// Of a holder.
  const TensorAccess *access = nullptr;
  /// The outermost holder of its tensor on this path.
  bool isBacking = false;
  /// Index in EinsumPath::components: of a holder, a spatial loop, the Compute.
  int component = -1;
  /// Of a loop: the size of its tile; 1 where the rank variable has one value.
  int64_t tile = 1;

  bool isLoop() const { return node->isLoop(); }
  bool isHolder() const { return node->isHolder(); }
};

struct EinsumPath {
  const Einsum *einsum = nullptr;
  /// Position in Workload::einsums.
  size_t order = 0;
  /// From the outermost to the Compute, as they are for this Einsum.
  std::vector<Component> components;
  /// Outer to inner; the last one is the Compute.
  std::vector<PathStep> steps;
};

/// The paths whose names all resolve, in the workload's order of Einsums; for
/// every other one an error says why it cannot be evaluated.
std::vector<EinsumPath> resolvePaths(const Spec &spec, Diagnostics &diagnostics);

} // namespace acc::looptree
