// A rewritten text in two files: the source with one #include and one line per nest, and what else
// was written for it in a file beside it.
#pragma once

#include "rewriter/edit/Edit.h"

#include <utility>

namespace acc {

/// The name of the file for a source: "gemm_fast.h" beside "src/gemm.c", "gemm_h_fast.h" beside
/// "src/gemm.h".
std::string fastFileName(const std::string &source);

/// How the file and the source include the helpers.
struct HelperPaths {
  /// The way from the source's folder to the file of helpers, and back to the file beside the
  /// source: "../acc_delin.h" and "src/gemm_fast.h".
  std::string helpers, back;
  /// The file is read once for each level of the processor; but for those with fused
  /// multiplication and addition where the flags would contract in spite of pragmas.
  bool hasLevels = true, hasFma = true;
};

struct SplitText {
  std::string source;
  /// What the file beside it holds; "" where nothing was moved.
  std::string fast;
  /// One of the two includes the helpers.
  bool usesHelpers = false;
};

/// Moves the functions that are compiled for each level of the processor (NestRewrite::hasLevels),
/// which stand in one place, to a file of that name, which the source includes there. In place of
/// blocks of helpers the files include those at `paths`. The preprocessor sees the same text, but
/// for comments and other helpers, as often as there are levels.
///   /* acc-delin helpers */ ...                       #include "f_fast.h"
///   /* acc-delin 0.1 fast version of f#1 */ ...  ->
SplitText splitText(const std::string &text, const std::string &source, const HelperPaths &paths);

/// What the text of a unit is built as: the text itself, under the name `source`; and where fast
/// versions stand behind calls in it, what includes the file of these, that file, and the helpers.
/// Names and texts, the unit's first.
std::vector<std::pair<std::string, std::string>>
separateFiles(const std::string &text, const std::string &source, bool hasLevels, bool hasFma);

/// A text in one again.
struct JoinedText {
  std::string text;
  /// The text at `place` for the #include: bytes in the text, and in the source.
  size_t place = 0, length = 0, lengthInSource = 0;
  /// The file of helpers that its head includes, as it does; "" for none.
  std::string helpers = {};
  /// Somebody added something between the fast versions.
  bool hasMore = false;
};

/// The source with `fast` replacing its #include of that name; none if it has no such line.
std::optional<JoinedText> joinedText(std::string_view source, const std::string &name,
                                     std::string_view fast);

/// It begins as such a file does.
bool isFastFile(std::string_view text);

} // namespace acc
