#include "tools/acc-delin/NextCommand.h"

#include "tools/report/Summary.h"

#include "llvm/Support/Program.h"

namespace acc {
namespace {

std::string inQuotes(const std::vector<std::string> &words) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const std::string &word : words) {
    out << (text.empty() ? "" : " ");
    llvm::sys::printArg(out, word, /*Quote=*/false);
  }
  return text;
}

std::vector<std::string> withFlags(const CommandLine &line, std::vector<std::string> words) {
  if (line.flags) {
    words.push_back("--");
    words.insert(words.end(), line.flags->begin(), line.flags->end());
  }
  return words;
}

/// The command on the same units.
std::string onUnits(const CommandLine &line, const std::string &command) {
  std::vector<std::string> words{"acc-delin", command};
  words.insert(words.end(), line.arguments.begin(), line.arguments.end());
  if (!line.base.buildPath.empty())
    words.insert(words.end(), {"-p", line.base.buildPath});
  return inQuotes(withFlags(line, std::move(words)));
}

} // namespace

std::string nextAfterReport(const CommandLine &line, const std::vector<report::Remark> &remarks) {
  if (line.quiet)
    return "";
  const report::Remark *reason = nullptr;
  for (const report::Remark &remark : remarks) {
    if (report::gainOf(*remark.nest))
      return onUnits(line, "rewrite") + "    shows the change as a diff";
    bool isReason = remark.rule != remark.nest->status && remark.level != report::Level::Lint;
    if (remark.isOpen() && isReason && !reason)
      reason = &remark;
  }
  return reason ? "acc-delin explain " + reason->rule : "";
}

std::string nextAfterRewrite(const CommandLine &line) {
  if (line.change == Change::InPlace)
    return onUnits(line, "verify") + "    compiles both versions, runs and compares them";
  if (line.change != Change::Diff || line.printSchedule || line.format || !line.output.empty())
    return "";
  std::vector<std::string> words{"acc-delin", "rewrite", "-i"};
  for (const std::string &word : line.words)
    if (word != "--diff")
      words.push_back(word);
  return inQuotes(withFlags(line, std::move(words))) + "    writes it";
}

} // namespace acc
