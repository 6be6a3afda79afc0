// Files with fast versions in them, whether on disk or as they would be written.
#pragma once

#include "rewriter/edit/Edit.h"
#include "tools/acc-delin/CommandLine.h"
#include "tools/acc-delin/Units.h"
#include "tools/lib/Pipeline.h"

#include "llvm/ADT/SmallString.h"

#include <map>

namespace acc {

/// A file with rewrites: on disk, or as it would be rewritten now.
struct RewrittenFile {
  std::string name;
  UnitInput input;
  std::string original, rewritten;
  std::vector<MarkedRegion> regions;
  /// The rewritten text is the file's, with the fast versions that stand beside it.
  bool isOnDisk = false;
  /// Where they stand in a file beside it: the lines of the markers in the file itself.
  std::map<std::string, unsigned> lines = {};
  /// Why nothing in it can be proved; "" for nothing.
  std::string notProved = {};

  /// Fast versions are in a separate file.
  bool isJoined() const { return !lines.empty(); }
};

/// Prints an error.
void complain(const std::string &message);

/// Prints why a unit could not be read, analysed or edited; false when it could.
bool failed(const report::File &file);

/// Adds the file when it has markers.
void addFile(const std::string &name, const UnitInput &input, std::string original,
             std::string rewritten, bool isOnDisk, std::vector<RewrittenFile> &files);

/// The rewritten files that the units include, those that include themselves among them: a row for
/// each inclusion, with the fast versions of its functions. The units have their original texts
/// (UnitInput::otherTexts), those of one run the same.
std::vector<RewrittenFile> includedFiles(const CommandLine &line, const std::vector<Unit> &units);

/// The proof of each fast version in each file, and the drivers of their functions.
std::vector<UnitResult> proveAll(const CommandLine &line, const std::vector<RewrittenFile> &files);

/// A folder of our own, gone afterwards.
class Scratch {
public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  bool isThere = false;
  llvm::SmallString<128> path;
};

} // namespace acc
