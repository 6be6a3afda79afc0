#include "tools/acc-delin/Session.h"

#include "rewriter/edit/Edit.h"
#include "rewriter/edit/Lexeme.h"
#include "tools/acc-delin/CompileDatabase.h"
#include "tools/acc-delin/IncludedFiles.h"
#include "tools/acc-delin/Rules.h"
#include "tools/acc-delin/Suppressions.h"
#include "tools/acc-delin/TextFile.h"
#include "tools/acc-delin/WorkerPool.h"
#include "tools/lib/LoopTree.h"
#include "tools/lib/WrittenWith.h"
#include "tools/report/Html.h"
#include "tools/report/Json.h"
#include "tools/report/Markdown.h"
#include "tools/report/Sarif.h"
#include "tools/report/Summary.h"
#include "tools/report/Text.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

namespace acc {
namespace {

/// Takes out of `edits` the nests that `others` rewrite otherwise, or not at all; yields them and
/// those that only `others` rewrite.
std::set<std::string> keepCommon(std::vector<Edit> &edits, const std::vector<Edit> &others) {
  std::set<std::string> differing;
  for (const std::vector<Edit> *one :
       std::initializer_list<const std::vector<Edit> *>{&edits, &others})
    for (const std::string &nest : nestsOf(*one))
      if (editsOf(edits, nest) != editsOf(others, nest))
        differing.insert(nest);
  for (const std::string &nest : differing)
    removeNest(edits, nest);
  return differing;
}

report::Finding fault(RejectionKind kind, const std::string &message, unsigned line) {
  return {rejectionId(kind), message, line, line ? 1u : 0u};
}

/// A command's flags but for the macros that it defines.
std::vector<std::string> flagsWithoutMacros(const UnitInput &input) {
  std::vector<std::string> flags;
  for (size_t k = 0; k < input.flags.size(); ++k) {
    const std::string &flag = input.flags[k];
    if (flag == "-D" || flag == "-U")
      ++k;
    else if (!flag.starts_with("-D") && !flag.starts_with("-U"))
      flags.push_back(flag);
  }
  return flags;
}

/// Whatever the commands of a unit choose otherwise, the pins of a rewrite ask for.
bool differInMacrosOnly(const std::vector<UnitInput> &inputs) {
  return std::all_of(inputs.begin(), inputs.end(), [&](const UnitInput &input) {
    return input.compiler == inputs.front().compiler &&
           input.directory == inputs.front().directory &&
           flagsWithoutMacros(input) == flagsWithoutMacros(inputs.front());
  });
}

/// From where to where the edits of the nest change the text but for what stands before functions,
/// the nest itself with it.
std::pair<uint32_t, uint32_t> placeOf(std::string_view text, const std::vector<Edit> &edits,
                                      const std::string &nest) {
  std::pair<uint32_t, uint32_t> place{0, 0};
  for (const Edit &edit : edits)
    if (edit.nest == nest && edit.end >= edit.nestBegin) {
      const size_t end = statementEnd(text, edit.nestBegin).value_or(edit.nestBegin + 1);
      place = {edit.nestBegin, std::max({edit.end, place.second, static_cast<uint32_t>(end)})};
    }
  return place;
}

/// Each is one line before the nest, in which the preprocessor leaves what is compiled.
bool mayBothStand(std::string_view text, const std::vector<Edit> &edits, const std::string &nest,
                  const std::vector<Edit> &others, const std::string &other) {
  auto isLine = [](const std::vector<Edit> &own, const std::string &name) {
    return std::any_of(own.begin(), own.end(), [&](const Edit &edit) {
      return edit.nest == name &&
             edit.text.find(" fast version of " + name + " ") != std::string::npos;
    });
  };
  return nest != other && isLine(edits, nest) && isLine(others, other) &&
         placeOf(text, edits, nest).first == placeOf(text, others, other).first;
}

/// Adds the nests that only another command of the unit rewrites, with their rows. Where the first
/// one has a rewrite, that stays, and the other command compiles it or the original, as its pins
/// say; or the lines of both stand before the nest.
void addNestsOf(UnitResult other, UnitOutcome &outcome) {
  std::set<std::string> known;
  for (const report::Nest &row : outcome.file.nests)
    known.insert(row.id);
  const std::vector<std::string> written = nestsOf(outcome.edits);
  std::map<std::string, std::string> isIn; // nests that have no place, and what stands there
  for (const std::string &nest : nestsOf(other.edits)) {
    const auto [begin, end] = placeOf(outcome.source.original, other.edits, nest);
    auto standsThere = std::find_if(
        written.begin(), written.end(), [&, from = begin, to = end](const std::string &mine) {
          const auto [mineBegin, mineEnd] = placeOf(outcome.source.original, outcome.edits, mine);
          return mineBegin < to && from < mineEnd;
        });
    if (standsThere != written.end() &&
        !mayBothStand(outcome.source.original, outcome.edits, *standsThere, other.edits, nest)) {
      isIn[nest] = *standsThere;
      continue;
    }
    std::vector<Edit> edits = editsOf(other.edits, nest);
    std::move(edits.begin(), edits.end(), std::back_inserter(outcome.edits));
  }
  for (report::Nest &row : other.file.nests) {
    if (known.count(row.id))
      continue;
    if (auto found = isIn.find(row.id); found != isIn.end()) {
      Rejection rejection{RejectionKind::Configuration,
                          {},
                          "another compile command of the file makes these lines " + found->second +
                              ", which is rewritten"};
      row.rejections.push_back(fault(rejection.kind, rejection.message(), row.line));
      row.rejections.back().column = row.column;
    }
    outcome.file.nests.push_back(std::move(row));
  }
}

std::vector<std::string> functionsOf(const report::File &file) {
  std::set<std::string> functions;
  for (const report::Nest &row : file.nests)
    functions.insert(row.id.substr(0, row.id.find('#')));
  return {functions.begin(), functions.end()};
}

/// One outcome from the results of all configurations of a unit. The report is
/// that of the first; a later one that failed decides the status. Only a rewrite that all
/// of them make is made, unless they differ in macros alone.
void combine(UnitOutcome &outcome, std::vector<UnitResult> results) {
  outcome.file = std::move(results.front().file);
  outcome.edits = std::move(results.front().edits);
  outcome.terms = std::move(results.front().terms);
  for (size_t k = 1; k < results.size(); ++k) {
    report::File &other = results[k].file;
    if (outcome.file.status == "ok" && other.status != "ok") {
      outcome.file.status = other.status;
      outcome.file.errors = std::move(other.errors);
    }
    if (differInMacrosOnly(outcome.unit.inputs)) {
      addNestsOf(std::move(results[k]), outcome);
      continue;
    }
    std::set<std::string> differing = keepCommon(outcome.edits, results[k].edits);
    for (report::Nest &row : outcome.file.nests) {
      if (!differing.count(row.id) || !row.rejections.empty())
        continue;
      Rejection rejection{RejectionKind::Configuration,
                          {},
                          std::to_string(results.size()) +
                              " compile commands of the file need different rewrites"};
      row.rejections.push_back(fault(rejection.kind, rejection.message(), row.line));
      row.rejections.back().column = row.column;
    }
  }
  if (outcome.file.status != "ok")
    outcome.edits.clear();
  outcome.file.path = outcome.unit.name;
}

/// The commands of one unit are for different machines.
bool namesSeveralProcessors(const std::vector<UnitInput> &inputs) {
  auto machineOf = [](const UnitInput &input) {
    std::vector<std::string> flags;
    std::copy_if(input.flags.begin(), input.flags.end(), std::back_inserter(flags),
                 [](const std::string &flag) { return flag.starts_with("-m"); });
    return flags;
  };
  return std::any_of(inputs.begin(), inputs.end(), [&](const UnitInput &input) {
    return machineOf(input) != machineOf(inputs.front());
  });
}

/// The nests that have fast versions in the text.
std::set<std::string> writtenNests(const std::string &text) {
  std::set<std::string> nests;
  auto markers = findMarkers(text);
  if (auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers))
    for (const MarkedRegion &region : *regions)
      nests.insert(region.nest);
  return nests;
}

/// A line on a terminal that is overwritten; nothing elsewhere.
PoolObserver progressBar(const CommandLine &line, size_t total) {
  if (line.quiet || total < 2 || !llvm::sys::Process::StandardErrIsDisplayed())
    return {};
  return [total](size_t done, const UnitInput &last) {
    llvm::errs() << "\r\x1b[K";
    if (done < total)
      llvm::errs() << '[' << done << '/' << total << "] " << llvm::sys::path::filename(last.path);
  };
}

/// The rows of one reading of an included file, without those that are there already.
/// `why`: not rewritten.
void addNests(const CommandLine &line, report::File &file, report::File &&reading,
              const std::string &why) {
  std::set<std::string> known;
  for (const report::Nest &nest : file.nests)
    known.insert(nest.id);
  for (report::Nest &nest : reading.nests) {
    if (known.count(nest.id))
      continue;
    if (line.unit.rewrite && nest.rejections.empty()) {
      Rejection rejection{RejectionKind::IncludedFile, {}, why};
      nest.rejections.push_back(fault(rejection.kind, rejection.message(), nest.line));
      nest.rejections.back().column = nest.column;
      nest.script.clear(); // scripts are of what is written
    }
    file.nests.push_back(std::move(nest));
  }
  if (file.status == "ok" && reading.status != "ok") {
    file.status = reading.status;
    file.errors = std::move(reading.errors);
  }
}

/// Why the included file may not be edited; "" when it may.
std::string whyNotEdited(const IncludedScope &scope, const std::string &path) {
  if (!path.starts_with(scope.root + "/"))
    return "it is not below " + nameOf(scope.root);
  if (scope.otherUnits > 0)
    return report::plural(scope.otherUnits, "unit") + " of the compile database that " +
           (scope.otherUnits == 1 ? "was" : "were") + " not named may include it, too";
  return "";
}

/// Included files that are no units themselves, and units that include themselves, each read in as
/// few units as know all of its functions. `paths` are those of the requests. Those that are to be
/// rewritten are not read but added to `uses`, with all that include them.
IncludedChooser includedOnce(const CommandLine &line, const IncludedScope &scope,
                             const std::vector<UnitOutcome> &outcomes,
                             std::vector<std::string> paths, FileUses &uses) {
  std::set<std::string> own;
  for (const UnitOutcome &outcome : outcomes)
    own.insert(realPath(outcome.unit.path));
  return [&line, &uses, scope, own, units = std::move(paths),
          read = std::map<std::string, std::set<std::string>>()](
             size_t request, const std::vector<FileInclusions> &files) mutable {
    llvm::Regex filter(line.headerFilter);
    std::vector<std::string> paths;
    for (const FileInclusions &file : files) {
      bool isWanted = line.headerFilter.empty() || filter.match(nameOf(file.path));
      std::set<std::string> &known = read[file.path]; // functions of it
      size_t before = known.size();
      known.insert(file.functions.begin(), file.functions.end());
      bool isElsewhere = own.count(file.path) && file.path != units.at(request);
      if (isWanted && !isElsewhere && line.unit.rewrite && whyNotEdited(scope, file.path).empty()) {
        for (const auto &[ordinal, functions] : file.inclusions)
          uses[file.path].push_back({request, ordinal, functions});
        continue;
      }
      if (isWanted && !isElsewhere && known.size() != before)
        paths.push_back(file.path);
    }
    return paths;
  };
}

/// An included file as one of the outcomes read it.
struct Reading {
  report::File file;
  size_t outcome;
};

/// The included files behind the units, one row for each. Nothing is expected of those that may not
/// be rewritten.
void addIncluded(const CommandLine &line, const IncludedScope &scope, std::vector<Reading> readings,
                 std::vector<UnitOutcome> &outcomes) {
  std::map<std::string, size_t> rows;
  for (size_t k = 0; k < outcomes.size(); ++k) // of units that include themselves
    rows.emplace(realPath(outcomes[k].unit.path), k);
  for (auto &[reading, reader] : readings) {
    std::string path = reading.path;
    auto [row, isNew] = rows.try_emplace(path, outcomes.size());
    if (isNew) {
      UnitOutcome &outcome = outcomes.emplace_back();
      outcome.unit = {nameOf(path), path, {}, line.base};
      auto options = folderOptions(line, path);
      if (auto *own = std::get_if<FolderOptions>(&options))
        outcome.unit.options = std::move(*own);
      outcome.file.path = outcome.unit.name;
      if (auto source = readSource(path); auto *text = std::get_if<SourceText>(&source))
        outcome.source = std::move(*text);
    }
    const std::string why = whyNotEdited(scope, path);
    if (why.empty())
      outcomes[row->second].readIn.push_back(outcomes[reader].unit);
    else
      for (report::Nest &nest : reading.nests)
        nest.expected.reset();
    addNests(line, outcomes[row->second].file, std::move(reading), why);
  }
}

/// The rewritten included files behind the units; what belongs to a unit that includes itself goes
/// there.
void addRewritten(std::vector<UnitOutcome> included, std::vector<UnitOutcome> &outcomes) {
  std::map<std::string, size_t> rows;
  for (size_t k = 0; k < outcomes.size(); ++k)
    rows.emplace(realPath(outcomes[k].unit.path), k);
  for (UnitOutcome &file : included) {
    auto row = rows.find(file.unit.path);
    if (row == rows.end()) {
      outcomes.push_back(std::move(file));
      continue;
    }
    UnitOutcome &own = outcomes[row->second];
    std::move(file.edits.begin(), file.edits.end(), std::back_inserter(own.edits));
    std::move(file.file.nests.begin(), file.file.nests.end(), std::back_inserter(own.file.nests));
    if (own.file.status == "ok" && file.file.status != "ok") {
      own.file.status = file.file.status;
      own.file.errors = std::move(file.file.errors);
      own.edits.clear();
    }
  }
}

} // namespace

