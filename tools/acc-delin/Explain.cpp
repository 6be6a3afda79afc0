#include "tools/acc-delin/Commands.h"

#include "tools/acc-delin/RulePages.h"
#include "tools/acc-delin/Suggestion.h"
#include "tools/acc-delin/TextFile.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/WithColor.h"

namespace acc {

int explain(const CommandLine &line) {
  llvm::StringRef asked = line.arguments.front();
  asked.consume_front("acc-");
  std::string page(rulePage(asked.str()));
  if (page.empty()) {
    llvm::WithColor::error(llvm::errs(), "acc-delin")
        << "no finding has the id '" << line.arguments.front()
        << "' (acc-delin --list-checks prints them all)" << didYouMean(asked.str(), ruleIds())
        << '\n';
    return kUsage;
  }
  return writeOutput(line.output, page) ? kFine : kUsage;
}

} // namespace acc
