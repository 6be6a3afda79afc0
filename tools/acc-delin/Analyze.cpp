#include "tools/acc-delin/Commands.h"

#include "tools/acc-delin/Session.h"
#include "tools/acc-delin/TextFile.h"

#include "llvm/Support/WithColor.h"

namespace acc {

int analyze(const CommandLine &line) {
  auto units = collectUnits(line);
  if (auto *error = std::get_if<std::string>(&units)) {
    llvm::WithColor::error(llvm::errs(), "acc-delin") << *error << '\n';
    return kUsage;
  }
  std::vector<UnitOutcome> outcomes =
      runSession(line, std::move(std::get<UnitList>(units).units), /*withIncluded=*/true);
  Findings findings = findingsOf(line, outcomes);
  if (!writeOutput(line.output, print(findings, line.format.value_or(Format::Text))))
    return kUsage;
  return statusOf(findings, line.failOn);
}

} // namespace acc