std::string nameOf(const std::string &file) {
  std::string below = realPath(absolutePath(".")) + "/";
  return file.starts_with(below) ? file.substr(below.size()) : file;
}

std::map<std::string, WrittenSchedule> writtenSchedules(const std::string &text) {
  std::map<std::string, WrittenSchedule> schedules;
  auto markers = findMarkers(text);
  if (auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers))
    for (const MarkedRegion &region : *regions)
      if (auto options = optionsWith({}, region.schedule.options); options && !region.isFastEdited)
        schedules[region.nest] = {region.schedule.text, options->pays};
  return schedules;
}

UnitOptions optionsOf(const CommandLine &line, const Unit &unit) {
  UnitOptions options = line.unit;
  const UnitOptions &own = unit.options.unit;
  options.quota = own.quota;
  options.scheduleFrom = own.scheduleFrom;
  options.script = own.script;
  options.fastFile = line.unit.fastFile && mayHaveFastFile(unit.path);
  options.target = own.target;
  options.machine = own.machine;
  options.noHeap = own.noHeap;
  options.openmp = own.openmp;
  options.fp = own.fp;
  options.runCheck = own.runCheck && line.command == Command::Rewrite;
  options.judge = own.judge && line.unit.judge;
  return options;
}

std::vector<UnitOutcome> runSession(const CommandLine &line, std::vector<Unit> units,
                                    bool withIncluded, const IncludedScope &scope) {
  std::vector<UnitOutcome> outcomes;
  const auto otherTexts = scope.root.empty() ? nullptr : originalTextsBelow(scope.root);
  std::vector<WorkerRequest> requests;
  std::vector<size_t> outcomeOf; // of each request
  // A check measures nothing. What measuring left out is not there; the rest is as it let it be.
  auto isChecked = [&](const Unit &unit) {
    return line.change == Change::Check && unit.options.unit.judge;
  };
  for (Unit &unit : units) {
    UnitOutcome &outcome = outcomes.emplace_back();
    outcome.unit = std::move(unit);
    outcome.file.path = outcome.unit.name;
    auto source = readSource(outcome.unit.path);
    if (auto *error = std::get_if<SourceError>(&source)) {
      outcome.file.status = "parse-error";
      outcome.file.errors = {fault(RejectionKind::ParseError, error->message, error->line)};
      outcome.unit.inputs.clear();
      continue;
    }
    outcome.source = std::move(std::get<SourceText>(source));
    for (const UnitInput &input : outcome.unit.inputs) {
      WorkerRequest &request =
          requests.emplace_back(WorkerRequest{input, optionsOf(line, outcome.unit)});
      outcomeOf.push_back(outcomes.size() - 1);
      if (request.options.target.empty() && namesSeveralProcessors(outcome.unit.inputs))
        request.options.target = "portable"; // one text for all of them
      if (!request.options.only.empty() || isChecked(outcome.unit))
        request.options.only.merge(writtenNests(outcome.source.joined));
      request.input.text = outcome.source.original;
      request.input.otherTexts = otherTexts;
      if (request.options.judge || isChecked(outcome.unit))
        request.options.writtenBefore = writtenSchedules(outcome.source.joined);
      if (!line.unit.rewrite)
        break; // a report is on the first configuration
    }
  }
  // That can be all of a file, where others have been rewritten.
  if (std::any_of(requests.begin(), requests.end(),
                  [](const WorkerRequest &one) { return !one.options.writtenBefore.empty(); }))
    for (size_t k = 0; k < requests.size(); ++k)
      if (requests[k].options.only.empty() && isChecked(outcomes[outcomeOf[k]].unit))
        requests[k].options.only = {""};

  PoolOptions pool{line.jobs, line.timeLimit};
  // Those that share a beginning share the options, too.
  pool.sharesBeginnings =
      !line.unit.timeStages && // whose reading would be nobody's
      std::all_of(requests.begin(), requests.end(),
                  [](const WorkerRequest &one) {
                    return one.options.writtenBefore.empty() && one.options.only.empty();
                  }) &&
      std::all_of(outcomes.begin(), outcomes.end(), [&](const UnitOutcome &outcome) {
        return outcome.unit.options.configuration == outcomes.front().unit.options.configuration;
      });
  std::vector<std::string> paths;
  for (const WorkerRequest &request : requests)
    paths.push_back(realPath(request.input.path));
  FileUses uses;
  if (withIncluded)
    pool.choose = includedOnce(line, scope, outcomes, std::move(paths), uses);
  std::vector<UnitResult> results;
  std::vector<Reading> included;
  for (std::vector<UnitResult> &one :
       runWorkers(requests, pool, progressBar(line, requests.size()))) {
    const size_t outcome = outcomeOf[results.size()];
    results.push_back(std::move(one.front()));
    for (size_t k = 1; k < one.size(); ++k)
      included.push_back({std::move(one[k].file), outcome});
  }
  const PoolOptions again{line.jobs, line.timeLimit};
  std::vector<std::vector<FileUse>> commands(outcomes.size());
  std::vector<ReadFile> readSeveralWays;
  auto next = results.begin();
  for (UnitOutcome &outcome : outcomes) {
    size_t count = line.unit.rewrite ? outcome.unit.inputs.size()
                                     : std::min<size_t>(outcome.unit.inputs.size(), 1);
    if (count == 0)
      continue;
    if (count > 1) {
      std::vector<FileUse> &uses = commands[static_cast<size_t>(&outcome - outcomes.data())];
      for (size_t k = 0; k < count; ++k) {
        const auto at = next + static_cast<std::ptrdiff_t>(k);
        uses.push_back({static_cast<size_t>(at - results.begin()), 0, functionsOf(at->file)});
      }
      readSeveralWays.push_back({realPath(outcome.unit.path), outcome, uses});
    }
    combine(outcome, {std::make_move_iterator(next), std::make_move_iterator(next + count)});
    next += static_cast<std::ptrdiff_t>(count);
  }
  compileTogether(line, requests, readSeveralWays, again);
  addIncluded(line, scope, std::move(included), outcomes);
  if (!uses.empty())
    addRewritten(rewriteIncluded(line, requests, uses, again), outcomes);
  return outcomes;
}

