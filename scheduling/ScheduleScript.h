// The parsed form of a schedule script; private to this folder.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace acc {

/// One item of `schedule:` or `plan:`.
struct ScriptCommand {
  enum class Kind { Split, Tile, Reorder, Unroll, Vectorize, Promote, Unsupported };
  Kind kind = Kind::Unsupported;
  /// As written: "split".
  std::string name;
  /// Reorder, Unroll, Vectorize: the indices. Split: index, inner ("" when left
  /// out). Promote: array, index. Tile: the indices.
  std::vector<std::string> names;
  /// Split: one. Tile: one per name.
  std::vector<int64_t> sizes;
};

struct ScriptEntry {
  /// One nest; the parts of a `fuse` entry.
  std::vector<std::string> nests;
  bool isFuse = false;
  std::vector<ScriptCommand> schedule, plan;
};

struct ScheduleScript {
  std::vector<ScriptEntry> entries;

  const ScriptEntry *entryOf(const std::string &nest) const;
};

} // namespace acc
