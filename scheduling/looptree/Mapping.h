// The LoopTree itself: loops, storage and splits as a tree. Independent of the workload, the
// architecture and the evaluators.
#pragma once

#include "scheduling/looptree/Yaml.h"

namespace acc::looptree {

struct MappingNode {
  enum class Kind {
    Storage,     // holds tensors
    Toll,        // tensors pass through, at a cost
    Temporal,    // a loop in time
    Spatial,     // a loop over instances of a component
    Compute,     // the leaf: one Einsum
    Sequential,  // branches, one after the other
    Pipeline,    // branches, at the same time
    Split,       // branches
    Nested,      // a chain, each node the parent of the next
    Mapping,     // the root
    Reservation, // said by AccelForge's model; no meaning of its own here
    TextBox,     // of pictures
  };
  Kind kind = Kind::Mapping;
  Place place;
  /// A label of pictures; of the root, its title.
  std::string text;

  /// Storage, Toll: what is held, in order; Reservation: the purposes.
  std::vector<std::string> tensors;
  /// Storage, Toll, Spatial, Compute; Reservation: the resource.
  std::string component;
  bool persistent = false;

  /// Temporal, Spatial.
  std::string rankVariable;
  /// The size of a tile below the loop, which is its step. None when it is not a
  /// literal whole number.
  std::optional<int64_t> tileShape;
  std::optional<int64_t> initialTileShape;
  /// Spatial: the dimension of the component.
  std::string name;

  /// Compute.
  std::string einsum;

  /// Children: of the chain, or branches.
  std::vector<MappingNode> nodes;

  bool isLoop() const { return kind == Kind::Temporal || kind == Kind::Spatial; }
  bool isHolder() const { return kind == Kind::Storage || kind == Kind::Toll; }
  bool isSplit() const {
    return kind == Kind::Sequential || kind == Kind::Pipeline || kind == Kind::Split;
  }
  bool isChain() const { return kind == Kind::Nested || kind == Kind::Mapping; }
};

/// The tag of a kind, without "!".
const char *tagOf(MappingNode::Kind kind);

/// One walk from the root, chains flattened. Two walks share a node when the
/// pointers are equal. The last one may be no Compute, and there may be none.
struct MappingPath {
  std::vector<const MappingNode *> nodes;
};

/// Every walk, in the order of the branches.
std::vector<MappingPath> pathsOf(const MappingNode &root);

/// Reads `mapping:`. Also without tags, as AccelForge's own output has it: the
/// kind then follows from the fields. Errors are diagnostics; what could be read
/// is kept.
MappingNode readMapping(const YamlNode &node, Diagnostics &diagnostics);

/// The mapping as YAML with tags, which reads back as the same tree.
std::string printMapping(const MappingNode &root);

} // namespace acc::looptree
