#include "scheduling/Plan.h"
#include "scheduling/ScheduleScript.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/YAMLParser.h>

#include <algorithm>
#include <functional>

namespace acc {
namespace {

namespace yaml = llvm::yaml;
using Kind = ScriptCommand::Kind;

/// Reads the YAML tree; the first thing wrong stops it and is kept in `error`.
class Reader {
public:
  explicit Reader(const std::string &text) {
    sources.setDiagHandler(
        [](const llvm::SMDiagnostic &diagnostic, void *self) {
          auto &reader = *static_cast<Reader *>(self);
          if (!reader.error)
            reader.error = ScriptError{diagnostic.getMessage().str(),
                                       static_cast<unsigned>(std::max(diagnostic.getLineNo(), 0)),
                                       static_cast<unsigned>(diagnostic.getColumnNo() + 1)};
        },
        this);
    stream = std::make_unique<yaml::Stream>(text, sources, /*ShowColors=*/false);
  }

  std::variant<ScheduleScript, ScriptError> run() {
    auto document = stream->begin();
    if (document != stream->end()) {
      yaml::Node *root = document->getRoot();
      if (auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(root)) {
        for (yaml::Node &item : *list)
          if (!failed())
            readEntry(item);
      } else if (root && !llvm::isa<yaml::NullNode>(root)) {
        fail(root, "a script is a list of entries that start with '- nest:'");
      }
    }
    if (!error && stream->failed())
      error = ScriptError{"the script is not YAML", 1, 1};
    if (error)
      return *error;
    return std::move(script);
  }

private:
  bool failed() const { return error.has_value() || stream->failed(); }

  void fail(yaml::Node *node, const std::string &message) {
    if (failed())
      return;
    ScriptError at{message, 1, 1};
    if (node && node->getSourceRange().Start.isValid())
      std::tie(at.line, at.column) = sources.getLineAndColumn(node->getSourceRange().Start);
    error = at;
  }

  std::string scalar(yaml::Node *node, const char *what) {
    auto *value = llvm::dyn_cast_or_null<yaml::ScalarNode>(node);
    if (!value) {
      fail(node, std::string(what) + " must be a name");
      return "";
    }
    llvm::SmallString<32> storage;
    return value->getValue(storage).str();
  }

  int64_t integer(yaml::Node *node) {
    std::string text = scalar(node, "a size");
    int64_t value = 0;
    if (llvm::StringRef(text).getAsInteger(10, value))
      fail(node, "'" + text + "' is no integer");
    return value;
  }

  std::vector<std::string> nameList(yaml::Node *node, const char *what) {
    std::vector<std::string> names;
    if (auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(node)) {
      for (yaml::Node &item : *list)
        names.push_back(scalar(&item, what));
    } else {
      fail(node, std::string(what) + "s must be a list: [i, j]");
    }
    return names;
  }

  /// Calls `take` with each key and value; keys may not repeat.
  void mapping(yaml::Node *node, const std::string &what,
               const std::function<void(const std::string &, yaml::Node *, yaml::Node *)> &take) {
    auto *map = llvm::dyn_cast_or_null<yaml::MappingNode>(node);
    if (!map)
      return fail(node, what + " must be a mapping");
    std::vector<std::string> seen;
    for (yaml::KeyValueNode &pair : *map) {
      if (failed())
        return;
      std::string key = scalar(pair.getKey(), "a key");
      if (std::find(seen.begin(), seen.end(), key) != seen.end())
        return fail(pair.getKey(), "'" + key + "' occurs twice");
      seen.push_back(key);
      take(key, pair.getKey(), pair.getValue());
    }
  }

  void readEntry(yaml::Node &node) {
    ScriptEntry entry;
    mapping(&node, "an entry", [&](const std::string &key, yaml::Node *keyNode, yaml::Node *value) {
      if (key == "nest")
        entry.nests = {scalar(value, "a nest")};
      else if (key == "fuse") {
        entry.nests = nameList(value, "nest");
        entry.isFuse = true;
      } else if (key == "schedule")
        entry.schedule = readCommands(value, false);
      else if (key == "plan")
        entry.plan = readCommands(value, true);
      else if (key == "partial" || key == "names")
        value->skip();
      else
        fail(keyNode, "unknown key '" + key + "'");
    });
    if (entry.nests.empty())
      fail(&node, "an entry needs 'nest'");
    for (const std::string &nest : entry.nests)
      if (!entry.isFuse && script.entryOf(nest) && !script.entryOf(nest)->isFuse)
        fail(&node, "two entries for '" + nest + "'");
    script.entries.push_back(std::move(entry));
  }

