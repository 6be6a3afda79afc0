// The architecture of a LoopTree: components from outer to inner, and what they
// are for one Einsum once their expressions have values.
#pragma once

#include "scheduling/looptree/Fields.h"

namespace acc::looptree {

/// A node as written. A branch holds others: a Hierarchical in sequence, a Fork
/// beside the sequence it stands in, an Array side by side.
struct ArchNode {
  enum class Kind { Memory, Toll, Compute, Network, Container, Hierarchical, Fork, Array };
  Kind kind = Kind::Memory;
  std::string name;
  Place place;
  YamlRef node;
  std::vector<ArchNode> nodes;

  bool isBranch() const { return kind >= Kind::Hierarchical; }
  bool holdsTensors() const { return kind == Kind::Memory || kind == Kind::Toll; }
};

struct Architecture {
  ArchNode root;
  ExprScope variables;

  /// The leaf of that name, or null.
  const ArchNode *find(const std::string &name) const;
  /// From the outermost component to the named Compute, without forks that do
  /// not hold it and without other Computes; empty when there is no such Compute.
  std::vector<const ArchNode *> pathTo(const std::string &compute) const;
  std::vector<const ArchNode *> leaves() const;
};

struct ArchAction {
  std::string name;
  double energy = 0;
  /// Per unit of time.
  double throughput = 0;
  /// Bits that one action moves, for tensors without a row in valuesPerAction.
  double bits = 1;
  std::map<std::string, double> valuesPerAction;
};

struct SpatialDimension {
  std::string name;
  double fanout = 1;
  /// Tensors that may be multicast, or summed, over the instances.
  NameSet mayReuse;
};

/// A component for one Einsum.
struct Component {
  const ArchNode *node = nullptr;
  /// Of a Memory, in bits.
  double size = 0;
  std::vector<ArchAction> actions;
  std::vector<SpatialDimension> spatial;
  /// Tensors whose values have another width here.
  std::map<std::string, double> bitsPerValue;
  std::map<std::string, double> valuesPerAction;
  bool skipsInitialOutputWrite = true;
  /// Of a Toll: "up", "down" or "up_and_down" per tensor.
  std::map<std::string, std::string> direction;
  double actionsScale = 1;
  /// Power that one instance and all instances leak.
  double leakPower = 0;
  /// The text of `total_latency`, "" for the sum over actions.
  std::string latency;

  const ArchAction *action(const std::string &name) const;
  const SpatialDimension *dimension(const std::string &name) const;
  /// Values of a tensor that one action moves; `bits` is the workload's width.
  double perAction(const std::string &action, const std::string &tensor, double bits) const;
};

/// Reads `arch:`. Errors are diagnostics; what could be read is kept.
Architecture readArchitecture(const YamlNode &node, const ExprScope &variables,
                              Diagnostics &diagnostics);

/// Gives the expressions of one component values, with the sets of one Einsum.
/// Energy, throughput and leakage that only a library of component models could
/// give are errors, and zero.
Component evaluateComponent(const Architecture &architecture, const ArchNode &node,
                            const ExprScope &sets, Diagnostics &diagnostics);

} // namespace acc::looptree