void sortByPlace(report::Report &report) {
  std::stable_sort(report.files.begin(), report.files.end(),
                   [](const report::File &a, const report::File &b) { return a.path < b.path; });
  for (report::File &file : report.files)
    std::stable_sort(file.nests.begin(), file.nests.end(),
                     [](const report::Nest &a, const report::Nest &b) {
                       return std::pair(a.line, a.column) < std::pair(b.line, b.column);
                     });
}

Findings findingsOf(const CommandLine &line, const std::vector<UnitOutcome> &outcomes,
                    const ChangedLines *changed) {
  Findings findings;
  findings.report.toolVersion = kVersion;
  std::map<std::string, Suppressions> suppressions;
  for (const UnitOutcome &outcome : outcomes) {
    report::File &file = findings.report.files.emplace_back(outcome.file);
    movePlacesToDisk(outcome.source, file);
    // Included files are not read by the session; a file that is not readable has said so.
    std::string text = outcome.source.onDisk;
    if (text.empty())
      text = readTextFile(outcome.unit.path).value_or("");
    suppressions.emplace(file.path, text);
    findings.texts[file.path] = std::move(text);
    findings.failOn[file.path] = outcome.unit.options.failOn;
    for (report::Nest &nest : file.nests)
      nest.milliseconds = line.times ? nest.milliseconds : 0;
    if (changed)
      std::erase_if(file.nests, [&](const report::Nest &nest) {
        return !changed->touches(realPath(outcome.unit.path), nest.line,
                                 std::max(nest.line, nest.endLine));
      });
  }
  if (changed)
    std::erase_if(findings.report.files, [](const report::File &file) {
      return file.status == "ok" && file.nests.empty();
    });
  sortByPlace(findings.report);
  if (line.profile)
    rankByProfile(*line.profile, findings.report);
  findings.remarks = report::remarksOf(findings.report);
  for (report::Remark &remark : findings.remarks)
    remark.isSuppressed =
        suppressions.at(remark.file->path).silences(remark.rule, remark.line, remark.nest->line);
  for (report::File &file : findings.report.files)
    if (file.status == "ok") {
      // With --changed only a part of the nests is known: a comment may silence findings that are
      // not told.
      auto faults = suppressions.at(file.path).faults(/*withUnused=*/!changed);
      file.errors.insert(file.errors.end(), faults.begin(), faults.end());
    }
  findings.hasBaseline = line.baseline.has_value();
  if (line.baseline)
    report::markKnown(findings.remarks, report::remarksOf(*line.baseline));
  return findings;
}

