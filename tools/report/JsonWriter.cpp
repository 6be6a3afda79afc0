#include "tools/report/Json.h"

#include "tools/report/Summary.h"

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

void attribute(OStream &out, const char *key, const auto &value) { out.attribute(key, value); }

/// Keys, each followed by its value.
void attributes(OStream &out, const char *key, const auto &value, const auto &...rest) {
  attribute(out, key, value);
  if constexpr (sizeof...(rest) > 0)
    attributes(out, rest...);
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
    attributes(out, "id", finding.id, "message", finding.message, "line", finding.line, "column",
               finding.column);
  });
}

void arrays(OStream &out, const std::vector<Array> &values) {
  list(out, "arrays", values, [&](const Array &array) {
    attributes(out, "base", array.base, "element", array.element, "elementSize", array.elementSize,
               "role", array.role, "view", array.view, "sizes", array.sizes, "origin", array.origin,
               "recovered", array.recovered);
    if (array.view == "strided")
      attributes(out, "strides", array.strides, "offset", array.offset);
    if (array.view == "jagged")
      attributes(out, "rowStart", array.rowStart, "rowLength", array.rowLength);
    attributes(out, "affineMap", array.affineMap, "affineOffset", array.affineOffset);
    list(out, "accesses", array.accesses, [&](const Access &access) {
      attributes(out, "statement", access.statement, "kind", access.isWrite ? "write" : "read",
                 "may", access.may, "line", access.line, "column", access.column, "index",
                 access.index, "subscripts", access.subscripts);
    });
    list(out, "alternatives", array.alternatives, [&](const Array::Alternative &alternative) {
      attributes(out, "view", alternative.view, "sizes", alternative.sizes, "validity",
                 alternative.validity);
    });
  });
}

void space(OStream &out, const Nest &nest) {
  list(out, "parameters", nest.parameters, [&](const Parameter &parameter) {
    attributes(out, "name", parameter.name, "type", parameter.type, "value", parameter.value);
  });
  list(out, "loops", nest.loops, [&](const Loop &loop) {
    attributes(out, "name", loop.name, "source", loop.source, "parent", loop.parent, "lower",
               loop.lower, "upper", loop.upper, "step", loop.step, "line", loop.line, "parallel",
               loop.parallel, "parallelWhen", loop.parallelWhen);
  });
  list(out, "statements", nest.statements, [&](const Statement &statement) {
    attributes(out, "id", statement.id, "line", statement.line, "loops", statement.loops,
               "condition", statement.condition, "opaque", statement.opaque);
  });
}

void conditions(OStream &out, const Nest &nest) {
  attributes(out, "validity", nest.validity, "simpleValidity", nest.simpleValidity, "guard",
             nest.guard);
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
    attributes(out, "validity", version.validity, "guard", version.guard);
  });
  list(out, "assumptions", nest.assumptions, [&](const Assumption &assumption) {
    attributes(out, "kind", assumption.kind, "condition", assumption.condition, "verdict",
               assumption.verdict, "line", assumption.line);
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
    attributes(out, "compiler", measured->compiler, "why", measured->why);
    out.attributeArray("sizes", [&] {
      for (const MeasuredSize &size : measured->sizes)
        out.object([&] {
          out.attributeObject("values", [&] {
            for (const auto &[name, value] : size.values)
              out.attribute(name, value);
          });
          attributes(out, "bytes", static_cast<int64_t>(size.bytes), "original", size.original,
                     "rewritten", size.rewritten, "ratio",
                     size.rewritten > 0 ? size.original / size.rewritten : 1);
        });
    });
  });
}

void write(OStream &out, const Nest &nest) {
  attributes(out, "id", nest.id, "parent", nest.parent, "function", nest.function, "line",
             nest.line, "column", nest.column);
  if (nest.endLine) {
    attributes(out, "endLine", nest.endLine, "endColumn", nest.endColumn);
  }
  attribute(out, "status", nest.status);
  findings(out, "rejections", nest.rejections);
  space(out, nest);
  arrays(out, nest.arrays);
  conditions(out, nest);
  list(out, "dependences", nest.dependences, [&](const Dependence &dependence) {
    attributes(out, "kind", dependence.kind, "array", dependence.array, "carriedBy",
               dependence.carriedBy);
    out.attributeArray("distance", [&] {
      for (const std::optional<int64_t> &entry : dependence.distance)
        if (entry)
          out.value(std::to_string(*entry));
        else
          out.value(nullptr);
    });
    attributes(out, "line", dependence.line, "column", dependence.column);
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
  attributes(out, "dependencesWhen", nest.dependencesWhen, "orderInvariant", nest.orderInvariant);
  out.attributeObject(
      "fp", [&] { attributes(out, "mode", nest.fpMode, "reassociated", nest.reassociated); });
  findings(out, "lint", nest.lint);
  schedule(out, nest.schedule);
  if (nest.expected)
    out.attributeObject("expected", [&] {
      attributes(out, "share", nest.expected->share, "saved", nest.expected->saved);
    });
  else
    out.attribute("expected", nullptr);
  out.attribute("written", nest.written ? llvm::json::Value(*nest.written) : nullptr);
  if (nest.run)
    out.attributeObject("run", [&] {
      attributes(out, "inputs", nest.run->inputs, "fast", nest.run->fast, "why", nest.run->why);
    });
  else
    out.attribute("run", nullptr);
  measured(out, nest.measured);
  if (nest.milliseconds > 0)
    out.attribute("milliseconds", nest.milliseconds);
  else
    out.attribute("milliseconds", nullptr);
}

void totals(OStream &out, const Report &report) {
  const Counts counts = count(report);
  attributes(out, "files", report.files.size(), "failedFiles", counts.failedFiles, "nests",
             counts.nests, "recovered", counts.recovered, "affine", counts.affine, "rejected",
             counts.rejected, "faster", counts.scheduled, "written", counts.written, "lint",
             counts.lint, "internalErrors", counts.internalErrors);
}

} // namespace

void writeJson(const File &file, OStream &out) {
  out.object([&] {
    attributes(out, "path", file.path, "status", file.status);
    if (!file.errors.empty())
      findings(out, "errors", file.errors);
    list(out, "nests", file.nests, [&](const Nest &nest) { write(out, nest); });
  });
}

void writeJson(const Report &report, llvm::raw_ostream &stream) {
  OStream out(stream, 2);
  out.object([&] {
    out.attribute("schemaVersion", 1);
    out.attributeObject(
        "tool", [&] { attributes(out, "name", "acc-delin", "version", report.toolVersion); });
    out.attributeObject("totals", [&] { totals(out, report); });
    out.attributeArray("files", [&] {
      for (const File &file : report.files)
        writeJson(file, out);
    });
  });
  stream << '\n';
}

} // namespace acc::report
