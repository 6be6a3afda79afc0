#include "tools/acc-delin/Rules.h"

#include "analysis/support/Rejection.h"
#include "tools/acc-delin/RulePages.h"
#include "tools/acc-delin/TextFile.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace acc {
namespace {

/// The sentence of a refusal without its detail.
std::string sentenceOf(RejectionKind kind) {
  std::string text = Rejection{kind, {}, "..."}.message();
  llvm::StringRef sentence = text;
  sentence.consume_back(": ...");
  return sentence.str();
}

/// The first paragraph below the page's heading, on one line.
std::string firstParagraph(llvm::StringRef page) {
  std::string text = page.split("\n\n").second.split("\n\n").first.str();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

} // namespace

std::vector<report::Rule> reportRules(const std::string &homepage) {
  std::vector<report::Rule> rules;
  for (RejectionKind kind : allRejections())
    rules.push_back(
        {rejectionId(kind), sentenceOf(kind), std::string(rulePage(rejectionId(kind)))});
  for (const std::string &id : ruleIds())
    if (!findRejection(id)) {
      std::string page(rulePage(id));
      rules.push_back({id, firstParagraph(page), page});
    }
  for (report::Rule &rule : rules) {
    rule.isFault = report::isFault(rule.id);
    if (!homepage.empty())
      rule.uri = homepage + (findRejection(rule.id)         ? "/docs/rejections/" + rule.id + ".md"
                             : rule.id.starts_with("lint-") ? "/docs/lint.md#" + rule.id
                                                            : "/docs/statuses.md#" + rule.id);
  }
  return rules;
}

std::string defaultHomepage() { return ACC_DELIN_HOMEPAGE; }

bool printChecks() {
  std::vector<report::Rule> rules = reportRules();
  std::sort(rules.begin(), rules.end(),
            [](const report::Rule &a, const report::Rule &b) { return a.id < b.id; });
  std::string text;
  for (const report::Rule &rule : rules)
    text += "acc-" + rule.id + ": " + rule.description + "\n";
  return writeOutput("", text);
}

} // namespace acc
