#include "tools/acc-delin/Commands.h"
#include "tools/acc-delin/OnlyWords.h"

#include "rewriter/edit/ExportFixes.h"
#include "rewriter/edit/FastFile.h"
#include "rewriter/edit/LineDirectives.h"
#include "rewriter/helpers/HelperHeader.h"
#include "rewriter/helpers/Helpers.h"
#include "tools/acc-delin/CompileDatabase.h"
#include "tools/acc-delin/ConfigurationError.h"
#include "tools/acc-delin/HelperFile.h"
#include "tools/acc-delin/IncludedFiles.h"
#include "tools/acc-delin/NextCommand.h"
#include "tools/acc-delin/Session.h"
#include "tools/acc-delin/TextFile.h"
#include "tools/lib/CompilerOfUnit.h"
#include "tools/report/Summary.h"
#include "tools/report/Text.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <map>
#include <set>

namespace acc {
namespace {

/// A file and the text that it should have.
struct Rewritten {
  std::string name, path;
  std::string before, after;
  /// Its rewrites are not written: it could not be, or somebody edited a fast version by hand.
  bool isLost = false;
  /// It is not on disk yet.
  bool isNew = false;
  /// It is to go.
  bool isRemoved = false;
  /// Of fast versions: the path of the source that includes it.
  std::string source = {};
  /// The path of the file of helpers that its fast versions included before; "" for none.
  std::string helpers = {};

