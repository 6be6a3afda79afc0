// The pages of the ids of findings: docs/rejections/<id>.md and the parts of docs/lint.md, embedded
// when the program is built.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace acc {

/// The page as Markdown, by an id without "acc-"; empty when there is none.
std::string_view rulePage(std::string_view id);

/// Every id that has a page.
std::vector<std::string> ruleIds();

} // namespace acc
