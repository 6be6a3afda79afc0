#include "tools/report/SourceLines.h"

#include <algorithm>

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

} // namespace acc::report
