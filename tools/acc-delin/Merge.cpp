#include "tools/acc-delin/Commands.h"

#include "tools/acc-delin/Session.h"
#include "tools/acc-delin/TextFile.h"
#include "tools/report/Json.h"

#include "llvm/Support/WithColor.h"

#include <map>
#include <set>

namespace acc {

namespace {

/// The row of a file that several reports have: its nests once each, and the first status that is
/// not fine.
void join(report::File &file, report::File &&other) {
  std::set<std::string> known;
  for (const report::Nest &nest : file.nests)
    known.insert(nest.id);
  for (report::Nest &nest : other.nests)
    if (known.insert(nest.id).second)
      file.nests.push_back(std::move(nest));
  if (file.status == "ok" && other.status != "ok") {
    file.status = other.status;
    file.errors = std::move(other.errors);
  }
}

} // namespace

/// One report with the files of all, in the order that one run has. A file that several reports
/// describe, as shards do with what their units include, is listed once.
int merge(const CommandLine &line) {
  report::Report merged;
  std::map<std::string, size_t> rows;
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
      auto [row, isNew] = rows.try_emplace(file.path, merged.files.size());
      if (isNew)
        merged.files.push_back(std::move(file));
      else
        join(merged.files[row->second], std::move(file));
    }
  }
  sortByPlace(merged);
  std::string text;
  llvm::raw_string_ostream out(text);
  report::writeJson(merged, out);
  return writeOutput(line.output, text) ? kFine : kUsage;
}

} // namespace acc
