// The program as a list of stages, for one translation unit.
#pragma once

#include "acc-delin/Options.h"
#include "acc-delin/Report.h"
#include "analysis/frontend/Frontend.h"
#include "analysis/tree/KnownSizes.h"
#include "rewriter/edit/Edit.h"
#include "scheduling/ScriptPoint.h"
#include "scheduling/autoschedule/CostTerms.h"
#include "tools/verify/DriverText.h"

#include <functional>
#include <variant>

namespace acc {

/// Small values of the scalars that a rewritten nest begins with, by their names in C, at which its
/// guard holds as far as integers decide it.
struct SmallInput {
  std::string nest;
  std::vector<std::pair<std::string, int64_t>> values;
};

/// What a plan that is to be measured asks of the machine, and what the source does.
struct PlanTerms {
  std::string nest;
  CostTerms plan, source;
};

struct UnitResult {
  report::File file;
  /// Edits of the main file, when `rewrite` was asked for; proved ones only, and
  /// the file with all of them compiles.
  std::vector<Edit> edits = {};
  /// With options.fastFile, by the ids of nests: why the fast version stands in the source, where
  /// it has the unit's own flags alone.
  std::map<std::string, std::string> inSource = {};
  /// With options.runCheck: inputs for the nests that the edits rewrite.
  std::vector<SmallInput> inputs = {};
  /// With options.judge, by the ids of these nests: where their arrays end, as sizesWithinDeclared.
  std::map<std::string, std::map<std::string, KnownSize>> declaredSizes = {};
  /// With options.judge: nests whose checks are false in one of several calls, as leavesOutCalls.
  std::vector<std::string> leaveOutCalls = {};
  /// With options.onlyPlan: of the nests that the edits rewrite, where the plan was ranked.
  std::vector<PlanTerms> terms = {};
  /// With options.written: the nests whose written version is proved, and the drivers of
  /// their functions.
  std::vector<std::string> proved = {};
  std::vector<DriverText> drivers = {};
};

/// Called with the id of each nest before work on it starts, and with "" after the last, so that a
/// watcher can attribute a crash or a hang.
using NestObserver = std::function<void(const std::string &nestId)>;

/// The number of the next nest to work on; none at the end.
using NextNest = std::function<std::optional<size_t>()>;
/// Works on the nests that `next` gives: their rows, edits, inputs and terms.
using NestWork = std::function<UnitResult(const NextNest &next)>;
/// Has `work` done on all of `count` nests, wherever that is: what came of them, in their order.
using NestSharing = std::function<UnitResult(size_t count, const NestWork &work)>;

/// Who watches the work on a unit; all but `take` may be left out.
struct UnitWatch {
  NestObserver nest;
  IncludedChoice choose;
  /// Asked only where nothing but rows, edits, inputs and terms comes of the nests.
  NestSharing share;
  /// Given, the unit is the one that it gives, which begins like the one that is asked for.
  UnitStart start;
  /// For tests of later stages: may change what was read of the unit, and the proved edits.
  std::function<void(SourceUnit &)> read = {};
  std::function<void(std::vector<Edit> &)> proved = {};
  /// Gets the result of each file before work on the next one starts.
  std::function<void(UnitResult &&)> take;
};

/// Reads, analyses and (with options.rewrite) rewrites one unit, then without rewriting the files
/// that it includes and the watch chooses. A unit with compile errors has status "parse-error" and
/// no nests. What cannot be lifted or rewritten is in the nests' rejections, also when a stage
/// throws.
void processUnit(const UnitInput &input, const UnitOptions &options, const UnitWatch &watch);

/// The unit alone.
inline UnitResult processUnit(const UnitInput &input, const UnitOptions &options,
                              const NestObserver &observer = {}) {
  UnitResult result;
  UnitWatch watch;
  watch.nest = observer;
  watch.take = [&](UnitResult &&own) { result = std::move(own); };
  processUnit(input, options, watch);
  return result;
}

/// The ids of the nests that a schedule script or a mapping's title names, or what is wrong with
/// its text and where.
std::variant<std::vector<std::string>, report::Finding> nestsOfScript(const std::string &text);

/// Why a schedule of a script was refused, and the command that was: a finding in the script; none
/// where no command was.
std::optional<report::Finding> refusedCommand(const std::string &rule, std::string message);

/// The scripts that a schedule with parameters of several values stands for, or what is wrong with
/// its text and where; a text without such parameters stands for itself.
std::variant<std::vector<ScriptPoint>, report::Finding> pointsOfScript(const std::string &text);

/// What is wrong with the name of a target; "" of one that is known.
std::string targetFault(const std::string &name);

/// Stages in their order, as --dump-after names them.
const std::vector<std::string> &stageNames();

} // namespace acc
