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
  /// Fresh name that holds the guard's value, so that compilers can be told that it is
  /// usually true: without that, gcc takes a long guard's block for cold and leaves its
  /// loops scalar. "" for a plain `if (guard)`.
  std::string flag;
  /// Statements behind the flag's declaration that may clear it, each an `if` with a block; or "".
  std::string tests;
  /// Conditions of the preprocessor under which the guarded version stands at all; in every
  /// other configuration of the file only the original is compiled.
  std::vector<std::string> pins;
};

/// Where the parts of a rewritten nest are in the new text.
struct MarkedRegion {
  std::string nest;
  std::string version;
  /// contentHash of the original as it was when the markers were written.
  std::string hash;
  /// The code around the original is not what was written: somebody edited the fast version.
  bool isFastEdited = false;
  /// All of it, both markers included.
  SourceRange whole;
  SourceRange guard;    // the condition's text
  SourceRange fast;     // the fast block, braces included
  SourceRange original; // the original text inside the else
};

/// The edit that puts a nest between markers: guard, fast block, and the
/// original bytes in the `else`, with the file's own line ends and indentation.
///   before:  for (...) ...
///   after:   /* acc-delin 0.1 f#1 5d0c6f1e 02b4a7d9 begin: A[*][n] */
///            {
///            if (guard) {
///                fast
///            } else {
///            for (...) ...
///            }
///            }
///            /* acc-delin end f#1 */
/// With pins the guarded version stands between their #if lines, the original behind them:
///   after:   {
///            #if !defined(_OPENMP)
///            if (guard) {
///                fast
///            } else
///            #endif
///            {
///            for (...) ...
/// The two hashes are those of the original and of all else between the markers.
/// The text is one statement without a trailing ';', so it may stand wherever
/// the loop stood. The block's own indentation is that of its closing brace.
Edit guardedEdit(std::string_view fileText, const NestRewrite &rewrite);

/// Applies non-overlapping edits; they may come in any order, insertions at one
/// place keep theirs. None on overlap or out of range.
std::optional<std::string> applyEdits(std::string_view text, std::vector<Edit> edits);

/// A damaged marker: unmatched begin or end, unreadable fields, or code between
/// the markers that is not the guarded form any more.
struct MarkerError {
  std::string message;
  unsigned line = 0;
};

/// The marked regions of a file, in order. Markers inside string literals and
/// other comments are text, not markers. The original may have been edited; a
/// caller sees that by comparing `hash` with contentHash of its bytes. Markers of
/// versions before 0.2 carry no hash of the fast version; theirs never counts as edited.
std::variant<std::vector<MarkedRegion>, MarkerError> findMarkers(std::string_view text);

/// The file as it was before any rewrite: every marked region replaced by the
/// original inside it, byte for byte.
std::variant<std::string, MarkerError> revert(std::string_view text);

/// Hash of some bytes between markers, as these carry it (8 hex digits). A
/// carriage return before a line feed does not count, so that a checkout with
/// other line ends keeps its markers.
std::string contentHash(std::string_view text);

/// Unified diff of two texts, "a/path" against "b/path", with three lines of
/// context, as `patch -p1` and `git apply` read it; "" when equal. An absolute
/// path loses its leading slash.
std::string unifiedDiff(const std::string &path, std::string_view before, std::string_view after);

/// Writes a file atomically: a temporary beside it, then rename; keeps the
/// permissions, follows a symbolic link to its target. `expected` is what the
/// file must still hold, else nothing is written. A file that does not exist is
/// created when nothing is expected; one that is not writable is an error.
/// Returns an error text, or "".
std::string writeFileAtomically(const std::string &path, std::string_view text,
                                std::optional<std::string_view> expected);

} // namespace acc
