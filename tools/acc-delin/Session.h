// The units of one run, sent through workers: what analyze and rewrite share.
#pragma once

#include "tools/acc-delin/SourceText.h"
#include "tools/acc-delin/Units.h"
#include "tools/report/Remarks.h"
#include "tools/report/SourceLines.h"

namespace acc {

struct UnitOutcome {
  Unit unit;
  SourceText source;
  /// Under the user's name for it; places are those of the original text.
  report::File file;
  /// Edits of the original text; empty unless all configurations agree.
  std::vector<Edit> edits;
};

/// Every unit through a worker, in the order of `units`. Units that cannot be
/// read, crash or run out of time are outcomes too. With `withIncluded` also the files that
/// they include, by path behind the units: their nests as the first unit sees them that has
/// the function, never with edits.
std::vector<UnitOutcome> runSession(const CommandLine &line, std::vector<Unit> units,
                                    bool withIncluded);

/// The report of a session, places as on disk, and which of its remarks comments and the baseline
/// silence.
struct Findings {
  report::Report report;
  std::vector<report::Remark> remarks; // of this report
  report::SourceTexts texts;
  bool hasBaseline = false;

  Findings() = default;
  Findings(Findings &&) = default;
  Findings(const Findings &) = delete;
};
Findings findingsOf(const CommandLine &line, const std::vector<UnitOutcome> &outcomes);

/// The findings in the wanted format.
std::string print(const Findings &findings, Format format);

/// kUnitFailed, kFindings or kFine.
int statusOf(const Findings &findings, FailOn failOn);

} // namespace acc
