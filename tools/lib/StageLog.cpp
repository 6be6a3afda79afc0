#include "tools/lib/StageLog.h"

#include "analysis/normalize/normalize.h"
#include "rewriter/emit/lower/Lowering.h"
#include "tools/lib/Pipeline.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace acc {

const std::vector<std::string> &stageNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"read"};
    for (const Pass &pass : passes())
      all.push_back(kPassPrefix + std::string(pass.name));
    for (const char *stage : {"scop", "delinearize", "dependences", "lift", "schedule"})
      all.push_back(stage);
    for (const LoweringPass &pass : loweringPasses())
      if (std::string name = kLoweringPrefix + std::string(pass.name);
          std::find(all.begin(), all.end(), name) == all.end())
        all.push_back(name);
    for (const char *stage : {"emit", "validate", "run"})
      all.push_back(stage);
    return all;
  }();
  return names;
}

void StageLog::print(const char *stage, const std::string &subject, const std::string &text) const {
  llvm::errs() << "--- " << subject << " after " << stage << "\n" << text;
  if (!text.empty() && text.back() != '\n')
    llvm::errs() << '\n';
}

void StageLog::printTimes(const std::string &path) const {
  if (!options.timeStages)
    return;
  double total = 0;
  llvm::errs() << "--- milliseconds per stage: " << path << "\n";
  for (const std::string &stage : stageNames()) {
    auto found = times.milliseconds().find(stage);
    if (found == times.milliseconds().end())
      continue;
    total += found->second;
    llvm::errs() << llvm::format("%-12s %10.2f\n", stage.c_str(), found->second);
  }
  llvm::errs() << llvm::format("total        %10.2f\n", total);
}

} // namespace acc
