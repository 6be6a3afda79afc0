// Two texts line by line.
#pragma once

#include <string_view>
#include <vector>

namespace acc {

/// With their line ends.
std::vector<std::string_view> linesOf(std::string_view text);

/// One line of the diff: in the old text ('-'), the new one ('+'), or both (' ').
struct DiffLine {
  char sign;
  std::string_view text;
};

/// In each place lines that go stand before those that come.
std::vector<DiffLine> diffLines(const std::vector<std::string_view> &before,
                                const std::vector<std::string_view> &after);

} // namespace acc
