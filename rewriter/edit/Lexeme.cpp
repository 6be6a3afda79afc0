#include "rewriter/edit/Lexeme.h"

#include <algorithm>
#include <cctype>

namespace acc {
namespace {

/// A backslash stands before the line feed at `at`.
bool isSpliced(std::string_view text, size_t at) {
  const size_t last = at > 0 && text[at - 1] == '\r' ? at - 1 : at;
  return last > 0 && text[last - 1] == '\\';
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

size_t logicalLineStart(std::string_view text, size_t at) {
  for (; at > 0; --at)
    if (text[at - 1] == '\n' && !isSpliced(text, at - 1))
      return at;
  return 0;
}

size_t logicalLineEnd(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] != '\n' || isSpliced(text, at)))
    ++at;
  return at;
}

std::string_view directiveOf(std::string_view line) {
  constexpr std::string_view blanks = " \t";
  const size_t hash = std::min(line.find_first_not_of(blanks), line.size());
  if (line.substr(hash, 1) != "#")
    return "";
  const size_t name = std::min(line.find_first_not_of(blanks, hash + 1), line.size());
  return line.substr(name, line.substr(name).find_first_of(" \t\r\n(!\"<\\/"));
}

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

bool isInWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

namespace {

/// The first byte at or after `at` that is no white space, in no comment and in no directive.
size_t skipToCode(std::string_view text, size_t at) {
  for (;;) {
    at = skipSpace(text, at);
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("/*") || rest.starts_with("//"))
      at = lexemeEnd(text, at);
    else if (rest.starts_with('#'))
      at = logicalLineEnd(text, at);
    else
      return at;
  }
}

/// Behind the word, where it stands at `at`.
std::optional<size_t> behindWord(std::string_view text, size_t at, std::string_view word) {
  const size_t end = at + word.size();
  return text.substr(at).starts_with(word) && (end == text.size() || !isInWord(text[end]))
             ? std::optional(end)
             : std::nullopt;
}

std::optional<size_t> behindBrackets(std::string_view text, size_t at) {
  at = skipToCode(text, at);
  if (at >= text.size() || text[at] != '(')
    return std::nullopt;
  auto close = closingBracket(text, at);
  return close ? std::optional(*close + 1) : std::nullopt;
}

} // namespace

std::optional<size_t> statementEnd(std::string_view text, size_t at) {
  at = skipToCode(text, at);
  if (at >= text.size() || text[at] == '}')
    return std::nullopt;
  if (text[at] == '{') {
    auto close = closingBracket(text, at);
    return close ? std::optional(*close + 1) : std::nullopt;
  }
  for (std::string_view word : {"for", "while", "switch", "if"})
    if (auto behind = behindWord(text, at, word)) {
      auto head = behindBrackets(text, *behind);
      auto end = head ? statementEnd(text, *head) : std::nullopt;
      auto other =
          end && word == "if" ? behindWord(text, skipToCode(text, *end), "else") : std::nullopt;
      return other ? statementEnd(text, *other) : end;
    }
  if (auto behind = behindWord(text, at, "do")) {
    auto body = statementEnd(text, *behind);
    auto word = body ? behindWord(text, skipToCode(text, *body), "while") : std::nullopt;
    auto head = word ? behindBrackets(text, *word) : std::nullopt;
    const size_t end = head ? skipToCode(text, *head) : text.size();
    return end < text.size() && text[end] == ';' ? std::optional(end + 1) : std::nullopt;
  }
  for (; at < text.size(); at = lexemeEnd(text, at)) {
    if (text[at] == ';')
      return at + 1;
    if (text[at] == '}')
      return std::nullopt;
    if (text[at] == '(' || text[at] == '{') {
      auto close = closingBracket(text, at);
      if (!close)
        return std::nullopt;
      at = *close;
    }
  }
  return std::nullopt;
}

} // namespace acc
