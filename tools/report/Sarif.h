// The report as SARIF 2.1.0, for code scanning services: a result for each remark, a rule for
// each id.
#pragma once

#include "tools/report/Remarks.h"
#include "tools/report/Rule.h"
#include "tools/report/SourceLines.h"

#include "llvm/Support/raw_ostream.h"

#include <set>

namespace acc::report {

/// Places in the file as it is, columns in bytes.
struct SarifReplacement {
  unsigned startLine = 0, startColumn = 0, endLine = 0, endColumn = 0;
  std::string text;
};

/// Edits that are offered for a nest.
struct SarifFix {
  std::string path; // as the report names the file
  /// "" when it is of the whole file.
  std::string nest;
  std::string description;
  std::vector<SarifReplacement> replacements;
};

struct SarifOptions {
  std::vector<Rule> rules;
  /// Results say whether they are new.
  bool hasBaseline = false;
  /// What asks for no action is listed, too: of kind "informational". A result asks for action when
  /// it is a warning, when it is in `counted`, and when it has a fix.
  bool withInformation = false;
  /// The remarks that fail the run.
  std::set<const Remark *> counted = {};
  std::vector<SarifFix> fixes = {};
  /// The working directory: absolute paths below it are written relative to it.
  std::string root = {};
  /// "analyze" or "rewrite": runs of the two are kept separate.
  std::string command = "analyze";
  /// The page of this program on the web; "" for none.
  std::string homepage = {};
};

/// Paths that are not absolute, or are below `root`, are below %SRCROOT%, the working directory of
/// the run. Columns count code points where the text is known, else bytes. Fingerprints do not
/// depend on lines.
void writeSarif(const Report &report, const std::vector<Remark> &remarks, const SourceTexts &texts,
                const SarifOptions &options, llvm::raw_ostream &out);

} // namespace acc::report
