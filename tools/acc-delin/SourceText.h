// A source file as it is on disk and as its author wrote it: files that carry
// our rewrites are always analysed and rewritten from their original text.
#pragma once

#include "acc-delin/Report.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace acc {

/// A fast version that somebody changed after it was written.
struct EditedVersion {
  std::string nest;
  unsigned line = 0; // of its begin marker, on disk
};

struct SourceText {
  std::string onDisk;
  /// Without our rewrites; equal to onDisk in a file that has none.
  std::string original;
  /// With the fast versions in the text that stand in a file beside it (--fast-file); else equal to
  /// onDisk.
  std::string joined = {};
  /// That file, and its text; "" for none.
  std::string fastPath = {}, fastText = {};
  /// To be kept unless their loss is asked for.
  std::vector<EditedVersion> editedVersions = {};

  bool isRewritten() const { return onDisk != original; }
};

/// What is wrong with a file, and where (line 0: nowhere in particular).
struct SourceError {
  std::string message;
  unsigned line = 0;
};

/// Where --fast-file puts the fast versions of a source.
std::string fastPathOf(const std::string &path);

/// Reads the file, and that of its fast versions. An error when one cannot be read or a marker is
/// damaged.
std::variant<SourceText, SourceError> readSource(const std::string &path);

/// The lines on disk of the begin markers, by nest.
std::map<std::string, unsigned> markerLines(const std::string &onDisk);

/// Changes every line and column of a report on `source.original` into those of
/// the same text on disk, inside the `else` of each rewrite.
void movePlacesToDisk(const SourceText &source, report::File &file);

} // namespace acc
