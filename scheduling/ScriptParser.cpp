#include "scheduling/Plan.h"
#include "scheduling/ScheduleScript.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/YAMLParser.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace acc {
namespace {

namespace yaml = llvm::yaml;

/// Reads the YAML tree; the first thing wrong stops it and is kept in `error`.
class ScriptReader {
public:
  /// What an entry means whose parameters have several values and that has no `point:`.
  enum class Open { IsAnError, HasTheFirst };

  ScriptReader(const std::string &text, Open open) : open(open) {
    sources.setDiagHandler(
        [](const llvm::SMDiagnostic &diagnostic, void *self) {
          auto &reader = *static_cast<ScriptReader *>(self);
          if (!reader.error)
            reader.error = ScriptError{diagnostic.getMessage().str(),
                                       static_cast<unsigned>(std::max(diagnostic.getLineNo(), 0)),
                                       static_cast<unsigned>(diagnostic.getColumnNo() + 1)};
        },
        this);
    stream = std::make_unique<yaml::Stream>(text, sources, /*ShowColors=*/false);
    begin = text.data();
  }

  std::variant<ScheduleScript, ScriptError> parse() {
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
    ScriptPlace at = placeOf(node);
    error = ScriptError{message, at.line, at.column};
  }

  ScriptPlace placeOf(yaml::Node *node) const {
    ScriptPlace place;
    if (node && node->getSourceRange().Start.isValid())
      std::tie(place.line, place.column) = sources.getLineAndColumn(node->getSourceRange().Start);
    return place;
  }

  /// As it is written; keys are no parameters.
  std::string plainText(yaml::Node *node, const char *what) {
    auto *value = llvm::dyn_cast_or_null<yaml::ScalarNode>(node);
    if (!value) {
      fail(node, std::string(what) + " must be a name");
      return "";
    }
    llvm::SmallString<32> storage;
    return value->getValue(storage).str();
  }

  std::string scalar(yaml::Node *node, const char *what) {
    std::string text = plainText(node, what);
    auto parameter = parameters.find(text);
    if (parameter == parameters.end())
      return text;
    if (parameter->second.isList)
      fail(node, "the parameter '" + text + "' is a list, but this key takes one value");
    return parameter->second.isList ? "" : parameter->second.words.front();
  }

  int64_t integer(yaml::Node *node) {
    std::string text = scalar(node, "a size");
    int64_t value = 0;
    // "4.0" is an integer too, as in Accera.
    if (size_t point = text.find('.');
        point != std::string::npos && text.find_first_not_of('0', point + 1) == std::string::npos)
      text.erase(point);
    if (llvm::StringRef(text).getAsInteger(10, value))
      fail(node, "'" + text + "' is not an integer");
    return value;
  }

  std::vector<std::string> nameList(yaml::Node *node, const char *what) {
    std::vector<std::string> names;
    if (auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(node)) {
      for (yaml::Node &item : *list)
        names.push_back(scalar(&item, what));
    } else if (const ParameterValue *value = listOf(node)) {
      names = value->words;
    } else {
      fail(node, std::string(what) + "s must be a list: [i, j]");
    }
    return names;
  }

  /// The list that a parameter stands for; null when the node is none.
  const ParameterValue *listOf(yaml::Node *node) {
    if (!llvm::isa_and_nonnull<yaml::ScalarNode>(node))
      return nullptr;
    auto found = parameters.find(plainText(node, "a name"));
    return found != parameters.end() && found->second.isList ? &found->second : nullptr;
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
      std::string key = plainText(pair.getKey(), "a key");
      if (std::find(seen.begin(), seen.end(), key) != seen.end())
        return fail(pair.getKey(), "'" + key + "' occurs twice");
      seen.push_back(key);
      take(key, pair.getKey(), pair.getValue());
    }
  }

