#include "tools/report/Json.h"

#include "llvm/Support/FormatVariadic.h"

#include <map>

namespace acc::report {
namespace {

using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;

constexpr unsigned kDeepest = 200;

bool nestsTooDeeply(llvm::StringRef text) {
  unsigned depth = 0;
  bool inString = false;
  for (size_t k = 0; k < text.size(); ++k) {
    if (inString && text[k] == '\\')
      ++k;
    else if (text[k] == '"')
      inString = !inString;
    else if (!inString && (text[k] == '[' || text[k] == '{') && ++depth > kDeepest)
      return true;
    else if (!inString && (text[k] == ']' || text[k] == '}') && depth > 0)
      --depth;
  }
  return false;
}

bool member(ObjectMapper &map, llvm::StringLiteral key, auto &out) { return map.map(key, out); }

bool member(ObjectMapper &map, llvm::StringLiteral key, unsigned &out) {
  uint64_t value = 0;
  if (!map.map(key, value))
    return false;
  out = static_cast<unsigned>(value);
  return true;
}

/// Keys, each followed by the field that takes its value; false, with an error in the path, where a
/// value is missing or has another type.
template <size_t N>
bool members(ObjectMapper &map, const char (&key)[N], auto &out, auto &...rest) {
  // Clang takes a StringLiteral only from what is a constant where it is written; a parameter is
  // not.
  if (!member(map, llvm::StringLiteral::withInnerNUL(key), out))
    return false;
  if constexpr (sizeof...(rest) > 0)
    return members(map, rest...);
  return true;
}

/// The same for an object that has no other members.
bool read(const Value &value, Path path, auto &...pairs) {
  ObjectMapper map(value, path);
  return map && members(map, pairs...);
}

} // namespace

llvm::Expected<Value> parseJson(llvm::StringRef text) {
  if (nestsTooDeeply(text))
    return llvm::createStringError("the JSON nests too deeply");
  return llvm::json::parse(text);
}

bool fromJSON(const Value &value, Finding &finding, Path path) {
  return read(value, path, "id", finding.id, "message", finding.message, "line", finding.line,
              "column", finding.column);
}

bool fromJSON(const Value &value, Parameter &parameter, Path path) {
  return read(value, path, "name", parameter.name, "type", parameter.type, "value",
              parameter.value);
}

bool fromJSON(const Value &value, Loop &loop, Path path) {
  ObjectMapper map(value, path);
  return map &&
         members(map, "name", loop.name, "source", loop.source, "parent", loop.parent, "lower",
                 loop.lower, "upper", loop.upper, "step", loop.step, "line", loop.line, "parallel",
                 loop.parallel) &&
         map.mapOptional("parallelWhen", loop.parallelWhen);
}

bool fromJSON(const Value &value, Statement &statement, Path path) {
  return read(value, path, "id", statement.id, "line", statement.line, "loops", statement.loops,
              "condition", statement.condition, "opaque", statement.opaque);
}

bool fromJSON(const Value &value, Access &access, Path path) {
  ObjectMapper map(value, path);
  std::string kind;
  if (!map || !members(map, "statement", access.statement, "kind", kind, "may", access.may, "line",
                       access.line, "column", access.column, "index", access.index, "subscripts",
                       access.subscripts))
    return false;
  access.isWrite = kind == "write";
  if (kind == "read" || kind == "write")
    return true;
  path.field("kind").report("expected read or write");
  return false;
}

bool fromJSON(const Value &value, Array::Alternative &alternative, Path path) {
  return read(value, path, "view", alternative.view, "sizes", alternative.sizes, "validity",
              alternative.validity);
}

bool fromJSON(const Value &value, Array &array, Path path) {
  ObjectMapper map(value, path);
  if (!map ||
      !members(map, "base", array.base, "element", array.element, "elementSize", array.elementSize,
               "role", array.role, "view", array.view, "sizes", array.sizes, "origin", array.origin,
               "affineMap", array.affineMap, "affineOffset", array.affineOffset, "accesses",
               array.accesses, "alternatives", array.alternatives))
    return false;
  array.recovered = array.view != "array" || !array.sizes.empty();
  if (!map.mapOptional("recovered", array.recovered))
    return false;
  if (array.view == "strided")
    return members(map, "strides", array.strides, "offset", array.offset);
  if (array.view == "jagged")
    return members(map, "rowStart", array.rowStart, "rowLength", array.rowLength);
  return true;
}

bool fromJSON(const Value &value, Assumption &assumption, Path path) {
  return read(value, path, "kind", assumption.kind, "condition", assumption.condition, "verdict",
              assumption.verdict, "line", assumption.line);
}

bool fromJSON(const Value &value, Gain &gain, Path path) {
  return read(value, path, "share", gain.share, "saved", gain.saved);
}

bool fromJSON(const Value &value, Run &run, Path path) {
  return read(value, path, "inputs", run.inputs, "fast", run.fast, "why", run.why);
}

bool fromJSON(const Value &value, MeasuredSize &size, Path path) {
  ObjectMapper map(value, path);
  std::map<std::string, int64_t> values;
  const bool isRead = map && members(map, "values", values, "bytes", size.bytes, "original",
                                     size.original, "rewritten", size.rewritten);
  size.values.assign(values.begin(), values.end());
  return isRead;
}

bool fromJSON(const Value &value, Measured &measured, Path path) {
  return read(value, path, "compiler", measured.compiler, "why", measured.why, "sizes",
              measured.sizes);
}

bool fromJSON(const Value &value, Dependence &dependence, Path path) {
  ObjectMapper map(value, path);
  std::vector<std::optional<std::string>> distance;
  uint64_t line = 0, column = 0;
  std::vector<std::vector<uint64_t>> lines;
  if (!map ||
      !members(map, "kind", dependence.kind, "array", dependence.array, "carriedBy",
               dependence.carriedBy, "distance", distance) ||
      !map.mapOptional("line", line) || !map.mapOptional("column", column) ||
      !map.mapOptional("lines", lines) || !map.mapOptional("unknown", dependence.isUnknown))
    return false;
  for (const std::vector<uint64_t> &pair : lines) {
    if (pair.size() != 2) {
      path.field("lines").report("expected pairs");
      return false;
    }
    dependence.lines.emplace_back(static_cast<unsigned>(pair[0]), static_cast<unsigned>(pair[1]));
  }
  dependence.line = static_cast<unsigned>(line);
  dependence.column = static_cast<unsigned>(column);
  for (size_t k = 0; k < distance.size(); ++k) {
    std::optional<int64_t> &entry = dependence.distance.emplace_back();
    if (!distance[k])
      continue;
    int64_t number = 0;
    if (llvm::StringRef(*distance[k]).getAsInteger(10, number)) {
      path.field("distance").index(k).report("expected a decimal number");
      return false;
    }
    entry = number;
  }
  return true;
}

bool fromJSON(const Value &value, Version &version, Path path) {
  return read(value, path, "when", version.when, "arrays", version.arrays, "validity",
              version.validity, "guard", version.guard);
}

namespace {

bool readDisjoint(const llvm::json::Object &object, Nest &nest, Path path) {
  std::vector<std::vector<std::string>> pairs;
  const Value *value = object.get("disjoint");
  if (!value) {
    path.report("missing value");
    return false;
  }
  if (!fromJSON(*value, pairs, path))
    return false;
  for (const std::vector<std::string> &pair : pairs) {
    if (pair.size() != 2) {
      path.report("expected pairs");
      return false;
    }
    nest.disjoint.emplace_back(pair[0], pair[1]);
  }
  return true;
}

bool readSchedule(const llvm::json::Object &object, Nest &nest, Path path) {
  const llvm::json::Array *steps = object.getArray("schedule");
  if (!steps) {
    path.report("expected array");
    return false;
  }
  nest.schedule = llvm::formatv("{0}", Value(llvm::json::Array(*steps))).str();
  return true;
}

bool readFloatingPoint(const llvm::json::Object &object, Nest &nest, Path path) {
  const Value *value = object.get("fp");
  if (!value) {
    path.report("missing value");
    return false;
  }
  ObjectMapper map(*value, path);
  return map && members(map, "mode", nest.fpMode, "reassociated", nest.reassociated);
}

} // namespace

bool fromJSON(const Value &value, Nest &nest, Path path) {
  ObjectMapper map(value, path);
  std::optional<uint64_t> endLine, endColumn;
  std::optional<double> milliseconds;
  if (!map ||
      !members(map, "id", nest.id, "parent", nest.parent, "function", nest.function, "line",
               nest.line, "column", nest.column, "status", nest.status, "rejections",
               nest.rejections, "parameters", nest.parameters, "loops", nest.loops, "statements",
               nest.statements, "arrays", nest.arrays, "validity", nest.validity, "guard",
               nest.guard, "guardText", nest.guardText, "versions", nest.versions, "assumptions",
               nest.assumptions, "dependences", nest.dependences) ||
      !map.mapOptional("dependencesWhen", nest.dependencesWhen) ||
      !members(map, "simpleValidity", nest.simpleValidity, "orderInvariant", nest.orderInvariant,
               "lint", nest.lint, "endLine", endLine, "endColumn", endColumn) ||
      !map.mapOptional("expected", nest.expected) || !map.mapOptional("run", nest.run) ||
      !map.mapOptional("measured", nest.measured) ||
      !members(map, "written", nest.written, "milliseconds", milliseconds))
    return false;
  nest.endLine = static_cast<unsigned>(endLine.value_or(0));
  nest.endColumn = static_cast<unsigned>(endColumn.value_or(0));
  nest.milliseconds = milliseconds.value_or(0);
  const llvm::json::Object &object = *value.getAsObject();
  return readDisjoint(object, nest, path.field("disjoint")) &&
         readSchedule(object, nest, path.field("schedule")) &&
         readFloatingPoint(object, nest, path.field("fp"));
}

bool fromJSON(const Value &value, File &file, Path path) {
  ObjectMapper map(value, path);
  return map && members(map, "path", file.path, "status", file.status) &&
         map.mapOptional("errors", file.errors) && map.map("nests", file.nests);
}

namespace {

/// The end of the string that starts at `at`.
size_t stringEnd(llvm::StringRef text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    at += text[at] == '\\';
  return std::min(at + 1, text.size());
}

/// The texts of the schedules of all nests, in their order. llvm::json sorts the keys of an object,
/// and the order of the indices of a `tile` is a part of its meaning. `text` is a report that was
/// read without an error.
std::vector<llvm::StringRef> scheduleTexts(llvm::StringRef text) {
  constexpr unsigned kInNest = 5; // report, files, file, nests, nest
  std::vector<llvm::StringRef> found;
  unsigned depth = 0;
  size_t start = llvm::StringRef::npos;
  for (size_t at = 0; at < text.size();) {
    char c = text[at];
    if (c == '"') {
      size_t end = stringEnd(text, at);
      llvm::StringRef rest = text.substr(end).ltrim();
      bool isKey =
          depth == kInNest && text.slice(at, end) == "\"schedule\"" && rest.starts_with(":");
      at = end;
      if (isKey) {
        at = text.size() - rest.size();
        start = text.find('[', at);
      }
      continue;
    }
    depth += c == '[' || c == '{';
    depth -= c == ']' || c == '}';
    ++at;
    if (c == ']' && depth == kInNest && start != llvm::StringRef::npos) {
      found.push_back(text.slice(start, at));
      start = llvm::StringRef::npos;
    }
  }
  return found;
}

} // namespace

std::variant<Report, std::string> readJson(llvm::StringRef text) {
  llvm::Expected<Value> value = parseJson(text);
  if (!value)
    return llvm::toString(value.takeError());
  Path::Root root("report");
  ObjectMapper map(*value, root);
  int64_t version = 0;
  Report report;
  if (!map || !map.map("schemaVersion", version))
    return llvm::toString(root.getError());
  if (version != 1)
    return "schemaVersion is " + std::to_string(version) + ", this program reads version 1";
  if (!map.map("files", report.files))
    return llvm::toString(root.getError());
  std::vector<llvm::StringRef> schedules = scheduleTexts(text);
  size_t next = 0;
  for (File &file : report.files)
    for (Nest &nest : file.nests)
      if (next < schedules.size())
        nest.schedule = schedules[next++].str();
  if (const llvm::json::Object *tool = value->getAsObject()->getObject("tool"))
    report.toolVersion = tool->getString("version").value_or("").str();
  return report;
}

} // namespace acc::report
