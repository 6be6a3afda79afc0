// A rewritten text in two files: the source with one #include and one line per nest, and what else
// was written for it in a file beside it.
#pragma once

#include "rewriter/edit/Edit.h"

namespace acc {

/// The name of the file for a source: "gemm_fast.h" beside "src/gemm.c".
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

/// A text in one again.
struct JoinedText {
  std::string text;
  /// What stands at `place` for the #include: bytes in the text, and in the source.
  size_t place = 0, length = 0, lengthInSource = 0;
  /// Somebody added something between the fast versions.
  bool hasMore = false;
};

/// The source with `fast` in place of its #include of that name; none where it has no such line.
std::optional<JoinedText> joinedText(std::string_view source, const std::string &name,
                                     std::string_view fast);

/// It begins as such a file does.
bool isFastFile(std::string_view text);

} // namespace acc
