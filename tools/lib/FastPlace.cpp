#include "tools/lib/FastPlace.h"

#include "rewriter/edit/FunctionPlace.h"
#include "rewriter/edit/Lexeme.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace acc {
namespace {

/// An #if that has no #endif yet.
struct OpenGroup {
  size_t begin; // of the line
  /// The branches before the last one do not hold, and the last one does.
  std::vector<std::string> conditions;
};

/// The condition of a directive behind its first word, on one line without comments.
std::string conditionFrom(std::string_view text, size_t at) {
  std::string condition;
  while (at < text.size() && text[at] != '\n') {
    const bool isContinued = text.substr(at, 2) == "\\\n" || text.substr(at, 3) == "\\\r\n";
    const size_t next = isContinued ? text.find('\n', at) + 1 : lexemeEnd(text, at);
    const bool isComment = text.substr(at, 2) == "//" || text.substr(at, 2) == "/*";
    condition += isContinued || isComment ? " " : text.substr(at, next - at);
    at = text.substr(at, 2) == "//" ? text.size() : next;
  }
  const size_t first = condition.find_first_not_of(" \t\r");
  return first == condition.npos
             ? ""
             : condition.substr(first, condition.find_last_not_of(" \t\r") + 1 - first);
}

std::string negated(const std::string &condition) {
  const bool isTest = condition.find(')') == condition.size() - 1;
  return isTest && condition.starts_with("!defined(")  ? condition.substr(1)
         : isTest && condition.starts_with("defined(") ? "!" + condition
                                                       : "!(" + condition + ")";
}

/// The groups around `end`, outermost first.
std::vector<OpenGroup> openGroups(std::string_view text, size_t end) {
  std::vector<OpenGroup> open;
  bool startsLine = true;
  size_t lineBegin = 0;
  for (size_t at = 0; at < end; at = lexemeEnd(text, at)) {
    const char c = text[at];
    if (c == '#' && startsLine) {
      const size_t word = std::min(text.find_first_not_of(" \t", at + 1), text.size());
      size_t behind = word;
      while (behind < text.size() && isInWord(text[behind]))
        ++behind;
      const std::string_view kind = text.substr(word, behind - word);
      const std::string condition = conditionFrom(text, behind);
      if (kind == "if")
        open.push_back({lineBegin, {condition}});
      else if (kind == "ifdef" || kind == "ifndef")
        open.push_back(
            {lineBegin, {(kind == "ifdef" ? "defined(" : "!defined(") + condition + ")"}});
      else if (kind == "endif" && !open.empty())
        open.pop_back();
      else if (kind.starts_with("el") && !open.empty())
        open.back().conditions.back() = negated(open.back().conditions.back());
      if (kind.starts_with("elif") && !open.empty())
        open.back().conditions.push_back(kind == "elif"      ? condition
                                         : kind == "elifdef" ? "defined(" + condition + ")"
                                                             : "!defined(" + condition + ")");
    }
    startsLine = c == '\n' || (startsLine && (c == ' ' || c == '\t'));
    if (c == '\n')
      lineBegin = at + 1;
  }
  return open;
}

/// The compiler and its flags decide on a condition with these names.
bool isOfCompiler(std::string_view conditions) {
  constexpr std::array kNames = {
      "__SSE__",  "__SSE2__", "__SSE3__",   "__SSSE3__", "__SSE4_1__",  "__SSE4_2__", "__AVX__",
      "__AVX2__", "__FMA__",  "__x86_64__", "__i386__",  "__aarch64__", "__ARM_NEON", "__LP64__"};
  for (size_t at = 0; at < conditions.size();) {
    size_t end = at;
    while (end < conditions.size() && isInWord(conditions[end]))
      ++end;
    const std::string_view word = conditions.substr(at, end - at);
    const bool isName = !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0]));
    if (isName && word != "defined" && !word.starts_with("__SIZEOF_") &&
        std::find(kNames.begin(), kNames.end(), word) == kNames.end())
      return false;
    at = end + word.empty();
  }
  return true;
}

/// A header of C or of the compiler: it defines and undefines none of the compiler's own names, and
/// leaves the target of the code as it is. Those of a project may do both.
bool isOfImplementation(std::string_view include) {
  constexpr std::array kHeaders = {"assert", "float",   "inttypes", "limits", "math",
                                   "stdarg", "stdbool", "stddef",   "stdint", "stdio",
                                   "stdlib", "string",  "arm_neon"};
  const size_t open = include.find('<'), end = include.find(".h>");
  if (open == include.npos || end == include.npos || end < open)
    return false;
  const std::string_view name = include.substr(open + 1, end - open - 1);
  return name.ends_with("intrin") ||
         std::find(kHeaders.begin(), kHeaders.end(), name) != kHeaders.end();
}

} // namespace

bool isSameAt(const std::string &text, uint32_t place, const SourceNest &nest) {
  const LoopFacts &loop = nest.root->loop;
  if (!loop.functionBegin)
    return false;
  std::string conditions;
  for (const auto *pins : {&loop.pins, &loop.typePins})
    for (const std::string &pin : *pins)
      conditions += pin + "\n";
  if (conditions.empty())
    return true;
  const bool areOfCompiler = isOfCompiler(conditions);
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
      if ((kind.starts_with("include") && !(areOfCompiler && isOfImplementation(line))) ||
          kind.find("_macro") != kind.npos ||
          (names && last > name &&
           conditions.find(line.substr(name, last - name)) != conditions.npos))
        return false;
    }
    startsLine = c == '\n' || (startsLine && (c == ' ' || c == '\t'));
  }
  return true;
}

std::vector<std::string> conditionsAround(const std::string &text, uint32_t place) {
  std::vector<std::string> all;
  for (const OpenGroup &group : openGroups(text, place))
    all.insert(all.end(), group.conditions.begin(), group.conditions.end());
  return all;
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
  for (const uint32_t head : heads) {
    const std::vector<OpenGroup> groups = openGroups(text, head);
    for (const size_t begin : {size_t(head), groups.empty() ? head : groups.front().begin})
      if (auto place = functionPlace(text, begin); place && openGroups(text, *place).empty())
        return begin;
  }
  return std::nullopt;
}

} // namespace acc
