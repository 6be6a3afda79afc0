// Edits in the form in which clang-tidy exports fixes and clang-apply-replacements applies them.
#pragma once

#include "rewriter/edit/Edit.h"

#include <vector>

namespace acc {

struct Fix {
  std::string path; // absolute
  /// The working directory of the file's compile command.
  std::string folder;
  /// The nest that it is for; "" for the whole file.
  std::string nest;
  /// Edits of the file as it is on disk, in the order of their places.
  std::vector<Edit> edits;
  std::string message;
};

/// A YAML document of Clang's TranslationUnitDiagnostics, one diagnostic "acc-rewrite" per fix.
std::string fixesAsYaml(const std::vector<Fix> &fixes);

/// The one edit that makes `after` of `before`, as short as can be; none when they are equal.
std::optional<Edit> editBetween(std::string_view before, std::string_view after);

} // namespace acc