  std::vector<ScriptCommand> readCommands(yaml::Node *node, bool isPlan) {
    std::vector<ScriptCommand> commands;
    auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(node);
    if (!list) {
      if (!llvm::isa_and_nonnull<yaml::NullNode>(node))
        fail(node, isPlan ? "'plan' must be a list" : "'schedule' must be a list");
      return commands;
    }
    for (yaml::Node &item : *list) {
      if (failed())
        break;
      bool any = false;
      mapping(&item, "a step", [&](const std::string &key, yaml::Node *at, yaml::Node *value) {
        if (any)
          return fail(at, "a step has one key");
        any = true;
        commands.push_back(readCommand(key, at, value, isPlan));
      });
    }
    return commands;
  }

  ScriptCommand readCommand(const std::string &key, yaml::Node *at, yaml::Node *value,
                            bool isPlan) {
    ScriptCommand command;
    command.name = key;
    if (!isPlan && key == "split") {
      readSplit(value, command);
    } else if (!isPlan && key == "tile") {
      command.kind = Kind::Tile;
      mapping(value, "tile", [&](const std::string &index, yaml::Node *, yaml::Node *size) {
        command.names.push_back(index);
        command.sizes.push_back(integer(size));
      });
    } else if (!isPlan && key == "reorder") {
      command.kind = Kind::Reorder;
      command.names = nameList(value, "index");
    } else if (isPlan && (key == "unroll" || key == "vectorize")) {
      command.kind = key == "unroll" ? Kind::Unroll : Kind::Vectorize;
      command.names = nameList(value, "index");
    } else if (isPlan && key == "promote") {
      readPromote(value, command);
    } else if (isPlan ? key == "cache" || key == "parallelize" : key == "skew" || key == "pad") {
      value->skip();
    } else {
      fail(at, "unknown step '" + key + "' of a " + (isPlan ? "plan" : "schedule"));
    }
    return command;
  }

  void readSplit(yaml::Node *value, ScriptCommand &command) {
    command.kind = Kind::Split;
    command.names = {"", ""};
    mapping(value, "split", [&](const std::string &key, yaml::Node *at, yaml::Node *argument) {
      if (key == "index")
        command.names[0] = scalar(argument, "an index");
      else if (key == "size")
        command.sizes = {integer(argument)};
      else if (key == "inner")
        command.names[1] = scalar(argument, "an index");
      else
        fail(at, "unknown key '" + key + "' of split");
    });
    if (command.names[0].empty() || command.sizes.empty())
      fail(value, "split needs 'index' and 'size'");
  }

  void readPromote(yaml::Node *value, ScriptCommand &command) {
    command.kind = Kind::Promote;
    command.names = {"", ""};
    mapping(value, "promote", [&](const std::string &key, yaml::Node *at, yaml::Node *argument) {
      if (key == "array")
        command.names[0] = scalar(argument, "an array");
      else if (key == "index")
        command.names[1] = scalar(argument, "an index");
      else
        fail(at, "unknown key '" + key + "' of promote");
    });
    if (command.names[0].empty() || command.names[1].empty())
      fail(value, "promote needs 'array' and 'index'");
  }

  llvm::SourceMgr sources;
  std::unique_ptr<yaml::Stream> stream;
  ScheduleScript script;
  std::optional<ScriptError> error;
};

} // namespace

const ScriptEntry *ScheduleScript::entryOf(const std::string &nest) const {
  for (const ScriptEntry &entry : entries)
    if (std::find(entry.nests.begin(), entry.nests.end(), nest) != entry.nests.end())
      return &entry;
  return nullptr;
}

std::variant<Script, ScriptError> Script::parse(const std::string &text) {
  auto read = Reader(text).run();
  if (auto *error = std::get_if<ScriptError>(&read))
    return *error;
  return Script(std::make_shared<ScheduleScript>(std::get<ScheduleScript>(std::move(read))));
}

} // namespace acc
