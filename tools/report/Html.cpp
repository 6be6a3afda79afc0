#include "tools/report/Html.h"

#include "tools/report/HtmlAssets.h"
#include "tools/report/Json.h"
#include "tools/report/Summary.h"

#include <algorithm>
#include <set>

namespace acc::report {
namespace {

using llvm::json::fixUTF8;
using llvm::json::OStream;

/// Lines of a nest that are shown at most.
constexpr unsigned kMostLines = 300;

/// The last line of which the report of a nest speaks.
unsigned lastLine(const Nest &nest) {
  unsigned last = std::max(nest.line, nest.endLine);
  for (const Statement &statement : nest.statements)
    last = std::max(last, statement.line);
  for (const Finding &rejection : nest.rejections)
    last = std::max(last, rejection.line);
  return std::min(last, nest.line + kMostLines);
}

void writeRemarks(const Report &report, const std::vector<Remark> &remarks, OStream &out) {
  out.attributeArray("remarks", [&] {
    for (const Remark &remark : remarks)
      out.object([&] {
        out.attribute("file", remark.file - report.files.data());
        out.attribute("nest", remark.nest - remark.file->nests.data());
        out.attribute("rule", fixUTF8(remark.rule));
        out.attribute("message", fixUTF8(remark.message));
        out.attribute("line", remark.line);
        out.attribute("isWarning", remark.isWarning);
        out.attribute("state", remark.isSuppressed ? "silenced in the source"
                               : remark.isKnown    ? "known to the baseline"
                                                   : "open");
      });
  });
}

/// The source of each nest, by the name of its row.
void writeExcerpts(const Report &report, const SourceTexts &texts, OStream &out) {
  out.attributeObject("excerpts", [&] {
    for (size_t f = 0; f < report.files.size(); ++f) {
      const File &file = report.files[f];
      auto text = texts.find(file.path);
      if (text == texts.end())
        continue;
      std::vector<std::string_view> lines = linesOf(text->second);
      for (size_t n = 0; n < file.nests.size(); ++n) {
        const Nest &nest = file.nests[n];
        unsigned last = std::min<unsigned>(lastLine(nest), static_cast<unsigned>(lines.size()));
        if (!nest.line || nest.line > last)
          continue;
        out.attributeObject("n" + std::to_string(f) + "-" + std::to_string(n), [&] {
          out.attribute("first", nest.line);
          out.attributeArray("lines", [&] {
            for (unsigned line = nest.line; line <= last; ++line)
              out.value(fixUTF8(llvm::StringRef(lines[line - 1].data(), lines[line - 1].size())));
          });
        });
      }
    }
  });
}

/// A text for each nest that has one, by the name of its row.
template <typename TextOf>
void writeOfNests(const char *key, const Report &report, OStream &out, TextOf &&textOf) {
  out.attributeObject(key, [&] {
    for (size_t f = 0; f < report.files.size(); ++f)
      for (size_t n = 0; n < report.files[f].nests.size(); ++n)
        if (std::string text = textOf(report.files[f].nests[n]); !text.empty())
          out.attribute("n" + std::to_string(f) + "-" + std::to_string(n), fixUTF8(text));
  });
}

/// The pages of the ids that remarks have.
void writeRules(const std::vector<Remark> &remarks, const std::vector<Rule> &rules, OStream &out) {
  std::set<std::string> used;
  for (const Remark &remark : remarks)
    used.insert(remark.rule);
  out.attributeObject("rules", [&] {
    for (const Rule &rule : rules)
      if (used.count(rule.id))
        out.attribute(fixUTF8(rule.id), fixUTF8(rule.help.empty() ? rule.description : rule.help));
  });
}

std::string dataOf(const Report &report, const std::vector<Remark> &remarks,
                   const SourceTexts &texts, const HtmlOptions &options) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream out(stream);
  out.object([&] {
    out.attribute("version", fixUTF8(report.toolVersion));
    out.attributeArray("files", [&] {
      for (const File &file : report.files)
        writeJson(file, out);
    });
    writeRemarks(report, remarks, out);
    writeExcerpts(report, texts, out);
    out.attributeObject("diffs", [&] {
      for (const auto &[path, diff] : options.diffs)
        out.attribute(fixUTF8(path), fixUTF8(diff));
    });
    writeOfNests("scripts", report, out, [](const Nest &nest) { return nest.script; });
    writeOfNests("trees", report, out, [&](const Nest &nest) {
      auto tree = options.trees.find(&nest);
      return tree == options.trees.end() ? std::string() : tree->second;
    });
    writeRules(remarks, options.rules, out);
    if (options.root)
      out.attribute("root", fixUTF8(*options.root));
    else
      out.attribute("root", nullptr);
  });
  stream.flush();
  // '<' stands only in strings of JSON: no "</script>" and no "<!--" is left.
  std::string safe;
  for (char c : text)
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  return safe;
}

} // namespace

void writeHtml(const Report &report, const std::vector<Remark> &remarks, const SourceTexts &texts,
               const HtmlOptions &options, llvm::raw_ostream &out) {
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      << "<title>acc-delin report</title>\n<style>\n"
      << kHtmlStyle << "</style>\n</head>\n<body>\n<header>\n<h1>acc-delin report</h1>\n<p>"
      << summaryLine(count(report))
      << "</p>\n<noscript><p>The table needs JavaScript.</p></noscript>\n</header>\n"
      << "<main id=\"app\"></main>\n<script type=\"application/json\" id=\"data\">"
      << dataOf(report, remarks, texts, options) << "</script>\n<script>\n"
      << kHtmlScript << "</script>\n</body>\n</html>\n";
}

} // namespace acc::report
