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

  /// `rule` without "acc-", as reports have it.
  bool silences(const std::string &rule, unsigned line) const;

  /// NOLINTBEGIN and NOLINTEND that do not match; they silence nothing.
  const std::vector<report::Finding> &faults() const { return unmatched; }

private:
  struct Region {
    unsigned first, last; // lines
    std::vector<std::string> globs;
  };
  std::vector<Region> regions;
  std::vector<report::Finding> unmatched;
};

} // namespace acc