  void readEntry(yaml::Node &node) {
    ScriptEntry entry;
    entry.place = placeOf(&node);
    parameters.clear();
    yaml::Node *fuseOnly = nullptr;
    bool hasSteps = false;
    mapping(&node, "an entry", [&](const std::string &key, yaml::Node *keyNode, yaml::Node *value) {
      if (key == "nest")
        entry.nests = {scalar(value, "a nest")};
      else if (key == "fuse") {
        readParts(value, entry);
      } else if (key == "schedule" || key == "plan") {
        if (!std::exchange(hasSteps, true))
          parameters = valuesFor(entry, &node);
        (key == "plan" ? entry.plan : entry.schedule) = readCommands(value, key == "plan");
      } else if (key == "partial")
        entry.partial = integer(value);
      else if (key == "names")
        entry.names = nameList(value, "index");
      else if (hasSteps && (key == "parameters" || key == "point" || key == "sample"))
        fail(keyNode, "'" + key + "' must come before the steps");
      else if (key == "parameters") {
        entry.gridOffset = keyNode->getSourceRange().Start.getPointer() - begin;
        readParameters(value, entry.grid);
      } else if (key == "sample") {
        entry.grid.sample = integer(value);
        if (*entry.grid.sample < 1)
          fail(value, "a sample has at least one combination");
      } else if (key == "point")
        entry.point = integer(value);
      else
        fail(keyNode, "unknown key '" + key + "'");
      if (key == "partial" || key == "names")
        fuseOnly = keyNode;
    });
    if (entry.nests.empty())
      fail(&node, "an entry must have 'nest'");
    if (fuseOnly && !entry.isFuse)
      fail(fuseOnly, "'partial' and 'names' belong to a 'fuse' entry");
    for (const ScriptEntry &other : script.entries)
      if (auto nest = conflict(entry, other))
        fail(&node, "two entries for '" + *nest + "'");
    script.entries.push_back(std::move(entry));
  }

  /// {m: [4, 6], k: 256, order: [[i, j], [j, i]]}
  void readParameters(yaml::Node *node, ParameterGrid &grid) {
    mapping(node, "parameters", [&](const std::string &name, yaml::Node *, yaml::Node *value) {
      std::vector<ParameterValue> values;
      if (auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(value)) {
        for (yaml::Node &item : *list)
          if (llvm::isa<yaml::SequenceNode>(item))
            values.push_back({nameList(&item, "name"), true});
          else
            values.push_back({{scalar(&item, "a value")}, false});
      } else {
        values.push_back({{scalar(value, "a value")}, false});
      }
      if (values.empty())
        fail(value, "the parameter '" + name + "' has no value");
      grid.parameters.emplace_back(name, std::move(values));
    });
  }

  /// What the parameters of an entry mean in its steps.
  std::map<std::string, ParameterValue> valuesFor(const ScriptEntry &entry, yaml::Node *node) {
    const std::optional<int64_t> count = entry.grid.size();
    const std::string have =
        "the parameters have " + (count ? std::to_string(*count) : "too many") + " combinations";
    if (!entry.point && count != 1 && open == Open::IsAnError)
      fail(node, have + "; measure them with 'tune --schedule', or choose one with 'point: 0'");
    const int64_t point = entry.point.value_or(0);
    if (point < 0 || (count && point >= *count))
      fail(node, "there is no point " + std::to_string(point) + ": " + have);
    return failed() ? std::map<std::string, ParameterValue>() : entry.grid.at(point);
  }

  /// [f#1, f#2] or [[f#1, f#2], f#3]
  void readParts(yaml::Node *node, ScriptEntry &entry) {
    entry.isFuse = true;
    auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(node);
    if (!list)
      return fail(node, "nests must be a list: [f#1, f#2]");
    for (yaml::Node &item : *list) {
      std::vector<std::string> names;
      if (llvm::isa<yaml::SequenceNode>(item))
        names = nameList(&item, "nest");
      else
        names = {scalar(&item, "a nest")};
      entry.parts.push_back(names.size());
      entry.nests.insert(entry.nests.end(), names.begin(), names.end());
    }
  }

  /// `inner` fuses what is inside of one part of `outer`.
  static bool isInside(const ScriptEntry &inner, const ScriptEntry &outer) {
    auto begin = outer.nests.begin();
    for (size_t count : outer.parts) {
      auto end = begin + count;
      if (std::search(begin, end, inner.nests.begin(), inner.nests.end()) != end)
        return true;
      begin = end;
    }
    return false;
  }

