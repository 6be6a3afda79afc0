#include "tools/report/Markdown.h"

#include "tools/report/Summary.h"
#include "tools/report/Text.h"

#include <algorithm>

namespace acc::report {
namespace {

/// Text of a table cell: no line ends, no cell separator, no HTML.
std::string cell(const std::string &text) {
  std::string escaped;
  for (char c : text) {
    if (c == '|')
      escaped += "\\|";
    else if (c == '<')
      escaped += "&lt;";
    else if (static_cast<unsigned char>(c) < ' ')
      escaped += ' ';
    else
      escaped += c;
  }
  return escaped;
}

/// A code span in a cell, with a fence longer than any run of backticks in it.
std::string code(const std::string &text) {
  std::string clean;
  size_t run = 0, longest = 0;
  for (char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    clean += c == '|' ? std::string("\\|")
                      : std::string(1, static_cast<unsigned char>(c) < ' ' ? ' ' : c);
  }
  std::string fence(longest + 1, '`');
  std::string pad = longest ? " " : "";
  return fence + pad + clean + pad + fence;
}

std::string what(const Nest &nest) {
  std::string text;
  if (nest.status != "rejected") {
    std::string shapes;
    for (const Array &array : nest.arrays)
      shapes += (shapes.empty() ? "" : " ") + code(shapeIn(nest, array));
    text = shapes;
  }
  for (const Finding &rejection : nest.rejections)
    text +=
        (text.empty() ? "" : "; ") + cell(rejection.message) + " " + code("acc-" + rejection.id);
  for (const Finding &lint : nest.lint)
    text += "; " + cell(lint.message);
  return text;
}

} // namespace

void writeMarkdown(const Report &report, llvm::raw_ostream &out) {
  out << "**acc-delin**: " << cell(summaryLine(count(report))) << "\n";
  for (const File &file : report.files) {
    out << "\n### " << code(file.path) << "\n\n";
    for (const Finding &error : file.errors)
      out << "- " << (file.status == "ok" ? "warning" : "error") << " at line " << error.line
          << ": " << cell(error.message) << "\n";
    if (file.nests.empty()) {
      out << (file.errors.empty() ? "No loop nests.\n" : "");
      continue;
    }
    if (!file.errors.empty())
      out << "\n";
    out << "| nest | line | status | arrays or reason | valid when | parallel |\n"
        << "|---|---|---|---|---|---|\n";
    for (const Nest &nest : file.nests) {
      bool lifted = nest.status != "rejected";
      std::string validity = !lifted ? "" : nest.validity == "1" ? "always" : code(nest.validity);
      out << "| " << code(nest.id) << " | " << nest.line << " | "
          << (lifted ? nest.status : "refused") << " | " << what(nest) << " | " << validity << " | "
          << (lifted ? parallelLoops(nest, code) : "") << " |\n";
    }
  }
}

} // namespace acc::report
