// A place in the unit's main file. Plain value; no Clang type.
#pragma once

#include <cstdint>

namespace acc {

/// Bytes [begin, end) of the main file; line and column (1-based, in bytes) are
/// those of `begin`. An empty range at line 0 means "no place known".
struct SourceRange {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t line = 0;
  uint32_t column = 0;

  bool known() const { return line != 0; }
  bool contains(const SourceRange &other) const { return begin <= other.begin && other.end <= end; }
  bool operator==(const SourceRange &) const = default;
};

} // namespace acc
