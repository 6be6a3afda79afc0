// Nests whose fast version is behind one call: `if (!f_1_fast(n, A))` before the loops.
#pragma once

#include "rewriter/edit/Edit.h"

namespace acc {

/// Around what a generated file has for each level of the processor, and around what it has once
/// (rewriter/helpers/LevelFile.h).
inline constexpr const char *kOfLevel = "#if ACC_WORK\n", *kOfFile = "\n#endif\n#if ACC_CALL\n";

/// The hash of what was written for a nest: the text of its functions, with their conditions, the
/// line before the nest, and the schedule.
std::string entryHash(std::string_view functions, std::string_view line,
                      const ScheduleNote &schedule);

/// The text inserted for such a nest.
struct EntryMarker {
  std::string nest, version, hash, fastHash;
  ScheduleNote schedule;
  /// Braces around the line and the loops are ours.
  bool inBraces = false;
  /// Its functions, with the comment before them, and where that ends.
  SourceRange block;
  size_t commentEnd = 0;
};

struct EntryRegion {
  MarkedRegion region;
  /// The text inserted before the original, and after it (empty for none).
  SourceRange before, behind;
};

/// Finds the nest in the text by the name of its function.
std::variant<EntryRegion, MarkerError> readEntry(std::string_view text, const EntryMarker &marker);

/// Place and line of bytes of the text.
SourceRange rangeOf(std::string_view text, size_t begin, size_t end);

} // namespace acc
