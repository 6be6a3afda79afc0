// Edits of one file: offsets and text, markers, diff, revert. No analysis here.
#pragma once

#include "analysis/support/SourceRange.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace acc {

/// Replaces bytes [begin, end) of a file.
struct Edit {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string text;
};

/// The rewrite of one nest as the user sees it in the file.
struct NestRewrite {
  std::string nest;    // "gemm#1"
  std::string summary; // recovered arrays
  SourceRange range;   // of the original statement
  std::string guard;
  std::string fastBlock;
};

/// Where the parts of a rewritten nest are in the new text.
struct MarkedRegion {
  std::string nest;
  std::string version;
  std::string hash;
  /// All of it, both markers included.
  SourceRange whole;
  SourceRange guard;    // the condition's text
  SourceRange fast;     // the fast block, braces included
  SourceRange original; // the original text inside the else
};

/// The edit that puts a nest between markers: guard, fast block, and the
/// original bytes in the `else`, with the file's own line ends and indentation.
Edit guardedEdit(std::string_view fileText, const NestRewrite &rewrite);

/// Applies non-overlapping edits; they may come in any order. None on overlap
/// or out of range.
std::optional<std::string> applyEdits(std::string_view text, std::vector<Edit> edits);

/// A damaged marker: unmatched begin or end, unreadable fields.
struct MarkerError {
  std::string message;
  unsigned line = 0;
};

/// The marked regions of a file, in order.
std::variant<std::vector<MarkedRegion>, MarkerError> findMarkers(std::string_view text);

/// The file as it was before any rewrite: every marked region replaced by the
/// original inside it, byte for byte.
std::variant<std::string, MarkerError> revert(std::string_view text);

/// Hash of an original nest's bytes, as markers carry it (8 hex digits).
std::string originalHash(std::string_view original);

/// Unified diff of two texts, "a/path" against "b/path"; "" when equal.
std::string unifiedDiff(const std::string &path, std::string_view before, std::string_view after);

/// Writes a file atomically: a temporary beside it, then rename; keeps the
/// permissions, follows a symbolic link to its target. `expected` is what the
/// file must still hold, else nothing is written. Returns an error text, or "".
std::string writeFileAtomically(const std::string &path, std::string_view text,
                                std::optional<std::string_view> expected);

} // namespace acc
