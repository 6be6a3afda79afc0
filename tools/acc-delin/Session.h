// The units of one run, sent through workers: what analyze and rewrite share.
#pragma once

#include "tools/acc-delin/Changed.h"
#include "tools/acc-delin/SourceText.h"
#include "tools/acc-delin/Units.h"
#include "tools/report/Remarks.h"
#include "tools/report/Sarif.h"
#include "tools/report/SourceLines.h"

namespace acc {

struct UnitOutcome {
  Unit unit;
  SourceText source;
  /// Under the user's name for it; places are those of the original text.
  report::File file;
  /// Edits of the original text; empty unless all configurations agree.
  std::vector<Edit> edits;
  /// Of the first configuration.
  std::vector<PlanTerms> terms = {};
  /// Of an included file that was read and may be rewritten: the units of the session in which it
  /// was read.
  std::vector<Unit> readIn = {};
};

/// Which included files a rewrite may edit.
struct IncludedScope {
  /// Those below this folder; "": none.
  std::string root;
  /// Units of the compile database that are not in the session, and may include them.
  unsigned otherUnits = 0;
};

/// Every unit through a worker, in the order of `units`. Units that cannot be
/// read, crash or run out of time are outcomes too. With `withIncluded` also the files that
/// they include, by path behind the units: their nests as the first unit sees them that has
/// the function; with edits where `scope` allows them (IncludedFiles.h).
std::vector<UnitOutcome> runSession(const CommandLine &line, std::vector<Unit> units,
                                    bool withIncluded, const IncludedScope &scope = {});

/// As the user would name it: from the working directory when it lies below.
std::string nameOf(const std::string &file);

/// The options of the run with those of a unit's folder.
UnitOptions optionsOf(const CommandLine &line, const Unit &unit);

/// The schedules of the fast versions in a text that nobody edited, by nest.
std::map<std::string, WrittenSchedule> writtenSchedules(const std::string &text);

/// The report of a session, places as on disk, and which of its remarks comments and the baseline
/// silence.
struct Findings {
  report::Report report;
  std::vector<report::Remark> remarks; // of this report
  report::SourceTexts texts;
  bool hasBaseline = false;
  /// By the path of the file.
  std::map<std::string, FailOn> failOn;

  Findings() = default;
  Findings(Findings &&) = default;
  Findings(const Findings &) = delete;
};
/// The files are in the order of their paths and the nests in that of their places, so that shards
/// that are merged give the same. With `changed`, only nests that it touches.
Findings findingsOf(const CommandLine &line, const std::vector<UnitOutcome> &outcomes,
                    const ChangedLines *changed = nullptr);

/// The same order of any report.
void sortByPlace(report::Report &report);

/// How the findings are shown.
struct PrintStyle {
  /// "analyze" or "rewrite".
  std::string command = "analyze";
  /// Text is colored.
  bool color = false;
  std::string next = {};
  bool byGain = false;
  /// Text has faults and the summary alone.
  bool isBrief = false;
  /// SARIF also has results that need no action.
  bool withInformation = false;
  std::vector<report::SarifFix> fixes = {};
  /// Where the project's files are on the web, for links; "": they are not.
  std::string homepage = {};
  /// For HTML: what would change in a file, by its path.
  std::map<std::string, std::string> diffs = {};
  /// Where the text will be written; "" for standard output.
  std::string output = {};
};

/// --color for a stream: "auto" is a terminal that has colours, unless NO_COLOR is set.
bool hasColor(Color color, bool toStandardError);

/// The findings in the wanted format.
std::string print(const Findings &findings, Format format, const PrintStyle &style);

/// kInternalError, kUnitFailed, kFindings or kFine: by the --fail-on of each file's folder.
int statusOf(const Findings &findings);

/// Names in the scripts of the units that no unit has; "" when there is none, or when other shards
/// may have them.
std::string unknownNests(const CommandLine &line, const std::vector<UnitOutcome> &outcomes);

} // namespace acc
