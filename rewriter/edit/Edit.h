// Edits of one file: offsets and text, markers, diff, revert. No analysis here.
#pragma once

#include "analysis/support/SourceRange.h"
#include "rewriter/edit/ScheduleComment.h"

#include <functional>
#include <optional>
#include <set>
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
  /// The nest that it is a part of the rewrite of, and where that begins; "" for none.
  std::string nest = {};
  uint32_t nestBegin = 0;
  /// Text that the file needs once, whichever nests ask for it, before all other insertions.
  bool isShared = false;

  bool operator==(const Edit &) const = default;
};

/// The rewrite of one nest as the user sees it in the file.
struct NestRewrite {
  std::string nest;    // "gemm#1"
  std::string summary; // recovered arrays
  SourceRange range;   // of the original statement
  std::string guard;
  /// The statement after the `if`: a call to the fast version, or a block.
  std::string fast;
  /// The range holds more than one statement.
  bool isList = false;
  /// Fresh name that holds the guard's value where `tests` need it; "" for a plain `if (guard)`.
  std::string flag = {};
  /// Statements after the flag's declaration that may clear it, each an `if` with a block; or "".
  std::string tests = {};
  /// Preprocessor conditions around the whole guarded version. Every other configuration of the
  /// file compiles only the original.
  std::vector<std::string> pins = {};
  /// The definition of the fast version as a function, which goes before the one that holds the
  /// nest; "" when `fast` is all of it. Needs the helpers (rewriter/helpers), which make the first
  /// of the conditions.
  std::string function = {};
  /// The guard as a function, and its call, for guards that are long; "" for none.
  std::string check = {}, checkCall = {};
  /// The check and the call as a function, which returns 1 where it did the work of the nest, its
  /// call, and a macro in its place that does nothing: then one line goes before the nest. Empty
  /// for none.
  std::string entry = {}, entryCall = {}, entryMacro = {};
  /// Of `entry`: `function` is compiled once for each level of the processor.
  bool hasLevels = false;
  /// What the schedule does, in words; "" for nothing.
  std::string words = {};
  /// What produced this text, for the comment before the function.
  ScheduleNote schedule = {};
  /// Where the function that holds the nest begins.
  uint32_t functionBegin = 0;
  unsigned longBits = 64, pointerBits = 64;
};

/// Where the parts of a rewritten nest are in the new text.
struct MarkedRegion {
  std::string nest;
  std::string version;
  /// contentHash of the original as it was when the markers were written.
  std::string hash;
  /// The names of the functions that stand before: the fast version and its check; empty for a
  /// block in place.
  std::set<std::string> functions;
  /// That of the function that is called before the nest (NestRewrite::entry); "" for none.
  std::string entry;
  /// As in NestRewrite.
  ScheduleNote schedule;
  /// contentHash of the code around the original, as it is.
  std::string fastHash;
  /// It is not what was written: somebody edited the fast version.
  bool isFastEdited = false;
  /// The statement in place of the nest, with the lines that belong to it.
  SourceRange whole;
  SourceRange guard;    // the condition's text
  SourceRange fast;     // the block or the function's body, braces included
  SourceRange original; // the original text in the else
};

