// A scheduled nest as a LoopTree, and a LoopTree as a schedule: where LoopTree's
// world and ours meet.
#pragma once

#include "scheduling/Plan.h"
#include "scheduling/looptree/Mapping.h"
#include "scheduling/looptree/Workload.h"

namespace acc::looptree {

/// Values of run-time sizes, by the names of Scop::parameters.
using ParameterValues = std::map<std::string, int64_t>;

/// What a run-time size is taken to be at least when nobody says; more where blocks are larger.
inline constexpr int64_t kDefaultSize = 64;

/// How a nest is called in a LoopTree.
struct NestNames {
  /// Per dimension of the nest: the rank variable, the same for dimensions that the schedule
  /// fuses, "" for a fusing dimension.
  std::vector<std::string> rankVariables;
  /// Per array of the scop: its tensor.
  std::vector<std::string> tensors;
  /// Per statement: its Einsum.
  std::vector<std::string> einsums;
};

/// Legal names, different from each other, close to the source's.
NestNames namesOf(const Schedule &schedule);

/// The dimension of the nest whose coordinate an index holds for a statement; -1 for none.
int dimensionOf(const Nest &nest, const Index &index, size_t statement);

/// The statements of a nest as Einsums.
struct NestWorkload {
  Workload workload;
  NestNames names;
  /// Iterations of each dimension of the nest.
  std::vector<int64_t> extents;
  /// Per statement and dimension: whether an access of the statement uses it. A
  /// dimension that none uses repeats the Einsum (`n_instances`).
  std::vector<std::vector<bool>> indexes;
  /// Where the LoopTree describes less than the nest: assumed sizes, boxes, accesses under
  /// conditions.
  std::vector<std::string> notes;
};

/// One Einsum per statement. Subscripts lose their constants and signs, which
/// AccelForge's tile sizes do not understand; an array that a statement accesses
/// in several ways has one tensor per way; what is updated in place is an output.
/// LoopTree: a subscript with a coefficient that is no number, a nest without
/// iterations for these values, a loop with statements that do not use it.
/// Conditions that hold nowhere with these values are left out, which a note says.
Outcome<NestWorkload> workloadOf(const Schedule &schedule, const ParameterValues &values);

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

/// A mapping, with the workload where the text has one.
struct Mapping {
  MappingNode root;
  std::optional<Workload> workload;
};

/// Statements (their ids) that Einsums are, as people say.
using EinsumNames = std::map<std::string, std::string>;

/// The plan that a mapping describes: its loops as splits and an order, loops that several
/// loops of the source share as fused indices, its splits as fusing dimensions, spatial loops over
/// lanes as vectorized indices, Storage in registers or on the stack as promotions. Storage
/// elsewhere is where caches will keep it anyway, and says nothing of the plan. Names mean what
/// `readingsOf` says; of several readings the first that is a legal schedule. `start` is the
/// nest, or neighbouring nests one after the other. InvalidSchedule: names that fit nothing,
/// loops that no schedule has; IllegalSchedule: an order that breaks a dependence.
Outcome<Plan> planOf(const Mapping &mapping, const EinsumNames &given, const Schedule &start,
                     const Target &target);

/// The mapping of a text (one document); none when it has none, or with errors. A workload that
/// cannot be read is none.
std::optional<Mapping> mappingIn(const std::string &file, const std::string &text,
                                 Diagnostics &diagnostics);

/// Whether the text is a YAML map with the key `mapping`, as opposed to a script.
bool isLoopTree(const std::string &text);

} // namespace acc::looptree
