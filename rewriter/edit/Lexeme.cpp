#include "rewriter/edit/Lexeme.h"

#include <algorithm>

namespace acc {
namespace {

/// The end of a run that a line feed ends unless a backslash stands before it.
size_t logicalLineEnd(std::string_view text, size_t at) {
  for (; at < text.size(); ++at) {
    if (text[at] != '\n')
      continue;
    size_t last = at > 0 && text[at - 1] == '\r' ? at - 1 : at;
    if (last == 0 || text[last - 1] != '\\')
      return at;
  }
  return at;
}

size_t literalEnd(std::string_view text, size_t at) {
  char quote = text[at++];
  size_t limit = logicalLineEnd(text, at);
  for (; at < limit; ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == quote)
      return at + 1;
  }
  return limit;
}

} // namespace

size_t lexemeEnd(std::string_view text, size_t at) {
  if (text[at] == '"' || text[at] == '\'')
    return literalEnd(text, at);
  if (text.substr(at, 2) == "//")
    return logicalLineEnd(text, at);
  if (text.substr(at, 2) == "/*") {
    size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  return at + 1;
}

size_t skipSpace(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n\f\v", at), text.size());
}

std::optional<size_t> closingBracket(std::string_view text, size_t open) {
  char opening = text[open], closing = opening == '(' ? ')' : '}';
  unsigned depth = 0;
  for (size_t at = open; at < text.size(); at = lexemeEnd(text, at)) {
    if (text[at] == opening)
      ++depth;
    else if (text[at] == closing && --depth == 0)
      return at;
  }
  return std::nullopt;
}

} // namespace acc
