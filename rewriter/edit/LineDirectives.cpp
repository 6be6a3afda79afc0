#include "rewriter/edit/LineDirectives.h"

#include "rewriter/edit/DiffLines.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

constexpr std::string_view kStart = "#line ", kMark = " /* acc-delin */";

bool isDirective(std::string_view line) {
  if (!line.starts_with(kStart))
    return false;
  line.remove_prefix(kStart.size());
  const size_t digits = line.find_first_not_of("0123456789");
  if (digits == 0 || digits == line.npos || !line.substr(digits).starts_with(kMark))
    return false;
  return line.find_first_not_of("\r\n", digits + kMark.size()) == line.npos;
}

/// The tokens of lines that were changed, as far as they have been found again.
class Changed {
public:
  void add(std::string_view line, unsigned number) {
    for (char c : line)
      if (!isSpace(c))
        rest.push_back({c, number});
  }
  void clear() {
    rest.clear();
    at = 0;
  }
  /// The number of the line with which `line` goes on; 0 when it does not.
  unsigned take(std::string_view line) {
    size_t end = at;
    for (char c : line)
      if (!isSpace(c) && (end == rest.size() || rest[end++].first != c))
        return 0;
    const unsigned number = end == at ? 0 : rest[at].second;
    at = end;
    return number;
  }

private:
  static bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  std::vector<std::pair<char, unsigned>> rest;
  size_t at = 0;
};

} // namespace

std::string withLineDirectives(std::string_view before, std::string_view after) {
  const std::string_view end = after.find("\r\n") == after.npos ? "\n" : "\r\n";
  std::string text;
  Changed changed;
  unsigned own = 0;      // lines of `before` so far
  unsigned presumed = 1; // what a compiler takes the next line for
  for (const DiffLine &line : diffLines(linesOf(before), linesOf(after))) {
    own += line.sign != '+';
    if (line.sign == '-') {
      changed.add(line.text, own);
      continue;
    }
    if (line.sign == ' ')
      changed.clear();
    const unsigned number = line.sign == ' ' ? own : changed.take(line.text);
    if (number && number != presumed) {
      text += kStart;
      text += std::to_string(number);
      text += kMark;
      text += end;
      presumed = number;
    }
    text += line.text;
    ++presumed;
  }
  return text;
}

WithoutLineDirectives withoutLineDirectives(std::string_view text) {
  WithoutLineDirectives without;
  unsigned number = 0;
  for (std::string_view line : linesOf(text)) {
    ++number;
    if (isDirective(line))
      without.lines.push_back(number);
    else
      without.text += line;
  }
  return without;
}

unsigned WithoutLineDirectives::lineWithThem(unsigned line) const {
  for (unsigned directive : lines)
    line += directive <= line;
  return line;
}

} // namespace acc
