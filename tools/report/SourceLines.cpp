#include "tools/report/SourceLines.h"

#include <algorithm>
#include <cctype>

namespace acc::report {

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    lines.push_back(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

unsigned codePointColumn(std::string_view line, unsigned column) {
  unsigned points = 1;
  size_t before = std::min<size_t>(column ? column - 1 : 0, line.size());
  for (size_t k = 0; k < before; ++k)
    points += (static_cast<unsigned char>(line[k]) & 0xc0) != 0x80;
  return points + static_cast<unsigned>((column ? column - 1 : 0) - before);
}

unsigned endOfTerm(std::string_view line, unsigned column) {
  size_t at = column ? column - 1 : 0;
  if (at >= line.size())
    return static_cast<unsigned>(at + 2);
  auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  auto skipName = [&] {
    while (at < line.size() && isPart(line[at]))
      ++at;
  };
  if (!isPart(line[at]))
    return static_cast<unsigned>(at + 2);
  skipName();
  while (at < line.size()) {
    if (line[at] == '[' || line[at] == '(') {
      size_t depth = 0;
      do {
        depth += line[at] == '[' || line[at] == '(';
        depth -= line[at] == ']' || line[at] == ')';
        ++at;
      } while (depth > 0 && at < line.size());
    } else if (line[at] == '.' || line.substr(at, 2) == "->") {
      at += line[at] == '.' ? 1 : 2;
      skipName();
    } else {
      break;
    }
  }
  return static_cast<unsigned>(at + 1);
}

} // namespace acc::report