  /// A nest for which both entries speak.
  static std::optional<std::string> conflict(const ScriptEntry &a, const ScriptEntry &b) {
    if (a.isFuse != b.isFuse || (a.isFuse && (isInside(a, b) || isInside(b, a))))
      return std::nullopt;
    for (const std::string &nest : a.nests)
      if (std::find(b.nests.begin(), b.nests.end(), nest) != b.nests.end())
        return nest;
    return std::nullopt;
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
          return fail(at, "a step must have exactly one key");
        any = true;
        commands.push_back(readCommand(key, at, value, isPlan));
      });
    }
    return commands;
  }

  ScriptCommand readCommand(const std::string &key, yaml::Node *at, yaml::Node *value,
                            bool isPlan) {
    ScriptCommand command;
    command.place = placeOf(at);
    for (const CommandSpec &spec : commandSpecs())
      if (spec.name == key && spec.isPlan == isPlan)
        command.spec = &spec;
    if (!command.spec) {
      fail(at, "unknown step '" + key + "' of a " + (isPlan ? "plan" : "schedule"));
      return command;
    }
    switch (command.spec->form) {
    case CommandSpec::Form::Any:
      value->skip();
      break;
    case CommandSpec::Form::List:
      command.list = nameList(value, "index");
      break;
    case CommandSpec::Form::Sizes:
      mapping(value, key, [&](const std::string &index, yaml::Node *, yaml::Node *size) {
        command.sizes.emplace_back(index, integer(size));
      });
      break;
    case CommandSpec::Form::ListOrMapping:
      if (llvm::isa_and_nonnull<yaml::SequenceNode>(value)) {
        readArgument(command.spec->arguments.front().kind, value,
                     command.arguments[command.spec->arguments.front().key]);
        break;
      }
      [[fallthrough]];
    case CommandSpec::Form::Mapping:
      readArguments(value, command);
      break;
    }
    return command;
  }

  void readArguments(yaml::Node *value, ScriptCommand &command) {
    const CommandSpec &spec = *command.spec;
    mapping(value, spec.name, [&](const std::string &key, yaml::Node *at, yaml::Node *argument) {
      for (const ArgumentSpec &one : spec.arguments)
        if (one.key == key)
          return readArgument(one.kind, argument, command.arguments[key]);
      fail(at, "unknown key '" + key + "' of " + spec.name);
    });
    for (const ArgumentSpec &one : spec.arguments)
      if (one.isRequired && !command.arguments.count(one.key))
        fail(value, std::string(spec.name) + " needs '" + one.key + "'");
  }

  void readArgument(ArgumentKind kind, yaml::Node *node, ScriptArgument &argument) {
    switch (kind) {
    case ArgumentKind::Name:
      argument.name = scalar(node, "a name");
      if (argument.name.empty())
        fail(node, "a name must not be empty");
      break;
    case ArgumentKind::Size:
      argument.size = integer(node);
      break;
    case ArgumentKind::Names:
      argument.names = nameList(node, "name");
      break;
    case ArgumentKind::Parts:
      if (auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(node))
        for (yaml::Node &part : *list)
          argument.parts.push_back(nameList(&part, "statement"));
      else
        fail(node, "parts must be a list of lists: [[S0], [S1]]");
      break;
    case ArgumentKind::Place:
      argument.places = {place(node)};
      break;
    case ArgumentKind::Places:
      if (auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(node))
        for (yaml::Node &one : *list)
          argument.places.push_back(place(&one));
      else
        argument.places = {place(node)};
      break;
    }
  }

  Polynomial place(yaml::Node *node) {
    auto parsed = parsePlace(scalar(node, "a place"));
    if (auto *problem = std::get_if<std::string>(&parsed)) {
      fail(node, *problem);
      return {};
    }
    std::map<std::string, Polynomial> values;
    for (const auto &[name, value] : parameters)
      if (int64_t number = 0;
          !value.isList && !llvm::StringRef(value.words.front()).getAsInteger(10, number))
        values[name] = Polynomial(number);
    return std::get<Polynomial>(parsed).substitute(values);
  }

  const Open open;
  const char *begin = nullptr;
  /// Of the entry whose steps are read.
  std::map<std::string, ParameterValue> parameters;
  llvm::SourceMgr sources;
  std::unique_ptr<yaml::Stream> stream;
  ScheduleScript script;
  std::optional<ScriptError> error;
};

} // namespace

