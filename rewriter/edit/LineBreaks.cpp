#include "rewriter/edit/LineBreaks.h"

#include "rewriter/edit/Lexeme.h"

#include <array>
#include <string_view>
#include <vector>

namespace acc {
namespace {

struct Break {
  size_t at; // what follows goes to the next line
  int depth;
};

/// In the order of the line; the blank before each is left out.
std::vector<Break> breaksOf(std::string_view line) {
  static constexpr std::array<std::string_view, 16> kBefore{"&& ", "|| ", "+ ",  "- ",  "* ", "? ", ": ", "<= ",
                                                            ">= ", "< ",  "> ",  "== ", "!= ", "/ ", "% ", "= "};
  std::vector<Break> breaks;
  int depth = 0;
  for (size_t at = line.find_first_not_of(' '); at < line.size(); at = lexemeEnd(line, at)) {
    char c = line[at];
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c != ' ' || at + 1 >= line.size())
      continue;
    std::string_view rest = line.substr(at + 1);
    bool isBefore = false;
    for (std::string_view word : kBefore)
      isBefore |= rest.starts_with(word);
    if (isBefore || line[at - 1] == ',' || line[at - 1] == ';')
      breaks.push_back({at + 1, depth});
  }
  return breaks;
}

/// The best break of a line that is too long; 0 for none.
size_t breakOf(std::string_view line, size_t width) {
  size_t start = line.find_first_not_of(' '), least = start + (width - std::min(start, width)) / 3, best = 0;
  int depth = 0;
  for (const Break &one : breaksOf(line)) {
    if (one.at > width + 1)
      return best ? best : one.at;
    if (one.at > least && (!best || one.depth <= depth)) {
      best = one.at;
      depth = one.depth;
    }
  }
  return best;
}

} // namespace

std::string brokenLines(const std::string &text, size_t width, size_t column) {
  std::string result;
  bool isContinued = false; // of a directive
  for (size_t at = 0; at <= text.size();) {
    size_t feed = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, feed - at);
    at = feed + 1;
    size_t code = line.find_first_not_of(' ');
    bool isDirective = isContinued || (code != std::string::npos && line[code] == '#');
    isContinued = isDirective && !line.empty() && line.back() == '\\';
    size_t indent = code == std::string::npos ? 0 : code;
    size_t deeper = column ? column : indent + 4;
    while (!isDirective && line.size() > width) {
      size_t place = breakOf(line, width);
      if (place <= indent || place >= line.size())
        break;
      result += line.substr(0, place - 1) + "\n";
      line = std::string(deeper, ' ') + line.substr(place);
      indent = deeper;
    }
    result += line;
    if (at <= text.size())
      result += "\n";
  }
  return result;
}

} // namespace acc
