// The report as one HTML file that needs no other and no network: an overview, a table that sorts,
// filters and searches, and for each nest its source with the accesses marked, what is known of it,
// pictures, and what would change.
#pragma once

#include "tools/report/Remarks.h"
#include "tools/report/Rule.h"
#include "tools/report/SourceLines.h"

#include "llvm/Support/raw_ostream.h"

namespace acc::report {

/// A unified diff for each file that would change, by its path in the report.
using Diffs = std::map<std::string, std::string>;

struct HtmlOptions {
  Diffs diffs = {};
  /// The pages of those that the report has are in the file.
  std::vector<Rule> rules = {};
  /// Nests as LoopTrees: SVG, in which what comes from sources is escaped.
  std::map<const Nest *, std::string> trees = {};
  /// What leads from the file's folder to where the report's paths start, "" or with a '/' at its
  /// end; none: sources are not linked.
  std::optional<std::string> root = {};
};

/// The report is in the file as JSON, where nothing that comes from sources can end the element
/// that holds it; the script shows it as text only. Without scripts the counts are seen.
void writeHtml(const Report &report, const std::vector<Remark> &remarks, const SourceTexts &texts,
               const HtmlOptions &options, llvm::raw_ostream &out);

} // namespace acc::report