bool hasColor(Color color, bool toStandardError) {
  if (color != Color::Auto)
    return color == Color::Always;
  const char *none = std::getenv("NO_COLOR");
  if (none && *none)
    return false;
  return toStandardError ? llvm::sys::Process::StandardErrHasColors()
                         : llvm::sys::Process::StandardOutHasColors();
}

static report::SarifOptions sarifOptions(const Findings &findings, const PrintStyle &style) {
  report::SarifOptions options;
  options.rules = reportRules(style.homepage);
  options.hasBaseline = findings.hasBaseline;
  options.withInformation = style.withInformation;
  options.root = absolutePath(".");
  options.command = style.command;
  options.homepage = style.homepage;
  options.fixes = style.fixes;
  for (const report::Remark &remark : findings.remarks)
    if (findings.failOn.at(remark.file->path).counts(remark))
      options.counted.insert(&remark);
  return options;
}

/// What leads from the folder of a file to the working directory, as a path of a URL.
static std::optional<std::string> wayBackFrom(const std::string &output) {
  if (output.empty())
    return std::nullopt;
  std::filesystem::path way =
      std::filesystem::path(absolutePath("."))
          .lexically_relative(std::filesystem::path(absolutePath(output)).parent_path());
  return way.empty() || way == "." ? "" : way.generic_string() + "/";
}