const ScriptEntry *ScheduleScript::entryOf(const std::string &nest) const {
  for (const ScriptEntry &entry : entries)
    if (!entry.isFuse && entry.nests.front() == nest)
      return &entry;
  return nullptr;
}

const ScriptEntry *ScheduleScript::fusionOf(const std::string &nest) const {
  const ScriptEntry *outermost = nullptr;
  for (const ScriptEntry &entry : entries)
    if (entry.isFuse &&
        std::find(entry.nests.begin(), entry.nests.end(), nest) != entry.nests.end() &&
        (!outermost || entry.nests.size() > outermost->nests.size()))
      outermost = &entry;
  return outermost;
}

const ScriptEntry *ScheduleScript::fusionOf(const std::vector<std::string> &nests) const {
  for (const ScriptEntry &entry : entries)
    if (entry.isFuse && entry.nests == nests)
      return &entry;
  return nullptr;
}

std::variant<Script, ScriptError> Script::parse(const std::string &text) {
  auto read = ScriptReader(text, ScriptReader::Open::IsAnError).parse();
  if (auto *error = std::get_if<ScriptError>(&read))
    return *error;
  return Script(std::make_shared<ScheduleScript>(std::get<ScheduleScript>(std::move(read))));
}

std::variant<std::vector<ScriptPoint>, ScriptError> Script::points(const std::string &text) {
  auto read = ScriptReader(text, ScriptReader::Open::HasTheFirst).parse();
  if (auto *error = std::get_if<ScriptError>(&read))
    return *error;
  struct OpenEntry {
    const ScriptEntry *entry;
    std::vector<int64_t> points;
  };
  std::vector<OpenEntry> all;
  size_t count = 1;
  const ScheduleScript &script = std::get<ScheduleScript>(read);
  for (const ScriptEntry &entry : script.entries) {
    const std::optional<int64_t> combinations = entry.grid.size();
    if (entry.point || combinations == 1)
      continue;
    const int64_t wanted =
        std::min(combinations.value_or(INT64_MAX), entry.grid.sample.value_or(INT64_MAX));
    if (wanted > kMostPoints)
      return ScriptError{"the parameters have " +
                             (combinations ? std::to_string(*combinations) : "too many") +
                             " combinations; 'sample: 20' takes 20 of them, at most " +
                             std::to_string(kMostPoints) + " are possible",
                         entry.place.line, entry.place.column};
    all.push_back({&entry, entry.grid.wanted()});
    count = std::max(count, all.back().points.size());
  }
  std::vector<ScriptPoint> scripts(count, {text, {}});
  // From the end of the text on, so that places stay what they are.
  std::sort(all.begin(), all.end(), [](const OpenEntry &a, const OpenEntry &b) {
    return *a.entry->gridOffset > *b.entry->gridOffset;
  });
  for (const OpenEntry &one : all)
    for (size_t k = 0; k < count; ++k) {
      const int64_t point = one.points[std::min(k, one.points.size() - 1)];
      const size_t offset = *one.entry->gridOffset, lineStart = text.rfind('\n', offset) + 1;
      const llvm::StringRef before = llvm::StringRef(text).take_front(offset).rtrim();
      const bool isInBraces = before.ends_with("{") || before.ends_with(",");
      scripts[k].text.insert(offset,
                             "point: " + std::to_string(point) +
                                 (isInBraces ? ", " : "\n" + std::string(offset - lineStart, ' ')));
      for (const std::string &nest : one.entry->nests)
        scripts[k].values[nest] = one.entry->grid.text(point);
    }
  return scripts;
}

} // namespace acc
