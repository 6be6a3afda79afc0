#include "rewriter/edit/FunctionPlace.h"

#include "rewriter/edit/Lexeme.h"

#include <algorithm>
#include <map>
#include <vector>

namespace acc {
namespace {

size_t lineEndFrom(std::string_view text, size_t at) {
  size_t feed = text.find('\n', at);
  return feed == std::string_view::npos ? text.size() : feed + 1;
}

/// The end of a directive with its continued lines.
size_t directiveEnd(std::string_view text, size_t at) {
  for (;;) {
    size_t end = lineEndFrom(text, at);
    size_t last = text.substr(0, end).find_last_not_of("\r\n");
    if (end == text.size() || last == std::string_view::npos || text[last] != '\\')
      return end;
    at = end;
  }
}

/// The directive whose '#' is at `at` begins with that word.
bool isDirective(std::string_view text, size_t at, std::string_view word) {
  size_t name = text.find_first_not_of(" \t", at + 1);
  return name != std::string_view::npos && text.substr(name, word.size()) == word;
}

/// `#pragma omp declare simd` and its like belong to the declaration behind them.
bool isPragmaOfDeclaration(std::string_view text, size_t at) {
  const std::string_view line = text.substr(at, directiveEnd(text, at) - at);
  return isDirective(text, at, "pragma") && line.find("declare") != std::string_view::npos;
}

/// Where the text begins: behind a byte order mark.
size_t beginOf(std::string_view text) { return text.starts_with("\xEF\xBB\xBF") ? 3 : 0; }

/// The code before a function: ends of declarations and directives, at each depth of brackets.
class CodeBefore {
public:
  CodeBefore(std::string_view text, size_t limit) : text(text) {
    ends[0] = at = beginOf(text);
    while (at < limit)
      step(limit);
  }

  /// Behind the last declaration or directive before the limit that is no part of the declaration
  /// there. None inside of brackets, but for those that an #if without another branch opens, as
  /// `extern "C" {` for C++; none where what a pragma says of the declaration ends with its #if.
  ///   #ifdef TEST / static / #endif / void f(...)                        ->   before #ifdef
  ///   #ifdef X / void f(int a) / #else / void f(long a) / #endif / {}    ->   before #ifdef
  std::optional<size_t> end() {
    if (isParted || depth != outermost)
      return std::nullopt;
    auto found = ends.find(depth);
    std::optional<size_t> end;
    if (found != ends.end())
      end = found->second;
    // Groups that end inside of the function hold only a part of it.
    const int outside = depth;
    bool hasBody = false, isWhole = false;
    for (size_t open = groups.size(); at < text.size() && !isWhole;) {
      step(text.size());
      hasBody |= text[at - 1] == '{';
      isWhole = hasBody && depth <= outside && text[at - 1] == '}';
      if (groups.size() < open) {
        open = groups.size();
        end = lastClosed.endBefore;
      }
    }
    return end;
  }

private:
  struct Group {
    std::optional<size_t> endBefore; // at the depth before its #if
    int depth;                       // there
    bool hasOther = false;           // an #else or #elif
    bool hasPragma = false;          // what it says holds behind it only
  };

  std::optional<size_t> endHere() const {
    auto found = ends.find(depth);
    return found == ends.end() ? std::nullopt : std::optional(found->second);
  }

  void setEnd(std::optional<size_t> end) {
    if (end)
      ends[depth] = *end;
    else
      ends.erase(depth);
  }

  void stepDirective(size_t limit) {
    const size_t start = at;
    at = directiveEnd(text, at);
    const bool opens = isDirective(text, start, "if"), closes = isDirective(text, start, "endif");
    const bool isOther = isDirective(text, start, "el");
    if (opens)
      groups.push_back({endHere(), depth});
    if (isOther && !groups.empty()) {
      depth = groups.back().depth;
      groups.back().hasOther = true;
    }
    // Others stand in no declaration; words before them are a macro's that ends without ';'.
    isOpen = isPragmaOfDeclaration(text, start) || (isOpen && (opens || closes || isOther));
    if (at <= limit && !isOpen)
      ends[depth] = at;
    if (isDirective(text, start, "pragma") && !isOpen && !groups.empty())
      groups.back().hasPragma = true;
    if (closes && !groups.empty()) {
      isParted |= isOpen && groups.back().hasPragma && depth == outermost;
      if (isOpen)
        setEnd(groups.back().endBefore);
      if (groups.back().depth == outermost && !groups.back().hasOther)
        outermost = depth;
      lastClosed = groups.back();
      groups.pop_back();
    }
  }

  void step(size_t limit) {
    const char c = text[at];
    if (c == '#' && startsLine)
      return stepDirective(limit);
    startsLine = c == '\n' || (startsLine && (c == ' ' || c == '\t'));
    const size_t next = lexemeEnd(text, at);
    const bool isComment = c == '/' && next > at + 1;
    const bool isBlank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (c == '}' || c == ')') {
      ends.erase(ends.upper_bound(--depth), ends.end());
    } else if (c == '{' || c == '(') {
      ++depth;
    }
    isOpen |= !isComment && !isBlank;
    at = next;
    if (c == ';' || c == '}') {
      ends[depth] = at;
      isOpen = false;
    }
  }

  std::string_view text;
  size_t at = 0;
  int depth = 0, outermost = 0;           // outermost: where functions stand
  bool startsLine = true, isOpen = false; // there are words of a declaration that has not ended
  bool isParted = false;
  std::map<int, size_t> ends;
  std::vector<Group> groups; // that are open
  Group lastClosed{{}, 0};
};

/// The rest of the line is blank or a comment that ends there.
size_t behindTrailingComment(std::string_view text, size_t at, size_t limit) {
  size_t lineEnd = lineEndFrom(text, at), next = at;
  while (next < lineEnd) {
    size_t code = std::min(text.find_first_not_of(" \t\r\n", next), lineEnd);
    if (code >= lineEnd)
      return std::min(lineEnd, limit);
    if (text[code] != '/')
      return at;
    next = lexemeEnd(text, code);
  }
  return std::min(std::max(next, lineEnd), limit);
}

} // namespace

std::optional<size_t> functionPlace(std::string_view text, size_t functionBegin) {
  std::optional<size_t> code = CodeBefore(text, functionBegin).end();
  if (!code)
    return std::nullopt;
  size_t place = behindTrailingComment(text, *code, functionBegin);
  // Behind the last line that is empty, before the first word; a comment is one piece of text,
  // whatever its lines.
  std::optional<size_t> best;
  if (place == beginOf(text) || text[place - 1] == '\n')
    best = place;
  bool isEmpty = true, hasWords = false;
  for (size_t at = place; at < functionBegin; at = lexemeEnd(text, at)) {
    char c = text[at];
    if (c == '\n') {
      if (isEmpty && !hasWords)
        best = at + 1;
      isEmpty = true;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      isEmpty = false;
      hasWords |= c != '/';
    }
  }
  if (!best && !hasWords)
    best = functionBegin;
  return best;
}

} // namespace acc
