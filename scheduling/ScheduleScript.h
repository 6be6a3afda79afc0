// The parsed form of a schedule script; private to this folder.
#pragma once

#include "analysis/support/Polynomial.h"
#include "scheduling/ParameterGrid.h"

#include <cassert>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace acc {

/// What the value of a step's key may be.
enum class ArgumentKind {
  Name,   // i
  Size,   // 32
  Names,  // [i, j]
  Parts,  // [[S0], [S1, S2]]
  Place,  // k + 1
  Places, // [k, k + 1]
};

struct ArgumentSpec {
  const char *key;
  ArgumentKind kind;
  bool isRequired = true;
};

/// The form of one item of `schedule:` or `plan:`.
struct CommandSpec {
  enum class Form {
    Mapping,       // split: {index: i, size: 32}
    Sizes,         // tile: {i: 6, j: 16}
    List,          // reorder: [i, j]
    ListOrMapping, // parallelize: [i, j], which is short for {indices: [i, j]}: the first argument
    Any            // of a later version: read, refused when it is applied
  };
  const char *name;
  bool isPlan;
  Form form;
  std::vector<ArgumentSpec> arguments;
};

/// All steps of the language.
const std::vector<CommandSpec> &commandSpecs();

struct ScriptArgument {
  std::string name;
  int64_t size = 0;
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> parts;
  std::vector<Polynomial> places;
};

/// A place in the text of the script, counted from 1.
struct ScriptPlace {
  unsigned line = 1, column = 1;
};

/// The end of what Script::apply says of a command that is refused: " (line 4, column 7 of the
/// script)".
std::string placeText(const ScriptPlace &place);
/// The place at the end of a message, which loses it; none where it has no such end.
std::optional<ScriptPlace> takePlace(std::string &message);

/// One item of `schedule:` or `plan:`, of the form that its spec says.
struct ScriptCommand {
  const CommandSpec *spec = nullptr;
  /// Mapping: by key.
  std::map<std::string, ScriptArgument> arguments;
  /// Sizes, in the order of the text.
  std::vector<std::pair<std::string, int64_t>> sizes;
  /// List.
  std::vector<std::string> list;
  ScriptPlace place;

  /// The argument of a key, empty when it was left out.
  const ScriptArgument &at(const std::string &key) const;
};

struct ScriptEntry {
  /// One nest; the parts of a `fuse` entry.
  std::vector<std::string> nests;
  bool isFuse = false;
  /// Of a `fuse` entry: how many of `nests` each part has; several are what another
  /// entry fuses.
  std::vector<size_t> parts;
  /// Of a `fuse` entry: how many dimensions are fused, and the new names.
  std::optional<int64_t> partial;
  std::vector<std::string> names;
  std::vector<ScriptCommand> schedule, plan;
  ScriptPlace place;
  /// `parameters:` and `sample:`, empty without them; where the former stands, in bytes from the
  /// start of the text.
  ParameterGrid grid;
  std::optional<size_t> gridOffset;
  /// `point:`, the combination whose values the steps have.
  std::optional<int64_t> point;
};

struct ScheduleScript {
  std::vector<ScriptEntry> entries;

  /// The entry of one nest on its own.
  const ScriptEntry *entryOf(const std::string &nest) const;
  /// The outermost `fuse` entry that names the nest.
  const ScriptEntry *fusionOf(const std::string &nest) const;
  /// The `fuse` entry of exactly these nests.
  const ScriptEntry *fusionOf(const std::vector<std::string> &nests) const;
};

/// Reads "2*n - k + 1": integers, names ("p->n", "n[0]"), + - * and parentheses.
/// The text says what is wrong.
std::variant<Polynomial, std::string> parsePlace(const std::string &text);

} // namespace acc