static report::HtmlOptions htmlOptions(const Findings &findings, const PrintStyle &style) {
  report::HtmlOptions options;
  options.diffs = style.diffs;
  options.rules = reportRules();
  options.root = wayBackFrom(style.output);
  for (const report::File &file : findings.report.files)
    for (const report::Nest &nest : file.nests)
      if (!nest.loopTree.empty())
        options.trees[&nest] =
            checkLoopTree({{nest.id, nest.loopTree}}, LoopTreeFormat::Svg).output;
  return options;
}

std::string print(const Findings &findings, Format format, const PrintStyle &style) {
  std::string text;
  llvm::raw_string_ostream out(text);
  switch (format) {
  case Format::Text: {
    report::TextOptions options;
    options.color = style.color;
    options.texts = &findings.texts;
    options.next = style.next;
    options.byGain = style.byGain;
    options.isBrief = style.isBrief;
    report::writeText(findings.report, findings.remarks, out, options);
    break;
  }
  case Format::Json:
    report::writeJson(findings.report, out);
    break;
  case Format::Sarif:
    report::writeSarif(findings.report, findings.remarks, findings.texts,
                       sarifOptions(findings, style), out);
    break;
  case Format::Markdown:
    report::writeMarkdown(findings.report, out);
    break;
  case Format::Html:
    report::writeHtml(findings.report, findings.remarks, findings.texts,
                      htmlOptions(findings, style), out);
    break;
  }
  return text;
}

