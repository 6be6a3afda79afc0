// A scheduled nest as a LoopTree, and a LoopTree as a schedule: where LoopTree's
// world and ours meet.
#pragma once

#include "scheduling/Plan.h"
#include "scheduling/looptree/Mapping.h"
#include "scheduling/looptree/Workload.h"

namespace acc::looptree {

/// Values of run-time sizes, by the names of Scop::parameters.
using ParameterValues = std::map<std::string, int64_t>;

/// What a run-time size is taken to be when nobody says.
inline constexpr int64_t kDefaultSize = 64;

/// How a nest is called in a LoopTree.
struct NestNames {
  /// Per dimension of the nest: the rank variable, "" for a fusing dimension.
  std::vector<std::string> rankVariables;
  /// Per array of the scop: its tensor.
  std::vector<std::string> tensors;
  /// Per statement: its Einsum.
  std::vector<std::string> einsums;
};

/// Legal names, different from each other, close to the source's.
NestNames namesOf(const Nest &nest);

/// The statements of a nest as Einsums.
struct NestWorkload {
  Workload workload;
  NestNames names;
  /// Iterations of each dimension of the nest.
  std::vector<int64_t> extents;
  /// Per statement and dimension: whether an access of the statement uses it. A
  /// dimension that none uses repeats the Einsum (`n_instances`).
  std::vector<std::vector<bool>> indexes;
  /// Where the LoopTree says less than the nest: sizes taken for granted, boxes,
  /// accesses under conditions.
  std::vector<std::string> notes;
};

/// One Einsum per statement. Subscripts lose their constants and signs, which
/// AccelForge's tile sizes do not understand; an array that a statement accesses
/// in several ways has one tensor per way; what is updated in place is an output.
/// LoopTree: a subscript with a coefficient that is no number, a nest without
/// iterations for these values, a loop with statements that do not use it.
Outcome<NestWorkload> workloadOf(const Nest &nest, const ParameterValues &values);

/// The loops of the plan as loops (tile = stride of the index), statements that
/// follow each other as Sequential, vectorized indices as Spatial over the lanes,
/// promoted arrays as Storage in registers or on the stack, caches as Storage
/// where everything below first fits.
Outcome<MappingNode> mappingOf(const Plan &plan, const NestWorkload &nest,
                               const std::string &nestId);

struct ExportedNest {
  /// Mapping, workload and architecture.
  std::string yaml;
  std::vector<std::string> notes;
};

/// A description that `check` and AccelForge read.
Outcome<ExportedNest> exportPlan(const Plan &plan, const std::string &nestId,
                                 const ParameterValues &values);

/// The plan that a mapping describes: its loops as splits and an order, its splits
/// as fusing dimensions, spatial loops over lanes as vectorized indices, Storage
/// in registers or on the stack as promotions. Storage elsewhere is where caches
/// will keep it anyway, and says nothing of the plan. InvalidSchedule: names that
/// are not the nest's, loops that no schedule has; IllegalSchedule: an order that
/// breaks a dependence.
Outcome<Plan> planOf(const MappingNode &mapping, const Nest &nest, const Target &target);

/// The mapping of a text; none when it has none, or with errors.
std::optional<MappingNode> mappingIn(const std::string &file, const std::string &text,
                                     Diagnostics &diagnostics);

/// Whether the text is a YAML map with the key `mapping`, as opposed to a script.
bool isLoopTree(const std::string &text);

} // namespace acc::looptree
