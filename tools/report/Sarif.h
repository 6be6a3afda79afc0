// The report as SARIF 2.1.0, for code scanning services: a result for each remark, a rule for
// each id.
#pragma once

#include "tools/report/Remarks.h"
#include "tools/report/SourceLines.h"

#include "llvm/Support/raw_ostream.h"

namespace acc::report {

/// What an id means.
struct Rule {
  std::string id; // without "acc-"
  std::string description;
  /// Markdown; "" for none.
  std::string help;
};

struct SarifOptions {
  std::vector<Rule> rules;
  /// Results say whether they are new.
  bool hasBaseline = false;
};

/// Paths that are not absolute are below %SRCROOT%, the working directory of the run. Columns
/// count code points where the text is known, else bytes. Fingerprints do not depend on lines.
void writeSarif(const Report &report, const std::vector<Remark> &remarks, const SourceTexts &texts,
                const SarifOptions &options, llvm::raw_ostream &out);

} // namespace acc::report
