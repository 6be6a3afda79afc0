#include "tools/acc-delin/Rules.h"

#include "analysis/support/Rejection.h"
#include "tools/acc-delin/RulePages.h"

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

std::vector<report::Rule> reportRules() {
  std::vector<report::Rule> rules = {
      {"recovered", "arrays of several dimensions were recovered from linearized accesses", ""},
      {"affine", "the nest was lifted; its arrays have one dimension already", ""}};
  for (RejectionKind kind : allRejections())
    rules.push_back(
        {rejectionId(kind), sentenceOf(kind), std::string(rulePage(rejectionId(kind)))});
  for (const std::string &id : ruleIds())
    if (!findRejection(id)) {
      std::string page(rulePage(id));
      rules.push_back({id, firstParagraph(page), page});
    }
  return rules;
}

} // namespace acc
