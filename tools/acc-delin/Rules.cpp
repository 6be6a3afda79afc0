#include "tools/acc-delin/Rules.h"

#include "tools/acc-delin/RulePages.h"

#include "llvm/ADT/StringRef.h"

namespace acc {
namespace {

/// The first paragraph below the page's heading, on one line; the sentence of a refusal stands
/// there as a quotation.
std::string firstParagraph(llvm::StringRef page) {
  llvm::StringRef text = page.split("\n\n").second.split("\n\n").first;
  text.consume_front("> ");
  text.consume_back(": ...");
  std::string line = text.trim().str();
  for (char &c : line)
    if (c == '\n')
      c = ' ';
  return line;
}

} // namespace

std::vector<report::Rule> reportRules() {
  std::vector<report::Rule> rules = {
      {"recovered", "arrays of several dimensions were recovered from linearized accesses", ""},
      {"affine", "the nest was lifted; its arrays have one dimension already", ""}};
  for (const std::string &id : ruleIds()) {
    std::string page(rulePage(id));
    rules.push_back({id, firstParagraph(page), page});
  }
  return rules;
}

} // namespace acc