int statusOf(const Findings &findings) {
  const report::Counts counts = report::count(findings.report);
  if (counts.internalErrors)
    return kInternalError;
  if (counts.failedFiles)
    return kUnitFailed;
  bool isFound = std::any_of(
      findings.remarks.begin(), findings.remarks.end(), [&](const report::Remark &remark) {
        return remark.isOpen() && findings.failOn.at(remark.file->path).counts(remark);
      });
  return isFound ? kFindings : kFine;
}

std::string unknownNests(const CommandLine &line, const std::vector<UnitOutcome> &outcomes) {
  if (line.shardCount > 1)
    return "";
  std::set<std::string> scripts, there, unknown;
  for (const UnitOutcome &outcome : outcomes) {
    if (outcome.unit.options.unit.scheduleFrom == UnitOptions::ScheduleFrom::Script)
      scripts.insert(outcome.unit.options.unit.script);
    for (const report::Nest &nest : outcome.file.nests)
      there.insert(nest.id);
  }
  for (const std::string &script : scripts) {
    auto nests = nestsOfScript(script);
    for (const std::string &name : std::get<std::vector<std::string>>(nests))
      if (!there.count(name))
        unknown.insert(name);
  }
  return report::joinWords({unknown.begin(), unknown.end()});
}

} // namespace acc
