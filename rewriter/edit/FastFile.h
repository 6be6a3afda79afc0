// A rewritten text in two files: the source, and what was put before its functions in a file beside
// it that it includes.
#pragma once

#include "rewriter/edit/Edit.h"

namespace acc {

/// The name of the file for a source: "gemm_fast.h" beside "src/gemm.c".
std::string fastFileName(const std::string &source);

struct SplitText {
  std::string source;
  /// What the file beside it holds; "" where nothing was moved.
  std::string fast;
};

/// Moves helpers and functions, as far as they stand in one place, the first, to a file of that
/// name, which the source includes there. The preprocessor sees the same text, but for a comment.
///   /* acc-delin helpers */ ...               /* acc-delin fast versions */
///   /* acc-delin fast version of f#1 */ ...   ->   #include "f_fast.h"
SplitText splitText(const std::string &text, const std::string &source);

/// The name in the #include of such a source; "" for none.
std::string includedFastFile(std::string_view source);

/// The text as it was before it was split. MarkerError when `fast` is no such file.
std::variant<std::string, MarkerError> joinedText(std::string_view source, std::string_view fast);

/// It begins as such a file does.
bool isFastFile(std::string_view text);

} // namespace acc
