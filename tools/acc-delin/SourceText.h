// A source file as it is on disk and as its author wrote it: files that carry
// our rewrites are always analysed and rewritten from their original text.
#pragma once

#include "acc-delin/Report.h"

#include <string>
#include <variant>

namespace acc {

struct SourceText {
  std::string onDisk;
  /// Without our rewrites; equal to onDisk in a file that has none.
  std::string original;

  bool isRewritten() const { return onDisk != original; }
};

/// What is wrong with a file, and where (line 0: nowhere in particular).
struct SourceError {
  std::string message;
  unsigned line = 0;
};

/// Reads the file. An error when it cannot be read or a marker is damaged.
std::variant<SourceText, SourceError> readSource(const std::string &path);

/// Changes every line and column of a report on `source.original` into those of
/// the same text on disk, inside the `else` of each rewrite.
void movePlacesToDisk(const SourceText &source, report::File &file);

} // namespace acc
