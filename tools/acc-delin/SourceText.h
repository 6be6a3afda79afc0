// A source file as it is on disk and as its author wrote it: files that carry
// our rewrites are always analysed and rewritten from their original text.
#pragma once

#include "acc-delin/Report.h"
#include "rewriter/edit/FastFile.h"
#include "rewriter/edit/LineDirectives.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace acc {

/// A fast version that somebody changed after it was written.
struct EditedVersion {
  std::string nest;
  unsigned line = 0; // at which the nest begins, on disk
};

struct SourceText {
  std::string onDisk;
  /// onDisk without our #line.
  WithoutLineDirectives plain = {};
  /// Without our rewrites; equal to onDisk in a file that has none.
  std::string original;
  /// With the fast versions of a separate file in the text; otherwise equal to plain.
  std::string joined = {};
  /// That file, and its text; "" for none.
  std::string fastPath = {}, fastText = {};
  /// Where its text is in `joined`.
  JoinedText fast = {};
  /// The path of the file of helpers that it includes; "" for none.
  std::string helpers = {};
  bool areHelpersEdited = false;
  /// To be kept unless their loss is asked for.
  std::vector<EditedVersion> editedVersions = {};

  bool isRewritten() const { return onDisk != original; }
};

/// What is wrong with a file, and where (line 0: nowhere in particular).
struct SourceError {
  std::string message;
  unsigned line = 0;
};

/// Where the fast versions of a source stand.
std::string fastPathOf(const std::string &path);

/// A file beside the source is found where the source includes it: that is no symbolic link, which
/// may be compiled in another folder than the file that it names, and its name can stand in quotes.
bool mayHaveFastFile(const std::string &path);

/// Reads the file, and that of its fast versions. An error when one cannot be read or a marker is
/// damaged.
std::variant<SourceText, SourceError> readSource(const std::string &path);

/// The lines on disk at which rewritten nests begin, by nest.
std::map<std::string, unsigned> markerLines(const SourceText &source);

/// Changes every line and column of a report on `source.original` into those of
/// the same text on disk, inside the `else` of each rewrite.
void movePlacesToDisk(const SourceText &source, report::File &file);

} // namespace acc
