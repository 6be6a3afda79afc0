#include "tools/lib/LoopTree.h"

#include "tools/acc-delin/Commands.h"
#include "tools/acc-delin/TextFile.h"

#include "llvm/Support/WithColor.h"

namespace acc {
namespace {

int usageError(const std::string &message) {
  llvm::WithColor::error(llvm::errs(), "acc-delin") << message << '\n';
  return kUsage;
}

int check(const CommandLine &line) {
  LoopTreeFormat format = LoopTreeFormat::Table;
  if (line.loopTreeFormat == "json")
    format = LoopTreeFormat::Json;
  else if (line.loopTreeFormat == "svg")
    format = LoopTreeFormat::Svg;
  else if (!line.loopTreeFormat.empty() && line.loopTreeFormat != "table")
    return usageError("--format: expected table, json or svg, found '" + line.loopTreeFormat +
                      "'");
  std::vector<LoopTreeFile> files;
  for (size_t k = 1; k < line.arguments.size(); ++k) {
    std::optional<std::string> text = readTextFile(line.arguments[k]);
    if (!text)
      return usageError("cannot read " + line.arguments[k]);
    files.push_back({line.arguments[k], std::move(*text)});
  }
  if (files.empty())
    return usageError("looptree check: no file was given");
  LoopTreeCheck result = checkLoopTree(files, format);
  llvm::errs() << result.messages;
  if (!result.output.empty() && !writeOutput(line.output, result.output))
    return kUsage;
  switch (result.status) {
  case LoopTreeCheck::Status::Fine:
    return kFine;
  case LoopTreeCheck::Status::Findings:
    return kFindings;
  case LoopTreeCheck::Status::Unreadable:
    return kUnitFailed;
  }
  return kInternalError;
}

} // namespace

int loopTree(const CommandLine &line, const std::string &) {
  const std::string &what = line.arguments.front();
  if (what == "check")
    return check(line);
  return usageError("looptree: expected check, found '" + what + "'");
}

} // namespace acc
