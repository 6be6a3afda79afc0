// The workload of a LoopTree: Einsums, how they access tensors, and the bounds
// of their rank variables.
#pragma once

#include "scheduling/looptree/Fields.h"

namespace acc::looptree {

/// One rank of an access: the expression over rank variables that indexes it.
struct RankProjection {
  std::string rank;
  Polynomial index;
  Place place;
  /// A constant that the index lacks because AccelForge's tile sizes do not
  /// understand it; only of workloads made from nests.
  int64_t offset = 0;
};

struct TensorAccess {
  std::string tensor;
  /// The array that the tensor is one way to access; "" in workloads that are
  /// read.
  std::string array;
  Place place;
  std::vector<RankProjection> projection;
  bool output = false;
  bool persistent = false;
  double backingScale = 1;
  /// Bits of one value.
  double bits = 0;
};

struct Einsum {
  std::string name;
  Place place;
  std::vector<TensorAccess> accesses;
  /// Per rank variable: max - min + 1 over the iteration space. 0 when it could
  /// not be found (an error was given).
  std::map<std::string, int64_t> bounds;
  bool isCopy = false;
  double instances = 1;
  /// What set expressions of the architecture may name, for this Einsum.
  ExprScope sets;

  const TensorAccess *access(const std::string &tensor) const;
  std::set<std::string> rankVariables() const;
};

struct Workload {
  std::vector<Einsum> einsums;
  double instances = 1;

  const Einsum *find(const std::string &name) const;
  /// The Einsums that access a tensor, as indices.
  std::vector<size_t> usersOf(const std::string &tensor) const;
  /// Every tensor, in the order of first use.
  std::vector<std::string> tensors() const;
};

/// How a rank variable takes part in the index of a tensor. [AccelForge: the
/// first rank whose projection contains it decides.]
enum class Relevance { Irrelevant, Relevant, Partial };
Relevance relevanceOf(const TensorAccess &access, const std::string &rankVariable);

/// The elements that the access covers when each variable v spans shape[v]: the
/// product over ranks of (index at shape - 1) + 1. [AccelForge's formula; exact
/// for indices with non-negative coefficients and no constant.]
double tileSize(const TensorAccess &access, const std::map<std::string, int64_t> &shape);

/// Reads `workload:` and `renames:` (null when absent). Errors are diagnostics;
/// what could be read is kept.
Workload readWorkload(const YamlNode &node, const YamlNode *renames, const ExprScope &variables,
                      Diagnostics &diagnostics);

/// Whether AccelForge's expression reader takes the name for a function, a constant
/// or a keyword.
bool hasMeaningOfItsOwn(const std::string &name);

/// The workload as YAML, its spaces as boxes; it reads back as the same workload.
std::string printWorkload(const Workload &workload);

/// A constraint on rank variables as isl text, from `iteration_space_shape`.
struct SpaceConstraint {
  std::string text;
  Place place;
};

/// `0 <= index < size`, from `rank_sizes`.
struct RankSize {
  Polynomial index;
  int64_t size = 0;
  Place place;
};

/// Fills `einsum.bounds`. A variable without finite bounds and a text that isl
/// does not read are errors; a space that is not the box of its bounds is a
/// warning, because the figures take the box.
void findBounds(Einsum &einsum, const std::vector<SpaceConstraint> &constraints,
                const std::vector<RankSize> &sizes, Diagnostics &diagnostics);

} // namespace acc::looptree
