#include "tools/lib/LoopTreeText.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace acc {
namespace {

using namespace looptree;

/// JSON has no infinity: null.
void number(llvm::json::OStream &json, const char *key, double value) {
  if (!std::isfinite(value))
    json.attribute(key, nullptr);
  else if (value == std::floor(value) && std::abs(value) < 9e15)
    json.attribute(key, static_cast<int64_t>(value));
  else
    json.attribute(key, value);
}

void printRows(const std::vector<std::vector<std::string>> &rows, llvm::raw_ostream &out) {
  std::vector<size_t> widths;
  for (const auto &row : rows)
    for (size_t k = 0; k < row.size(); ++k) {
      widths.resize(std::max(widths.size(), k + 1));
      widths[k] = std::max(widths[k], row[k].size());
    }
  for (const auto &row : rows) {
    std::string line;
    for (size_t k = 0; k < row.size(); ++k) {
      std::string space(widths[k] - row[k].size(), ' ');
      line += (k ? "  " : "") + (k < 3 ? row[k] + space : space + row[k]);
    }
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }
}

} // namespace

std::string numberText(double number) {
  char text[64];
  std::snprintf(text, sizeof text, "%.10g", number);
  return text;
}

std::string figuresTable(const Figures &figures) {
  std::vector<std::vector<std::string>> rows = {
      {"einsum", "component", "tensor", "occupancy", "reads", "writes", "tile", "fills"}};
  for (const EinsumFigures &einsum : figures.einsums) {
    for (const HolderFigures &row : einsum.holders)
      rows.push_back({row.einsum, row.component, row.tensor,
                      row.isToll ? "-" : numberText(row.occupancy), numberText(row.read),
                      row.isToll ? "-" : numberText(row.write), numberText(row.tile),
                      row.isBacking ? "-" : numberText(row.fills)});
    rows.push_back({einsum.einsum, einsum.compute, "-", "-", numberText(einsum.computes)});
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  printRows(rows, out);
  out << '\n';
  for (const auto &[component, bits] : figures.peak)
    out << "peak of " << component << ": " << numberText(bits) << " bits\n";
  out << "energy: " << numberText(figures.energy) << '\n';
  out << "latency: " << numberText(figures.latency) << '\n';
  return text;
}

std::string figuresJson(const Figures &figures, const Diagnostics &diagnostics) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out, 1);
  json.object([&] {
    number(json, "energy", figures.energy);
    number(json, "latency", figures.latency);
    json.attributeObject("stats", [&] {
      for (const EinsumFigures &einsum : figures.einsums) {
        for (const HolderFigures &row : einsum.holders)
          json.attributeObject(row.einsum + "/" + row.component + "/" + row.tensor, [&] {
            if (!row.isToll)
              number(json, "occ", row.occupancy);
            number(json, "read", row.read);
            number(json, "write", row.write);
          });
        json.attributeObject(einsum.einsum + "/" + einsum.compute + "/None",
                             [&] { number(json, "compute", einsum.computes); });
      }
    });
    json.attributeObject("peak", [&] {
      for (const auto &[component, bits] : figures.peak)
        number(json, component.c_str(), bits);
    });
    json.attributeArray("diagnostics", [&] {
      for (const Diagnostic &one : diagnostics.all())
        json.object([&] {
          bool isError = one.severity == Diagnostic::Severity::Error;
          json.attribute("severity", isError ? "error" : "warning");
          json.attribute("file", llvm::json::fixUTF8(one.where.file));
          json.attribute("line", one.where.line);
          json.attribute("column", one.where.column);
          json.attribute("message", llvm::json::fixUTF8(one.message));
        });
    });
  });
  out << '\n';
  return text;
}

std::string messagesOf(const Diagnostics &diagnostics) {
  std::string text;
  for (const Diagnostic &one : diagnostics.all()) {
    text += one.where.file.empty() ? "acc-delin" : one.where.file;
    if (one.where.line)
      text += ":" + std::to_string(one.where.line) + ":" + std::to_string(one.where.column);
    text += one.severity == Diagnostic::Severity::Error ? ": error: " : ": warning: ";
    text += one.message + "\n";
  }
  return text;
}

} // namespace acc
