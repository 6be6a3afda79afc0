// Comments that silence findings, as clang-tidy reads them:
//
//   for (...)                      /* NOLINT(acc-loop-bound) */     this line
//   // NOLINTNEXTLINE(acc-lint-*, acc-no-view)                      the next line
//   // NOLINTBEGIN(acc-*)  ...  // NOLINTEND(acc-*)                 the lines between
//
// Without parentheses everything is silenced; '*' stands for any letters.
#pragma once

#include "acc-delin/Report.h"

#include <string_view>

namespace acc {

class Suppressions {
public:
  /// Reads the comments of a source.
  explicit Suppressions(std::string_view text);

  /// `rule` without "acc-", as reports have it; the line of the finding, and that of the `for` of
  /// its nest: a comment there silences all of the nest.
  bool silences(const std::string &rule, unsigned line, unsigned nestLine = 0);

  /// NOLINTBEGIN and NOLINTEND that do not match; they silence nothing. With `withUnused` also the
  /// comments that name an id of this tool and have silenced nothing so far.
  std::vector<report::Finding> faults(bool withUnused = false) const;

private:
  struct SilencedLines {
    unsigned first, last; // lines
    std::vector<std::string> globs;
    unsigned line, column; // of the comment
    bool isUsed = false;
  };
  std::vector<SilencedLines> silenced;
  std::vector<report::Finding> unmatched;
};

} // namespace acc
