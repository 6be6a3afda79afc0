#include "tools/acc-delin/Commands.h"

#include "tools/acc-delin/RulePages.h"
#include "tools/acc-delin/TextFile.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>

namespace acc {

int explain(const CommandLine &line) {
  llvm::StringRef asked = line.arguments.front();
  asked.consume_front("acc-");
  std::string page(rulePage(asked.str()));
  if (page.empty()) {
    std::vector<std::string> ids = ruleIds();
    auto nearest = std::min_element(ids.begin(), ids.end(), [&](const auto &a, const auto &b) {
      return asked.edit_distance(a) < asked.edit_distance(b);
    });
    llvm::WithColor::error(llvm::errs(), "acc-delin")
        << "no finding has the id '" << line.arguments.front() << "'; did you mean '" << *nearest
        << "'?\n";
    return kUsage;
  }
  return writeOutput(line.output, page) ? kFine : kUsage;
}

} // namespace acc
