#include "tools/acc-delin/Commands.h"

#include "tools/acc-delin/TextFile.h"
#include "tools/report/Json.h"

#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <set>

namespace acc {

/// One report with the files of all, sorted by path. A file that several reports
/// describe alike is listed once.
int merge(const CommandLine &line) {
  report::Report merged;
  std::set<std::pair<std::string, std::string>> seen; // path, JSON
  for (const std::string &name : line.arguments) {
    std::optional<std::string> text = readTextFile(name);
    auto parsed = text ? report::readJson(*text) : "cannot read the file";
    if (auto *error = std::get_if<std::string>(&parsed)) {
      llvm::WithColor::error(llvm::errs(), "acc-delin") << name << ": " << *error << '\n';
      return kUsage;
    }
    report::Report &report = std::get<report::Report>(parsed);
    if (merged.toolVersion.empty())
      merged.toolVersion = report.toolVersion;
    for (report::File &file : report.files) {
      std::string json;
      llvm::raw_string_ostream stream(json);
      llvm::json::OStream out(stream);
      report::writeJson(file, out);
      if (seen.emplace(file.path, json).second)
        merged.files.push_back(std::move(file));
    }
  }
  std::stable_sort(merged.files.begin(), merged.files.end(),
                   [](const report::File &a, const report::File &b) { return a.path < b.path; });
  std::string text;
  llvm::raw_string_ostream out(text);
  report::writeJson(merged, out);
  return writeOutput(line.output, text) ? kFine : kUsage;
}

} // namespace acc
