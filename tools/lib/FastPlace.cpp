#include "tools/lib/FastPlace.h"

#include "rewriter/edit/FunctionPlace.h"
#include "rewriter/edit/Lexeme.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

/// #if lines before `end` that have no #endif there.
int openConditions(std::string_view text, size_t end) {
  int open = 0;
  bool startsLine = true;
  for (size_t at = 0; at < end; at = lexemeEnd(text, at)) {
    char c = text[at];
    if (c == '#' && startsLine) {
      std::string_view word =
          text.substr(std::min(text.find_first_not_of(" \t", at + 1), text.size()));
      open += word.starts_with("if");
      open -= word.starts_with("endif");
    }
    startsLine = c == '\n' || (startsLine && (c == ' ' || c == '\t'));
  }
  return open;
}

} // namespace

std::optional<uint32_t> placeOfAll(const std::string &text, const std::vector<SourceNest> &nests) {
  std::set<uint32_t> heads;
  std::set<std::optional<uint64_t>> modes;
  for (const SourceNest &nest : nests)
    if (nest.root->loop.functionBegin) {
      heads.insert(*nest.root->loop.functionBegin);
      modes.insert(nest.root->loop.floatingMode);
    }
  if (modes.size() > 1)
    return std::nullopt;
  for (uint32_t head : heads)
    if (auto place = functionPlace(text, head); place && openConditions(text, *place) == 0)
      return head;
  return std::nullopt;
}

} // namespace acc
