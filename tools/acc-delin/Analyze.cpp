#include "tools/acc-delin/Commands.h"

#include "tools/acc-delin/CompileDatabase.h"
#include "tools/acc-delin/NextCommand.h"
#include "tools/acc-delin/ProvedRanking.h"
#include "tools/acc-delin/Session.h"
#include "tools/acc-delin/TextFile.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

namespace acc {
namespace {

/// A file is no terminal.
Color plainUnlessAlways(Color color) { return color == Color::Always ? color : Color::Never; }

} // namespace

int analyze(const CommandLine &line) {
  auto units = collectUnits(line);
  if (auto *error = std::get_if<std::string>(&units)) {
    llvm::WithColor::error(llvm::errs(), "acc-delin") << *error << '\n';
    return kUsage;
  }
  std::optional<ChangedLines> changed;
  if (!line.changed.empty()) {
    auto read = changedSince(line.changed, line.arguments);
    if (auto *error = std::get_if<std::string>(&read)) {
      llvm::WithColor::error(llvm::errs(), "acc-delin") << "--changed: " << *error << '\n';
      return kUsage;
    }
    changed = std::move(std::get<ChangedLines>(read));
  }
  UnitList &list = std::get<UnitList>(units);
  const IncludedScope scope{realPath(list.commonParent), list.others};
  std::vector<UnitOutcome> outcomes =
      runSession(line, std::move(list.units), /*withIncluded=*/true, scope);
  proveBest(line, scope, outcomes);
  Findings findings = findingsOf(line, outcomes, changed ? &*changed : nullptr);
  PrintStyle style;
  style.color = hasColor(line.output.empty() ? line.color : plainUnlessAlways(line.color),
                         /*toStandardError=*/false);
  style.withInformation = line.informational;
  style.next = nextAfterReport(line, findings.remarks);
  style.byGain = line.byGain;
  style.isBrief = !line.verbose && line.output.empty() && findings.report.files.size() > 1 &&
                  llvm::sys::Process::StandardOutIsDisplayed();
  style.output = line.output;
  style.homepage = line.homepage;
  if (!writeOutput(line.output, print(findings, line.format.value_or(Format::Text), style)))
    return kUsage;
  return statusOf(findings);
}

} // namespace acc
