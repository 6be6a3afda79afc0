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

bool isSameAt(const std::string &text, uint32_t place, const SourceNest &nest) {
  const LoopFacts &loop = nest.root->loop;
  if (!loop.functionBegin ||
      (place != *loop.functionBegin && openConditions(text, *loop.functionBegin) != 0))
    return false;
  std::string conditions;
  for (const auto *pins : {&loop.pins, &loop.typePins})
    for (const std::string &pin : *pins)
      conditions += pin + "\n";
  if (conditions.empty())
    return true;
  bool startsLine = true;
  for (size_t at = functionPlace(text, place).value_or(place); at < loop.editRange.begin;
       at = lexemeEnd(text, at)) {
    const char c = text[at];
    if (c == '#' && startsLine) {
      const std::string line = text.substr(at, text.find('\n', at) - at);
      const size_t word = line.find_first_not_of(" \t", 1), end = line.find_first_of(" \t(", word);
      const std::string_view kind = word == line.npos ? "" : std::string_view(line).substr(word);
      size_t name = end == line.npos ? line.size() : line.find_first_not_of(" \t", end),
             last = name;
      while (last < line.size() && isInWord(line[last]))
        ++last;
      const bool names = kind.starts_with("define") || kind.starts_with("undef");
      if (kind.starts_with("include") || kind.find("_macro") != kind.npos ||
          (names && last > name &&
           conditions.find(line.substr(name, last - name)) != conditions.npos))
        return false;
    }
    startsLine = c == '\n' || (startsLine && (c == ' ' || c == '\t'));
  }
  return true;
}

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