  DiffOf diffOf() const {
    return isNew ? DiffOf::NewFile : isRemoved ? DiffOf::RemovedFile : DiffOf::Both;
  }
  bool changes() const { return before != after; }
};

/// The name of a file in a diff: below the working directory where it can be,
/// and never absolute, so that `git apply` and `patch -p1` take it.
std::string diffName(const std::string &file) {
  std::string here = absolutePath(".") + "/";
  llvm::StringRef name = file;
  if (!name.consume_front(here))
    name = name.ltrim('/');
  return name.str();
}

/// Where `file` goes below `directory`: its path below the common parent.
std::string mirrored(const std::string &directory, const std::string &commonParent,
                     const std::string &file) {
  llvm::SmallString<256> result(directory);
  llvm::StringRef below = file;
  if (!below.consume_front(commonParent))
    below = llvm::sys::path::filename(file);
  llvm::sys::path::append(result, below.ltrim('/'));
  return result.str().str();
}

int failure(const std::string &message) {
  llvm::WithColor::error(llvm::errs(), "acc-delin") << message << '\n';
  return kUnitFailed;
}

std::string removeFile(const std::string &path) {
  std::error_code error = llvm::sys::fs::remove(path, /*IgnoreNonExisting=*/false);
  return error ? "cannot remove " + path + ": " + error.message() : "";
}

/// The text of a file includes the helpers.
bool includes(const std::string &text, const std::string &file, const std::string &helpers) {
  const std::string name = llvm::sys::path::filename(helpers).str() + "\"";
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    llvm::SmallString<256> path(llvm::sys::path::parent_path(file));
    llvm::sys::path::append(
        path, text.substr(text.rfind('"', at) + 1, at + name.size() - 2 - text.rfind('"', at)));
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    if (path == helpers)
      return true;
  }
  return false;
}

/// No file below `root` includes the helpers after the change.
bool isUnused(const std::string &helpers, const std::string &root,
              const std::vector<Rewritten> &files) {
  std::error_code error;
  llvm::sys::fs::recursive_directory_iterator entry(root, error, /*follow_symlinks=*/false), end;
  for (; !error && entry != end; entry.increment(error)) {
    const std::string &path = entry->path();
    if (llvm::sys::path::filename(path).starts_with("."))
      entry.no_push();
    auto file = std::find_if(files.begin(), files.end(),
                             [&](const Rewritten &one) { return one.path == path; });
    const std::optional<std::string> text =
        file != files.end() ? std::optional(file->after) : readTextFile(path);
    if (path != helpers && text && includes(*text, path, helpers))
      return false;
  }
  return !error;
}

/// What a source that could not be written would have included is what it was.
void takeBack(std::vector<Rewritten> &files) {
  std::set<std::string> lost;
  for (const Rewritten &file : files)
    if (file.isLost)
      lost.insert(file.path);
  for (Rewritten &file : files) {
    const bool isHelpers = file.source.empty() && file.isNew && isHelperHeader(file.after) &&
                           isUnused(file.path, llvm::sys::path::parent_path(file.path).str(), {});
    if (file.isLost || file.isRemoved || !file.changes() ||
        (!lost.count(file.source) && !isHelpers))
      continue;
    if (file.isNew)
      removeFile(file.path);
    else
      writeFileAtomically(file.path, file.before, file.after);
    file.isLost = true;
  }
}

/// What sources include is there before them, and goes after them.
int editInPlace(std::vector<Rewritten> &files) {
  int status = kFine;
  auto change = [&](Rewritten &file) {
    std::optional<std::string_view> expected;
    if (!file.isNew)
      expected = file.before;
    std::string error = file.isRemoved ? removeFile(file.path)
                                       : writeFileAtomically(file.path, file.after, expected);
    file.isLost = !error.empty();
    if (file.isLost)
      status = failure(error);
  };
  for (bool removed : {false, true})
    for (auto file = files.rbegin(); file != files.rend(); ++file)
      if (file->changes() && file->isRemoved == removed && !(removed && status != kFine))
        change(*file);
  if (status != kFine)
    takeBack(files);
  return status;
}

int writeBelow(const std::string &directory, const std::string &commonParent,
               std::vector<Rewritten> &files) {
  int status = kFine;
  for (Rewritten &file : files) {
    if (!file.changes() || file.isRemoved)
      continue;
    std::string target = mirrored(directory, commonParent, file.path);
    std::string parent = llvm::sys::path::parent_path(target).str();
    if (std::error_code error = llvm::sys::fs::create_directories(parent)) {
      status = failure(parent + ": " + error.message());
      file.isLost = true;
      continue;
    }
    // Files of other runs may be there, which use others.
    std::optional<std::string> there =
        isHelperHeader(file.after) ? readTextFile(target) : std::nullopt;
    const std::string text = there && isHelperHeader(*there)
                                 ? helperHeader(llvm::sys::path::filename(target).str(),
                                                helpersIn(file.after) + helpersIn(*there))
                                 : file.after;
    std::string error = writeFileAtomically(target, text, std::nullopt);
    file.isLost = !error.empty();
    if (file.isLost)
      status = failure(error);
  }
  return status;
}

/// One fix per nest; one for the whole file when it holds rewrites already, because those are
/// taken back first. Fixes `forOne` each are whole; else all of a file are to be made, and what
/// they share is in the first of them.
std::vector<Fix> fixesOf(const std::vector<UnitOutcome> &outcomes,
                         const std::vector<Rewritten> &files, bool forOne) {
  std::vector<Fix> fixes;
  for (size_t k = 0; k < outcomes.size(); ++k) {
    const Rewritten &file = files[k];
    const UnitOutcome &outcome = outcomes[k];
    std::string folder = outcome.unit.inputs.empty() ? "" : outcome.unit.inputs.front().directory;
    if (!file.changes())
      continue;
    if (outcome.source.isRewritten())
      fixes.push_back({file.path,
                       folder,
                       "",
                       {*editBetween(file.before, file.after)},
                       "fast versions of the file's nests"});
    else
      for (std::set<std::string> shared; const std::string &nest : nestsOf(outcome.edits)) {
        std::vector<Edit> own = editsOf(outcome.edits, nest);
        std::erase_if(own, [&](const Edit &edit) {
          return edit.isShared && !shared.insert(edit.text).second && !forOne;
        });
        fixes.push_back(
            {file.path, folder, nest, inOrder(std::move(own)), "fast version of " + nest});
      }
  }
  return fixes;
}

/// Leaves a file as it is whose fast versions somebody edited, and with it the one that holds them,
/// and tells each, unless their loss is asked for. True when there is one.
bool keepHandEdits(const CommandLine &line, const SourceText &source, Rewritten &file,
                   std::optional<Rewritten> &fast) {
  if (line.force || source.editedVersions.empty() || (!file.changes() && !fast))
    return false;
  fast.reset();
  for (const EditedVersion &edited : source.editedVersions)
    failure(file.name + ":" + std::to_string(edited.line) + ": the fast version of " + edited.nest +
            " was edited manually: the file is not changed (--force overwrites it)");
  file.after = file.before;
  file.isLost = true;
  return true;
}

/// Does with the new texts what was asked for, unless it is --export-fixes; `diffs` receives the
/// diff when that is wanted.
int apply(const CommandLine &line, const std::string &commonParent, std::vector<Rewritten> &files,
          std::string &diffs) {
  switch (line.change) {
  case Change::Diff:
    for (const Rewritten &file : files)
      diffs += unifiedDiff(diffName(file.path), file.before, file.after, file.diffOf());
    return kFine;
  case Change::InPlace:
    return editInPlace(files);
  case Change::OutputDirectory:
    return writeBelow(line.outputDirectory, commonParent, files);
  case Change::ExportFixes:
    return kFine;
  case Change::Check: {
    int status = kFine;
    for (const Rewritten &file : files)
      if (file.changes()) {
        if (!line.quiet)
          llvm::errs() << file.name << ": would change\n";
        status = kFindings;
      }
    return status;
  }
  }
  return kInternalError;
}

/// The text that a unit's file should have. A unit that failed keeps its own.
Rewritten rewritten(const UnitOutcome &outcome) {
  const SourceText &source = outcome.source;
  Rewritten file{outcome.unit.name, outcome.unit.path, source.onDisk, source.onDisk};
  if (outcome.file.status != "ok")
    return file;
  std::optional<std::string> after = applyEdits(source.original, outcome.edits);
  assert(after && "edits were applied together before");
  if (after)
    file.after = std::move(*after);
  return file;
}

/// The file of helpers of a source, where it is rewritten in two files.
std::string helpersOf(const CommandLine &line, const std::string &path) {
  if (!line.helpers.empty())
    return line.helpers;
  llvm::SmallString<256> name(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(name, kHelperHeader);
  return name.str().str();
}

HelperPaths helperPaths(const CommandLine &line, const Unit &unit) {
  const std::string helpers = helpersOf(line, unit.path);
  UnitOptions options = line.unit;
  options.target = unit.options.unit.target;
  return {
      relativePath(unit.path, helpers), relativePath(helpers, fastPathOf(unit.path)),
      llvm::all_of(unit.inputs, [&](const UnitInput &input) { return hasLevels(input, options); }),
      llvm::none_of(unit.inputs, alwaysContracts)};
}

/// Moves the fast versions of a file into one beside it, where that is asked for; what becomes of
/// that file, when there is or was one. A file of that name that is somebody else's stays, and so
/// does the source. `code` gets the texts where one of them includes the file of helpers.
std::optional<Rewritten> withFastFile(const CommandLine &line, const Unit *wanted,
                                      const SourceText &source, Rewritten &file,
                                      std::string &code) {
  llvm::SmallString<256> name(llvm::sys::path::parent_path(file.name));
  llvm::sys::path::append(name, fastFileName(file.path));
  Rewritten fast{name.str().str(), fastPathOf(file.path), source.fastText, ""};
  fast.source = file.path;
  file.helpers = source.helpers;
  if (wanted) {
    SplitText split = splitText(file.after, file.path, helperPaths(line, *wanted));
    file.after = std::move(split.source);
    fast.after = std::move(split.fast);
    if (split.usesHelpers)
      code += file.after + fast.after;
  }
  std::optional<std::string> onDisk =
      fast.before.empty() && !fast.after.empty() ? readTextFile(fast.path) : std::nullopt;
  if (onDisk && !isFastFile(*onDisk)) {
    failure(fast.name + " was not written by acc-delin: " + file.name + " is not changed");
    file.after = file.before;
    file.isLost = true;
    return std::nullopt;
  }
  if (onDisk)
    fast.before = std::move(*onDisk);
  fast.isNew = fast.before.empty();
  fast.isRemoved = fast.after.empty();
  return fast.changes() ? std::optional(std::move(fast)) : std::nullopt;
}

/// The numbers of lines stay, where that is asked for or the file has it so.
void keepLineNumbers(const CommandLine &line, const SourceText &source, Rewritten &file) {
  if (line.lineDirectives || !source.plain.lines.empty())
    file.after = withLineDirectives(source.original, file.after);
}

/// A file that only somebody's formatter changed stays as it is.
void keepFormatting(const SourceText &source, Rewritten &file) {
  if (source.isRewritten() && writtenHash(file.before) == writtenHash(file.after))
    file.after = file.before;
}

/// What becomes of a file of helpers that `code` uses, and what else uses it that this run does not
/// write; a message where it cannot be written.
std::variant<Rewritten, std::string> usedHelpers(const CommandLine &line, const std::string &path,
                                                 const std::string &code) {
  std::optional<std::string> before = readTextFile(path);
  if (before && !line.force && (!isHelperHeader(*before) || isEditedHeader(*before)))
    return path +
           (isHelperHeader(*before) ? " was edited manually"
                                    : " contains something other than helpers") +
           ": nothing is written (--force replaces it)";
  const bool isKnown = !before || (isHelperHeader(*before) && !isEditedHeader(*before));
  const std::string used = isKnown ? code + helpersIn(before.value_or("")) : allHelpers();
  return Rewritten{diffName(path),
                   path,
                   before.value_or(""),
                   helperHeader(llvm::sys::path::filename(path).str(), used),
                   false,
                   !before};
}

/// Adds the files of helpers that go: those that the files included, or would include.
void addUnusedHelpers(const CommandLine &line, std::vector<Rewritten> &files) {
  std::map<std::string, std::string> roots; // by path, the folder below which they are used
  for (const Rewritten &file : files)
    for (const std::string &path : {helpersOf(line, file.path), file.helpers})
      if (file.changes() && !path.empty()) {
        std::string &root = roots[path];
        root = commonDirectory(root.empty() ? llvm::sys::path::parent_path(path).str() : root,
                               llvm::sys::path::parent_path(file.path).str());
      }
  for (const auto &[path, root] : roots) {
    std::optional<std::string> text = readTextFile(path);
    const bool isListed = std::any_of(files.begin(), files.end(),
                                      [&](const Rewritten &file) { return file.path == path; });
    if (text && !isListed && isHelperHeader(*text) && !isEditedHeader(*text) &&
        root != llvm::sys::path::root_path(root) && isUnused(path, root, files))
      files.push_back({diffName(path), path, *text, "", false, false, true});
  }
}

struct Wanted {
  /// The words of --only that no nest answers, "" when all are.
  std::string unknown;
  /// Nests that are in no report any more.
  unsigned leftAlone = 0;
};

/// Leaves the nests that --only or the profile wants in the reports.
Wanted keepWanted(const CommandLine &line, std::vector<UnitOutcome> &outcomes) {
  Wanted wanted;
  if (line.shardCount == 1)
    wanted.unknown = unansweredWords(line.only, outcomes);
  for (UnitOutcome &outcome : outcomes)
    wanted.leftAlone += static_cast<unsigned>(std::erase_if(
        outcome.file.nests, [&](const report::Nest &nest) { return !line.unit.wants(nest.id); }));
  return wanted;
}

/// Diagnostics and a count of what was written on standard error.
void printRemarks(const CommandLine &line, const report::Report &report,
                  const std::vector<report::Remark> &remarks, const report::SourceTexts &texts,
                  const std::vector<UnitOutcome> &outcomes, const std::vector<Rewritten> &rewrites,
                  unsigned leftAlone) {
  unsigned nests = 0, files = 0;
  for (size_t k = 0; k < outcomes.size(); ++k) {
    if (rewrites[k].isLost)
      continue;
    nests += nestsOf(outcomes[k].edits).size();
    files += !outcomes[k].edits.empty();
  }
  report::TextOptions options;
  options.notes = false;
  options.byGain = line.byGain;
  options.isBrief =
      !line.verbose && report.files.size() > 1 && llvm::sys::Process::StandardErrIsDisplayed();
  options.color = hasColor(line.color, /*toStandardError=*/true);
  options.texts = &texts;
  options.next = nests ? nextAfterRewrite(line) : "";
  options.last = report::plural(nests, "nest") + " rewritten in " + report::plural(files, "file");
  if (line.change == Change::Check) {
    auto outdated = static_cast<unsigned>(
        std::count_if(rewrites.begin(), rewrites.end(),
                      [](const Rewritten &file) { return file.changes() && !file.isLost; }));
    options.last = outdated ? report::plural(outdated, "file") + " would change"
                            : "up to date: " + report::plural(nests, "nest") + " in " +
                                  report::plural(files, "file");
  }
  if (line.profile && line.only.empty() && leftAlone > 0)
    options.last += "; " + report::plural(leftAlone, "nest") + " skipped: below 1% of the profile";
  report::writeText(report, remarks, llvm::errs(), options);
}

/// Says of each nest of the report whether its file has a fast version of it now.
void tellWritten(const std::vector<UnitOutcome> &outcomes, const std::vector<Rewritten> &files,
                 report::Report &report) {
  std::map<std::string, std::set<std::string>> written; // by file
  for (size_t k = 0; k < outcomes.size(); ++k)
    if (!files[k].isLost)
      for (const std::string &nests : nestsOf(outcomes[k].edits)) {
        llvm::SmallVector<llvm::StringRef> fused;
        llvm::StringRef(nests).split(fused, '+');
        for (llvm::StringRef nest : fused)
          written[outcomes[k].file.path].insert(nest.str());
      }
  for (report::File &file : report.files)
    for (report::Nest &nest : file.nests)
      nest.written = written[file.path].count(nest.id) > 0;
}

/// Line and byte column of an offset, from 1.
std::pair<unsigned, unsigned> placeAt(llvm::StringRef text, size_t offset) {
  llvm::StringRef before = text.take_front(offset);
  size_t start = before.rfind('\n');
  return {static_cast<unsigned>(before.count('\n') + 1),
          static_cast<unsigned>(start == llvm::StringRef::npos ? offset + 1 : offset - start)};
}

/// With the edits as fixes and diffs.
PrintStyle styleOf(const CommandLine &line, const std::vector<UnitOutcome> &outcomes,
                   const std::vector<Rewritten> &files) {
  PrintStyle style;
  style.command = "rewrite";
  style.output = line.output;
  style.homepage = line.homepage;
  style.withInformation = line.informational;
  style.color = line.color == Color::Always;
  for (const Fix &fix : fixesOf(outcomes, files, /*forOne=*/true)) {
    auto file = std::find_if(files.begin(), files.end(),
                             [&](const Rewritten &one) { return one.path == fix.path; });
    report::SarifFix &shown =
        style.fixes.emplace_back(report::SarifFix{file->name, fix.nest, fix.message, {}});
    for (const Edit &edit : fix.edits) {
      auto [beginLine, beginColumn] = placeAt(file->before, edit.begin);
      auto [endLine, endColumn] = placeAt(file->before, edit.end);
      shown.replacements.push_back({beginLine, beginColumn, endLine, endColumn, edit.text});
    }
  }
  for (const Rewritten &file : files)
    if (file.changes())
      style.diffs[file.name] =
          unifiedDiff(diffName(file.path), file.before, file.after, file.diffOf());
  return style;
}

report::TextOptions remarksAlone() {
  report::TextOptions options;
  options.notes = options.summary = false;
  return options;
}

/// Why the exit status is 3, which no option silences.
void printFailures(report::Report report) {
  std::erase_if(report.files, [](const report::File &file) { return file.status == "ok"; });
  report::writeText(report, {}, llvm::errs(), remarksAlone());
}

/// The remarks that tell why a schedule of the script is refused; empty without a script.
std::vector<report::Remark> refusedSchedules(const CommandLine &line, const Findings &findings) {
  std::vector<report::Remark> refused;
  if (line.unit.scheduleFrom != UnitOptions::ScheduleFrom::Script)
    return refused;
  for (const report::Remark &remark : findings.remarks)
    for (RejectionKind kind : {RejectionKind::InvalidSchedule, RejectionKind::IllegalSchedule,
                               RejectionKind::DependenceUnknown, RejectionKind::Emission})
      if (remark.rule == rejectionId(kind) && remark.nest->status != "rejected")
        refused.push_back(remark);
  return refused;
}

/// Tells the remarks of refused commands of a script, and takes them out.
///   best.yaml:3:7: error: f#1 (f.c:12:5): the schedule violates a dependence: ...
void tellRefusedCommands(const std::vector<UnitOutcome> &outcomes,
                         std::vector<report::Remark> &remarks) {
  std::erase_if(remarks, [&](const report::Remark &remark) {
    auto unit = std::find_if(outcomes.begin(), outcomes.end(), [&](const UnitOutcome &one) {
      return one.file.path == remark.file->path;
    });
    auto command = refusedCommand(remark.rule, remark.message);
    if (!remark.isOpen() || !command || unit == outcomes.end() ||
        unit->unit.options.schedulePath.empty())
      return false;
    llvm::StringRef why = command->message;
    why.consume_front("not rewritten: ");
    const std::string nest = remark.nest->id + " (" + remark.file->path + ":" +
                             std::to_string(remark.line) + ":" + std::to_string(remark.column) +
                             "): ";
    llvm::errs() << ConfigurationError{nest + why.str() + " [acc-" + command->id + "]",
                                       command->line, command->column,
                                       unit->unit.options.schedulePath}
                        .text()
                 << '\n';
    return true;
  });
}

std::string schedulesOf(const report::Report &report) {
  std::string text;
  for (const report::File &file : report.files)
    for (const report::Nest &nest : file.nests)
      text += nest.script;
  return text;
}

/// Included files with rewrites in them below the folders that were named.
void addIncludedFiles(const CommandLine &line, std::vector<Unit> &units) {
  std::set<std::string> known;
  for (const Unit &unit : units)
    known.insert(realPath(unit.path));
  for (const std::string &argument : line.arguments)
    if (llvm::sys::fs::is_directory(argument))
      for (const std::string &path : markedFilesBelow(argument))
        if (known.insert(path).second)
          units.push_back({nameOf(path), path, {}, line.base});
}

int revertFiles(const CommandLine &line) {
  auto units = collectFiles(line);
  if (auto *error = std::get_if<std::string>(&units)) {
    failure(*error);
    return kUsage;
  }
  UnitList &list = std::get<UnitList>(units);
  addIncludedFiles(line, list.units);
  std::vector<Rewritten> files, fastFiles;
  int status = kFine;
  for (const Unit &unit : list.units) {
    auto source = readSource(unit.path);
    if (auto *error = std::get_if<SourceError>(&source)) {
      status = failure(unit.name + (error->line ? ":" + std::to_string(error->line) : "") + ": " +
                       error->message);
      continue;
    }
    SourceText &text = std::get<SourceText>(source);
    Rewritten file{unit.name, unit.path, text.onDisk, text.original};
    std::string code;
    std::optional<Rewritten> fast = withFastFile(line, nullptr, text, file, code);
    if (keepHandEdits(line, text, file, fast))
      status = std::max<int>(status, kFindings);
    files.push_back(std::move(file));
    if (fast)
      fastFiles.push_back(std::move(*fast));
  }
  size_t sources = files.size();
  std::move(fastFiles.begin(), fastFiles.end(), std::back_inserter(files));
  addUnusedHelpers(line, files);
  std::string diffs;
  int applied = apply(line, list.commonParent, files, diffs);
  if (line.change == Change::Diff && !writeOutput(line.output, diffs))
    return kUsage;
  auto restored =
      std::count_if(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(sources),
                    [](const Rewritten &file) { return file.changes() && !file.isLost; });
  if (!line.quiet && (line.change == Change::InPlace || line.change == Change::OutputDirectory))
    llvm::errs() << report::plural(static_cast<unsigned>(restored), "file") << " restored\n";
  return std::max(status, applied);
}

} // namespace

int rewrite(const CommandLine &line) {
  if (line.revert)
    return revertFiles(line);
  auto units = collectUnits(line);
  if (auto *error = std::get_if<std::string>(&units)) {
    failure(*error);
    return kUsage;
  }
  UnitList &list = std::get<UnitList>(units);
  std::vector<UnitOutcome> outcomes = runSession(line, std::move(list.units), /*withIncluded=*/true,
                                                 {realPath(list.commonParent), list.others});
  std::string notThere = unknownNests(line, outcomes);
  Wanted wanted = keepWanted(line, outcomes);
  if (!wanted.unknown.empty()) {
    failure("--only: no such nest: " + wanted.unknown);
    return kUsage;
  }
  Findings findings = findingsOf(line, outcomes);
  if (!notThere.empty()) {
    failure("the schedule names nests that do not exist: " + notThere);
    return kUsage;
  }

  std::vector<std::string> helperBlocks;
  if (!line.helpers.empty() && !line.unit.fastFile)
    for (UnitOutcome &outcome : outcomes)
      outcome.edits =
          withHelperFile(std::move(outcome.edits), outcome.unit.path, line.helpers, helperBlocks);
  std::vector<Rewritten> files, fastFiles;
  std::map<std::string, std::string> headers; // that they include, and what uses them
  int kept = kFine;
  for (const UnitOutcome &outcome : outcomes) {
    Rewritten &file = files.emplace_back(rewritten(outcome));
    std::optional<Rewritten> fast;
    std::string code;
    const bool hasFast = line.unit.fastFile && mayHaveFastFile(file.path);
    if (outcome.file.status == "ok")
      fast = withFastFile(line, hasFast ? &outcome.unit : nullptr, outcome.source, file, code);
    if (line.change == Change::ExportFixes && !outcome.source.fastPath.empty() && file.changes()) {
      failure(file.name + " has its fast versions in a file beside it, of which no fixes can be " +
              "made: it is left as it is");
      file.after = file.before;
      file.isLost = true;
      fast.reset();
    }
    keepLineNumbers(line, outcome.source, file);
    keepFormatting(outcome.source, file);
    if (file.isLost)
      kept = kUnitFailed;
    else if (keepHandEdits(line, outcome.source, file, fast))
      kept = std::max<int>(kept, kFindings);
    if (fast)
      fastFiles.push_back(std::move(*fast));
    if (!code.empty() && !file.isLost)
      headers[helpersOf(line, file.path)] += code;
  }
  std::move(fastFiles.begin(), fastFiles.end(), std::back_inserter(files));
  for (const auto &[path, code] : headers) {
    auto used = usedHelpers(line, path, code);
    if (auto *message = std::get_if<std::string>(&used)) {
      failure(*message);
      return kUsage;
    }
    files.push_back(std::move(std::get<Rewritten>(used)));
  }
  addUnusedHelpers(line, files);
  if (!helperBlocks.empty()) {
    std::optional<std::string> before = readTextFile(line.helpers);
    std::optional<std::string> after = helperFileText(before.value_or(""), helperBlocks);
    if (!after && !line.force) {
      failure(line.helpers + " contains something other than helpers of this version: nothing is "
                             "written (--force replaces it)");
      return kUsage;
    }
    files.push_back({line.helpers, line.helpers, before.value_or(""),
                     after.value_or(wholeHelperFile(helperBlocks)), false, !before});
  }
  std::string text;
  int applied = std::max(kept, apply(line, list.commonParent, files, text));
  if (line.change == Change::ExportFixes &&
      !writeOutput(line.fixes, fixesAsYaml(fixesOf(outcomes, files, /*forOne=*/false))))
    return kUsage;
  tellWritten(outcomes, files, findings.report);
  const std::vector<report::Remark> refused = refusedSchedules(line, findings);
  std::vector<report::Remark> told = line.quiet ? refused : findings.remarks;
  tellRefusedCommands(outcomes, told);
  if (!line.quiet)
    printRemarks(line, findings.report, told, findings.texts, outcomes, files, wanted.leftAlone);
  else if (told.empty())
    printFailures(findings.report);
  else
    report::writeText(findings.report, told, llvm::errs(), remarksAlone());
  if (line.printSchedule)
    text = schedulesOf(findings.report);
  else if (line.format)
    text = print(findings, *line.format, styleOf(line, outcomes, files));
  bool hasOutput = line.printSchedule || line.format || line.change == Change::Diff;
  if (hasOutput && !writeOutput(line.output, text))
    return kUsage;
  int schedules = refused.empty() ? kFine : kFindings;
  return std::max({applied, schedules, statusOf(findings)});
}

} // namespace acc
