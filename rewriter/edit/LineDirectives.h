// #line in a rewritten source, so that __LINE__, assertions, debuggers and coverage keep the lines
// of the source as its author wrote it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace acc {

/// `after` with a directive wherever a line of `before` would have another number than there:
/// behind each run of lines that were put in.
///   if (!f_1_fast(n, A))
///   #line 7 (a comment: acc-delin)
///       for (i = 0; i < n; i++)
std::string withLineDirectives(std::string_view before, std::string_view after);

struct WithoutLineDirectives {
  std::string text;
  /// The lines, from 1, at which they stood.
  std::vector<unsigned> lines;

  /// The line of a line of `text` where they stand.
  unsigned lineWithThem(unsigned line) const;
};
WithoutLineDirectives withoutLineDirectives(std::string_view text);

} // namespace acc
