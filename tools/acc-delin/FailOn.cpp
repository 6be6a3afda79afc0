#include "tools/acc-delin/FailOn.h"

#include "tools/acc-delin/RulePages.h"
#include "tools/acc-delin/Suggestion.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/GlobPattern.h"

#include <algorithm>

namespace acc {
namespace {

struct Kind {
  const char *word;
  report::Level level;
};
constexpr Kind kKinds[] = {{"recovered", report::Level::Recovered},
                           {"refused", report::Level::Refused},
                           {"lint", report::Level::Lint}};

bool matches(const std::string &glob, const std::string &id) {
  auto pattern = llvm::GlobPattern::create(glob);
  if (pattern)
    return pattern->match(id);
  llvm::consumeError(pattern.takeError()); // no pattern matches nothing
  return false;
}

} // namespace

bool FailOn::counts(const report::Remark &remark) const {
  return (least && remark.level >= *least) ||
         std::any_of(ids.begin(), ids.end(),
                     [&](const std::string &glob) { return matches(glob, remark.rule); });
}

std::variant<FailOn, std::string> readFailOn(const std::string &text) {
  FailOn result;
  if (text == "none")
    return result;
  std::vector<std::string> known = ruleIds();
  llvm::SmallVector<llvm::StringRef, 4> words;
  llvm::StringRef(text).split(words, ',');
  for (llvm::StringRef word : words) {
    word = word.trim();
    auto kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                             [&](const Kind &one) { return word == one.word; });
    if (kind != std::end(kKinds)) {
      result.least = std::min(result.least.value_or(kind->level), kind->level);
      continue;
    }
    std::string glob = (word.consume_front("acc-"), word.str());
    if (std::none_of(known.begin(), known.end(),
                     [&](const std::string &id) { return matches(glob, id); })) {
      known.insert(known.end(), {"none", "recovered", "refused", "lint"});
      return "expected none, recovered, refused, lint, or ids as --list-checks prints them, found "
             "'" +
             word.str() + "'" + didYouMean(glob, known);
    }
    result.ids.push_back(glob);
  }
  return result;
}

} // namespace acc
