#include "tools/lib/LoopTree.h"

#include "tools/acc-delin/Commands.h"
#include "tools/acc-delin/Session.h"
#include "tools/acc-delin/TextFile.h"

#include "llvm/Support/WithColor.h"

namespace acc {
namespace {

int checkSpecifications(const CommandLine &line) {
  LoopTreeFormat format = LoopTreeFormat::Table;
  if (line.loopTreeFormat == "json")
    format = LoopTreeFormat::Json;
  else if (line.loopTreeFormat == "svg")
    format = LoopTreeFormat::Svg;
  else if (!line.loopTreeFormat.empty() && line.loopTreeFormat != "table")
    return usageError("--format: expected table, json or svg, found '" + line.loopTreeFormat + "'");
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

/// The nests as one stream of YAML documents. What a nest is not written for, and
/// what its tree says less of, goes to standard error.
int exportNests(CommandLine line) {
  line.arguments.erase(line.arguments.begin());
  if (line.arguments.empty())
    return usageError("looptree export: no PATH was given");
  auto units = collectUnits(line);
  if (auto *error = std::get_if<std::string>(&units))
    return usageError(*error);
  std::vector<UnitOutcome> outcomes =
      runSession(line, std::move(std::get<UnitList>(units).units), /*withIncluded=*/false);
  Findings findings = findingsOf(line, outcomes);
  std::string text;
  for (const report::File &file : findings.report.files) {
    auto say = [&](const report::Finding &finding, const char *kind) {
      llvm::errs() << file.path << ':' << finding.line << ':' << finding.column << ": " << kind
                   << ": " << finding.message << '\n';
    };
    for (const report::Finding &error : file.errors)
      say(error, file.status == "ok" ? "warning" : "error");
    for (const report::Nest &nest : file.nests) {
      if (!line.quiet)
        for (const report::Finding &rejection : nest.rejections)
          say(rejection, "remark");
      if (nest.loopTree.empty())
        continue;
      if (!line.quiet)
        for (const report::Finding &note : nest.lint)
          if (note.id == "looptree")
            say(note, "note");
      text += (text.empty() ? "" : "---\n") + nest.loopTree;
    }
  }
  if (!writeOutput(line.output, text))
    return kUsage;
  return statusOf(findings);
}

} // namespace

int loopTree(const CommandLine &line) {
  const std::string &what = line.arguments.front();
  if (what == "check")
    return checkSpecifications(line);
  if (what == "export")
    return exportNests(line);
  return usageError("looptree: expected check or export, found '" + what + "'");
}

} // namespace acc
