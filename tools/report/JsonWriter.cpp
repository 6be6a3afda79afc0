#include "tools/report/Json.h"

namespace acc::report {
namespace {

using llvm::json::fixUTF8;
using llvm::json::OStream;

void attribute(OStream &out, const char *key, const std::string &value) {
  out.attribute(key, fixUTF8(value));
}

void attribute(OStream &out, const char *key, const std::optional<std::string> &value) {
  if (value)
    out.attribute(key, fixUTF8(*value));
  else
    out.attribute(key, nullptr);
}

void attribute(OStream &out, const char *key, const std::vector<std::string> &values) {
  out.attributeArray(key, [&] {
    for (const std::string &value : values)
      out.value(fixUTF8(value));
  });
}

template <typename T, typename Write>
void list(OStream &out, const char *key, const std::vector<T> &values, Write &&write) {
  out.attributeArray(key, [&] {
    for (const T &value : values)
      out.object([&] { write(value); });
  });
}

void findings(OStream &out, const char *key, const std::vector<Finding> &values) {
  list(out, key, values, [&](const Finding &finding) {
    attribute(out, "id", finding.id);
    attribute(out, "message", finding.message);
    out.attribute("line", finding.line);
    out.attribute("column", finding.column);
  });
}

void arrays(OStream &out, const std::vector<Array> &values) {
  list(out, "arrays", values, [&](const Array &array) {
    attribute(out, "base", array.base);
    attribute(out, "element", array.element);
    out.attribute("elementSize", array.elementSize);
    attribute(out, "role", array.role);
    attribute(out, "view", array.view);
    attribute(out, "sizes", array.sizes);
    attribute(out, "origin", array.origin);
    out.attribute("recovered", array.recovered);
    if (array.view == "strided") {
      attribute(out, "strides", array.strides);
      attribute(out, "offset", array.offset);
    }
    if (array.view == "jagged") {
      attribute(out, "rowStart", array.rowStart);
      attribute(out, "rowLength", array.rowLength);
    }
    attribute(out, "affineMap", array.affineMap);
    attribute(out, "affineOffset", array.affineOffset);
    list(out, "accesses", array.accesses, [&](const Access &access) {
      attribute(out, "statement", access.statement);
      out.attribute("kind", access.isWrite ? "write" : "read");
      out.attribute("may", access.may);
      out.attribute("line", access.line);
      out.attribute("column", access.column);
      attribute(out, "index", access.index);
      attribute(out, "subscripts", access.subscripts);
    });
    list(out, "alternatives", array.alternatives, [&](const Array::Alternative &alternative) {
      attribute(out, "view", alternative.view);
      attribute(out, "sizes", alternative.sizes);
      attribute(out, "validity", alternative.validity);
    });
  });
}

void space(OStream &out, const Nest &nest) {
  list(out, "parameters", nest.parameters, [&](const Parameter &parameter) {
    attribute(out, "name", parameter.name);
    attribute(out, "type", parameter.type);
    attribute(out, "value", parameter.value);
  });
  list(out, "loops", nest.loops, [&](const Loop &loop) {
    attribute(out, "name", loop.name);
    attribute(out, "source", loop.source);
    attribute(out, "parent", loop.parent);
    attribute(out, "lower", loop.lower);
    attribute(out, "upper", loop.upper);
    attribute(out, "step", loop.step);
    out.attribute("line", loop.line);
    out.attribute("parallel", loop.parallel);
    attribute(out, "parallelWhen", loop.parallelWhen);
  });
  list(out, "statements", nest.statements, [&](const Statement &statement) {
    attribute(out, "id", statement.id);
    out.attribute("line", statement.line);
    attribute(out, "loops", statement.loops);
    attribute(out, "condition", statement.condition);
    out.attribute("opaque", statement.opaque);
  });
}

void conditions(OStream &out, const Nest &nest) {
  attribute(out, "validity", nest.validity);
  attribute(out, "simpleValidity", nest.simpleValidity);
  attribute(out, "guard", nest.guard);
  out.attributeArray("disjoint", [&] {
    for (const auto &[a, b] : nest.disjoint)
      out.array([&] {
        out.value(fixUTF8(a));
        out.value(fixUTF8(b));
      });
  });
  attribute(out, "guardText", nest.guardText);
  list(out, "versions", nest.versions, [&](const Version &version) {
    attribute(out, "when", version.when);
    arrays(out, version.arrays);
    attribute(out, "validity", version.validity);
    attribute(out, "guard", version.guard);
  });
  list(out, "assumptions", nest.assumptions, [&](const Assumption &assumption) {
    attribute(out, "kind", assumption.kind);
    attribute(out, "condition", assumption.condition);
    attribute(out, "verdict", assumption.verdict);
    out.attribute("line", assumption.line);
  });
}

/// The text of `schedule` is JSON already; text that is not is our own error.
void schedule(OStream &out, const std::string &text) {
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  bool isArray = parsed && parsed->getAsArray();
  if (!parsed)
    llvm::consumeError(parsed.takeError());
  assert(isArray && "Nest::schedule is a JSON array");
  out.attributeBegin("schedule");
  out.rawValue(isArray ? text : "[]");
  out.attributeEnd();
}

void measured(llvm::json::OStream &out, const std::optional<Measured> &measured) {
  if (!measured)
    return out.attribute("measured", nullptr);
  out.attributeObject("measured", [&] {
    attribute(out, "compiler", measured->compiler);
    attribute(out, "why", measured->why);
    out.attributeArray("sizes", [&] {
      for (const MeasuredSize &size : measured->sizes)
        out.object([&] {
          out.attributeObject("values", [&] {
            for (const auto &[name, value] : size.values)
              out.attribute(name, value);
          });
          out.attribute("bytes", static_cast<int64_t>(size.bytes));
          out.attribute("original", size.original);
          out.attribute("rewritten", size.rewritten);
          out.attribute("ratio", size.rewritten > 0 ? size.original / size.rewritten : 1);
        });
    });
  });
}

void write(OStream &out, const Nest &nest) {
  attribute(out, "id", nest.id);
  attribute(out, "parent", nest.parent);
  attribute(out, "function", nest.function);
  out.attribute("line", nest.line);
  out.attribute("column", nest.column);
  if (nest.endLine) {
    out.attribute("endLine", nest.endLine);
    out.attribute("endColumn", nest.endColumn);
  }
  attribute(out, "status", nest.status);
  findings(out, "rejections", nest.rejections);
  space(out, nest);
  arrays(out, nest.arrays);
  conditions(out, nest);
  list(out, "dependences", nest.dependences, [&](const Dependence &dependence) {
    attribute(out, "kind", dependence.kind);
    attribute(out, "array", dependence.array);
    attribute(out, "carriedBy", dependence.carriedBy);
    out.attributeArray("distance", [&] {
      for (const std::optional<int64_t> &entry : dependence.distance)
        if (entry)
          out.value(std::to_string(*entry));
        else
          out.value(nullptr);
    });
    out.attribute("line", dependence.line);
    out.attribute("column", dependence.column);
    out.attributeArray("lines", [&] {
      for (const auto &[from, to] : dependence.lines)
        out.array([&] {
          out.value(from);
          out.value(to);
        });
    });
    if (dependence.isUnknown)
      out.attribute("unknown", true);
  });
  attribute(out, "dependencesWhen", nest.dependencesWhen);
  out.attribute("orderInvariant", nest.orderInvariant);
  out.attributeObject("fp", [&] {
    attribute(out, "mode", nest.fpMode);
    attribute(out, "reassociated", nest.reassociated);
  });
  findings(out, "lint", nest.lint);
  schedule(out, nest.schedule);
  if (nest.expected)
    out.attributeObject("expected", [&] {
      out.attribute("share", nest.expected->share);
      out.attribute("saved", nest.expected->saved);
    });
  else
    out.attribute("expected", nullptr);
  if (nest.run)
    out.attributeObject("run", [&] {
      out.attribute("inputs", nest.run->inputs);
      out.attribute("fast", nest.run->fast);
      attribute(out, "why", nest.run->why);
    });
  else
    out.attribute("run", nullptr);
  measured(out, nest.measured);
  if (nest.milliseconds > 0)
    out.attribute("milliseconds", nest.milliseconds);
  else
    out.attribute("milliseconds", nullptr);
}

} // namespace

void writeJson(const File &file, OStream &out) {
  out.object([&] {
    attribute(out, "path", file.path);
    attribute(out, "status", file.status);
    if (!file.errors.empty())
      findings(out, "errors", file.errors);
    list(out, "nests", file.nests, [&](const Nest &nest) { write(out, nest); });
  });
}

void writeJson(const Report &report, llvm::raw_ostream &stream) {
  OStream out(stream, 2);
  out.object([&] {
    out.attribute("schemaVersion", 1);
    out.attributeObject("tool", [&] {
      out.attribute("name", "acc-delin");
      attribute(out, "version", report.toolVersion);
    });
    out.attributeArray("files", [&] {
      for (const File &file : report.files)
        writeJson(file, out);
    });
  });
  stream << '\n';
}

} // namespace acc::report
