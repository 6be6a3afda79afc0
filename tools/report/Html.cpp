#include "tools/report/Html.h"

#include "tools/report/Summary.h"
#include "tools/report/Text.h"

#include "llvm/Support/JSON.h"

#include <algorithm>

namespace acc::report {
namespace {

constexpr const char *kStyle = R"(
body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; color: #222; background: #fff; }
h2 { font-size: 1.1em; margin: 2em 0 .5em; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .2em .8em .2em 0; border-bottom: 1px solid #ddd; }
code, pre { font: 13px/1.4 monospace; }
pre { background: #f6f6f6; padding: .5em; overflow-x: auto; }
pre i { color: #888; font-style: normal; }
pre b { font-weight: normal; background: #fff2b3; }
summary { cursor: pointer; padding: .2em 0; }
details { border-left: 3px solid #ccc; padding-left: .8em; margin: .4em 0; }
.recovered { border-color: #2a8a3a; } .affine { border-color: #4a78b0; } .rejected { border-color: #c07a1a; }
.warning { color: #a01818; } .hidden { color: #888; }
)";

std::string escaped(llvm::StringRef text) {
  std::string out;
  for (char c : llvm::json::fixUTF8(text))
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) < ' ' && c != '\t')
      out += ' ';
    else
      out += c;
  return out;
}

std::string code(const std::string &text) { return "<code>" + escaped(text) + "</code>"; }

std::string anchor(size_t file, size_t nest) {
  return "n" + std::to_string(file) + "-" + std::to_string(nest);
}

/// The last line of which the report of a nest speaks.
unsigned lastLine(const Nest &nest) {
  unsigned last = nest.line;
  for (const Loop &loop : nest.loops)
    last = std::max(last, loop.line);
  for (const Statement &statement : nest.statements)
    last = std::max(last, statement.line);
  for (const Finding &rejection : nest.rejections)
    last = std::max(last, rejection.line);
  return last;
}

class Writer {
public:
  Writer(const Report &report, const std::vector<Remark> &remarks, const SourceTexts &texts,
         llvm::raw_ostream &out)
      : report(report), texts(texts), out(out) {
    for (const Remark &remark : remarks)
      remarksOf[remark.nest].push_back(&remark);
  }

  void write() {
    out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        << "<title>acc-delin report</title>\n<style>" << kStyle << "</style>\n</head>\n<body>\n"
        << "<h1>acc-delin report</h1>\n<p>" << escaped(summaryLine(count(report))) << "</p>\n";
    writeOverview();
    for (size_t k = 0; k < report.files.size(); ++k)
      writeFile(k);
    out << "</body>\n</html>\n";
  }

private:
  void writeOverview() {
    out << "<table>\n<tr><th>file</th><th>nest</th><th>line</th><th>status</th><th>arrays</th>"
           "<th>parallel</th></tr>\n";
    for (size_t k = 0; k < report.files.size(); ++k)
      for (size_t n = 0; n < report.files[k].nests.size(); ++n) {
        const Nest &nest = report.files[k].nests[n];
        bool isRejected = nest.status == "rejected";
        out << "<tr><td>" << escaped(report.files[k].path) << "</td><td><a href=\"#"
            << anchor(k, n) << "\">" << escaped(nest.id) << "</a></td><td>" << nest.line
            << "</td><td>" << (isRejected ? "refused" : escaped(nest.status)) << "</td><td>"
            << (isRejected ? "" : shapesOf(nest)) << "</td><td>"
            << (isRejected ? "" : joinWords(parallelLoops(nest, code))) << "</td></tr>\n";
      }
    out << "</table>\n";
  }

  void writeFile(size_t number) {
    const File &file = report.files[number];
    out << "<h2>" << escaped(file.path) << "</h2>\n";
    for (const Finding &error : file.errors)
      out << "<p class=\"warning\">" << (file.status == "ok" ? "warning" : "error") << " at line "
          << error.line << ": " << escaped(error.message) << "</p>\n";
    if (file.nests.empty() && file.errors.empty())
      out << "<p>No loop nests.</p>\n";
    auto text = texts.find(file.path);
    std::vector<std::string_view> lines;
    if (text != texts.end())
      lines = linesOf(text->second);
    for (size_t n = 0; n < file.nests.size(); ++n) {
      const Nest &nest = file.nests[n];
      out << "<details open id=\"" << anchor(number, n) << "\" class=\"" << escaped(nest.status)
          << "\">\n<summary>" << code(nest.id) << ", line " << nest.line << "</summary>\n";
      writeRemarks(nest);
      writeExcerpt(nest, lines);
      if (nest.status != "rejected")
        writeKnowledge(nest);
      out << "</details>\n";
    }
  }

  void writeRemarks(const Nest &nest) {
    out << "<ul>\n";
    for (const Remark *remark : remarksOf[&nest]) {
      const char *state = remark->isSuppressed ? " (silenced in the source)"
                          : remark->isKnown    ? " (known to the baseline)"
                                               : "";
      const char *look = !remark->isOpen() ? "hidden" : remark->isWarning ? "warning" : "open";
      out << "<li class=\"" << look << "\">line " << remark->line << ": "
          << escaped(remark->message) << ' ' << code("acc-" + remark->rule) << state << "</li>\n";
    }
    out << "</ul>\n";
  }

  void writeExcerpt(const Nest &nest, const std::vector<std::string_view> &lines) {
    unsigned last = std::min<size_t>(lastLine(nest), lines.size());
    if (!nest.line || nest.line > last)
      return;
    out << "<pre>";
    for (unsigned line = nest.line; line <= last; ++line) {
      const std::vector<const Remark *> &own = remarksOf[&nest];
      bool isMarked = std::any_of(own.begin(), own.end(), [&](const Remark *remark) {
        return remark->line == line && remark->isWarning;
      });
      std::string text = escaped(llvm::StringRef(lines[line - 1].data(), lines[line - 1].size()));
      out << "<i>" << line << "</i>  " << (isMarked ? "<b>" + text + "</b>" : text) << '\n';
    }
    out << "</pre>\n";
  }

  void writeKnowledge(const Nest &nest) {
    out << "<table>\n";
    row("arrays", shapesOf(nest));
    row("valid when", nest.validity == "1" ? "always" : code(nest.validity));
    if (!nest.guardText.empty())
      row("run-time check", code(nest.guardText));
    for (const Loop &loop : nest.loops)
      row("loop " + escaped(loop.name),
          code(loop.name + " = " + loop.lower + " .. " + loop.upper + ", step " + loop.step) +
              (loop.parallel ? ", parallel" : ""));
    for (const Dependence &dependence : nest.dependences)
      row(escaped(dependence.kind),
          code(dependence.array) +
              (dependence.carriedBy ? ", carried by " + code(*dependence.carriedBy) : ""));
    if (nest.schedule != "[]")
      row("schedule", code(nest.schedule));
    out << "</table>\n";
  }

  void row(const std::string &name, const std::string &value) {
    out << "<tr><th>" << name << "</th><td>" << value << "</td></tr>\n";
  }

  static std::string shapesOf(const Nest &nest) {
    std::string text;
    for (const Array &array : nest.arrays)
      text += (text.empty() ? "" : " ") + code(shapeOf(array));
    return text;
  }

  const Report &report;
  std::map<const Nest *, std::vector<const Remark *>> remarksOf;
  const SourceTexts &texts;
  llvm::raw_ostream &out;
};

} // namespace

void writeHtml(const Report &report, const std::vector<Remark> &remarks, const SourceTexts &texts,
               llvm::raw_ostream &out) {
  Writer(report, remarks, texts, out).write();
}

} // namespace acc::report
