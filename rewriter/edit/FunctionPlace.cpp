#include "rewriter/edit/FunctionPlace.h"

#include "rewriter/edit/Lexeme.h"

#include <algorithm>
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

/// Behind the last declaration or directive before `limit` that is no part of the declaration
/// there; none inside of brackets.
///   #ifdef TEST / static / #endif / void f(...)   ->   before #ifdef
std::optional<size_t> endOfCodeBefore(std::string_view text, size_t limit) {
  size_t end = 0;
  int depth = 0;
  bool startsLine = true, isOpen = false; // there are words of a declaration that has not ended
  struct Group {
    size_t endBefore;       // `end` before its #if
    bool hasPragma = false; // what it says holds behind it only
  };
  std::vector<Group> groups; // that are open
  for (size_t at = 0; at < limit;) {
    char c = text[at];
    if (c == '#' && startsLine) {
      const size_t start = at;
      at = directiveEnd(text, at);
      const bool opens = isDirective(text, start, "if"), closes = isDirective(text, start, "endif");
      if (opens)
        groups.push_back({end});
      // Others stand in no declaration; words before them are a macro's that ends without ';'.
      const bool isChoice = opens || closes || isDirective(text, start, "el");
      isOpen = isPragmaOfDeclaration(text, start) || (isOpen && isChoice);
      if (at <= limit && !isOpen)
        end = at;
      if (isDirective(text, start, "pragma") && !isOpen && !groups.empty())
        groups.back().hasPragma = true;
      if (closes && !groups.empty()) {
        if (isOpen && groups.back().hasPragma)
          return std::nullopt;
        end = isOpen ? groups.back().endBefore : end;
        groups.pop_back();
      }
      continue;
    }
    startsLine = c == '\n' || (startsLine && (c == ' ' || c == '\t'));
    depth += (c == '{' || c == '(') - (c == '}' || c == ')');
    const size_t next = lexemeEnd(text, at);
    const bool isComment = c == '/' && next > at + 1;
    isOpen |= !isComment && c != ' ' && c != '\t' && c != '\r' && c != '\n';
    at = next;
    if (depth == 0 && (c == ';' || c == '}')) {
      end = at;
      isOpen = false;
    }
  }
  return depth == 0 ? std::optional(end) : std::nullopt;
}

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
  std::optional<size_t> code = endOfCodeBefore(text, functionBegin);
  if (!code)
    return std::nullopt;
  size_t place = behindTrailingComment(text, *code, functionBegin);
  // Behind the last line that is empty, before the first word; a comment is one piece of text,
  // whatever its lines.
  std::optional<size_t> best;
  if (place == 0 || text[place - 1] == '\n')
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
