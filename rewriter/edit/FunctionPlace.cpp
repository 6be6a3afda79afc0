#include "rewriter/edit/FunctionPlace.h"

#include "rewriter/edit/Lexeme.h"

#include <algorithm>

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

/// Behind the last declaration or directive before `limit`; none inside of brackets.
std::optional<size_t> endOfCodeBefore(std::string_view text, size_t limit) {
  size_t end = 0;
  int depth = 0;
  bool startsLine = true;
  for (size_t at = 0; at < limit;) {
    char c = text[at];
    if (c == '#' && startsLine) {
      at = directiveEnd(text, at);
      if (at <= limit)
        end = at;
      continue;
    }
    startsLine = c == '\n' || (startsLine && (c == ' ' || c == '\t'));
    depth += (c == '{' || c == '(') - (c == '}' || c == ')');
    at = lexemeEnd(text, at);
    if (depth == 0 && (c == ';' || c == '}'))
      end = at;
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
  // Behind the last line that is empty; a comment is one piece of text, whatever its lines.
  std::optional<size_t> best;
  if (place == 0 || text[place - 1] == '\n')
    best = place;
  bool isEmpty = true, hasWords = false;
  for (size_t at = place; at < functionBegin; at = lexemeEnd(text, at)) {
    char c = text[at];
    if (c == '\n') {
      if (isEmpty)
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