/// The edits that make a nest call its fast version behind the guard. The original bytes stay in
/// place, in the `else`. Edits: the function, the text before the nest, and the text after it, with
/// the file's line ends and indentation; and the helpers as shared ones.
///   before:      for (...) ...
///   after:   #if defined(ACC_DELIN) (marker: acc-delin 0.1 f#1 5d0c6f1e 02b4a7d9 begin)
///                if (guard)
///                    f_1_fast(n, A);
///                else
///            #endif
///                for (...) ...
///                (marker: acc-delin end f#1)
/// Each pin is an #if line. The two hashes are those of the original and of all that was written
/// for it. What cannot stand so is put into braces: several statements, the body of an `if` without
/// braces, a loop behind other code on its line, pragmas, a guard with a flag:
///            (marker)
///            {
///            #if defined(ACC_DELIN)
///            int fast = guard;
///            if (fast) { tests }
///            if (fast)
///                f_1_fast(n, A);
///            else
///            #endif
///            {
///            for (...) ...
///            }
///            }
///            (marker)
/// The text is one statement without a trailing ';', so it may stand wherever the loop stood.
///
/// With NestRewrite::entry, whose function's comment holds the hashes, one line goes before it:
///   before:      for (...) ...
///   after:       if (!f_1_fast(n, A))
///                for (...) ...
/// Braces go around the two where the nest is the body of another statement, and around the nest
/// where it is several statements or an `else` in it would not be its own.
std::vector<Edit> nestEdits(std::string_view fileText, const NestRewrite &rewrite);

/// The edits as they are made, by place. Those at one place become one, in the order of their
/// nests, else in their own. Of shared edits with equal text one stays, all of them at the first of
/// their places.
std::vector<Edit> inOrder(std::vector<Edit> edits);

/// Applies non-overlapping edits, which may come in any order (inOrder). None on overlap or out of
/// range.
std::optional<std::string> applyEdits(std::string_view text, std::vector<Edit> edits);

/// The nests that the edits rewrite, in the order of the file.
std::vector<std::string> nestsOf(const std::vector<Edit> &edits);

/// Those of one nest.
std::vector<Edit> editsOf(const std::vector<Edit> &edits, const std::string &nest);

/// Takes out those of one nest.
void removeNest(std::vector<Edit> &edits, const std::string &nest);

/// A damaged marker: unmatched begin or end, unreadable fields, or code between
/// the markers that is not the guarded form any more.
struct MarkerError {
  std::string message;
  unsigned line = 0;
};

/// The marked regions of a file, in order. Markers inside string literals and
/// other comments are text, not markers. The original may have been edited; a
/// caller sees that by comparing `hash` with contentHash of its bytes.
std::variant<std::vector<MarkedRegion>, MarkerError> findMarkers(std::string_view text);

/// What rewrites put into the file, in order: without it the text is what it was before.
std::variant<std::vector<SourceRange>, MarkerError> insertedRanges(std::string_view text);

/// Those before functions: helpers and functions, in order.
std::variant<std::vector<SourceRange>, MarkerError> blocksBeforeFunctions(std::string_view text);

/// The file as it was before any rewrite, byte for byte.
std::variant<std::string, MarkerError> revert(std::string_view text);

/// Hash of the tokens of some text, as markers carry it (8 hex digits). White space and comments do
/// not count, so that formatting keeps the markers.
std::string contentHash(std::string_view text);

/// The same of what was written for a nest, in which the words of comments count.
std::string writtenHash(std::string_view text);

/// Which of the two texts is a file's; the other one of a new file and of one that goes is empty.
enum class DiffOf { Both, NewFile, RemovedFile };

/// Unified diff of two texts, "a/path" against "b/path" (or /dev/null), with three lines of
/// context, as `patch -p1` and `git apply` read it; "" when equal. An absolute
/// path loses its leading slash.
std::string unifiedDiff(const std::string &path, std::string_view before, std::string_view after,
                        DiffOf files = DiffOf::Both);

/// `after` with those lines of `before` that it lacks and `isKept` names, where a diff of the two
/// has them.
std::string withKeptLines(std::string_view before, std::string_view after,
                          const std::function<bool(std::string_view line)> &isKept);

/// Writes a file atomically: a temporary beside it, then rename; keeps the
/// permissions, follows a symbolic link to its target. `expected` is what the
/// file must still hold, else nothing is written. A file that does not exist is
/// created when nothing is expected; one that is not writable is an error.
/// Returns an error text, or "".
std::string writeFileAtomically(const std::string &path, std::string_view text,
                                std::optional<std::string_view> expected);

} // namespace acc
