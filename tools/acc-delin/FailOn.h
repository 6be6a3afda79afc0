// --fail-on: which findings make the exit status 1.
#pragma once

#include "tools/report/Remarks.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace acc {

struct FailOn {
  /// "recovered", "refused" or "lint": findings of this kind and of the following kinds count.
  std::optional<report::Level> least;
  /// Globs over ids without "acc-"; findings of these ids count whatever their kind.
  std::vector<std::string> ids;

  bool counts(const report::Remark &remark) const;
};

/// Kinds, ids and globs of ids, separated by commas; "none" stands alone. A message when a word is
/// no kind and matches no id that there is.
std::variant<FailOn, std::string> readFailOn(const std::string &text);

} // namespace acc
