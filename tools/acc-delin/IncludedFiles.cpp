#include "tools/acc-delin/IncludedFiles.h"

#include "rewriter/edit/FastFile.h"
#include "rewriter/helpers/HelperHeader.h"
#include "tools/acc-delin/CompileDatabase.h"
#include "tools/acc-delin/TextFile.h"

#include <algorithm>
#include <filesystem>

namespace acc {
namespace {

constexpr std::string_view kMarker = "/* acc-delin ";
constexpr uintmax_t kLargestText = uintmax_t(8) << 20;

/// The nest itself, or a part of it: f#1, f#1.2.
std::string functionOf(const std::string &nest) { return nest.substr(0, nest.find('#')); }

report::Nest *rowOf(report::File &file, const std::string &nest) {
  auto row = std::find_if(file.nests.begin(), file.nests.end(),
                          [&](const report::Nest &one) { return one.id == nest; });
  return row == file.nests.end() ? nullptr : &*row;
}

void refuse(UnitOutcome &outcome, const std::string &nest, const std::string &why) {
  removeNest(outcome.edits, nest);
  report::Nest *row = rowOf(outcome.file, nest);
  if (!row || !row->rejections.empty())
    return;
  const Rejection rejection{RejectionKind::IncludedFile, {}, why};
  row->rejections.push_back(
      {rejectionId(rejection.kind), rejection.message(), row->line, row->column});
  row->script.clear(); // scripts are of what is written
}

bool hasFunction(const FileUse &use, const std::string &nest) {
  return std::find(use.functions.begin(), use.functions.end(), functionOf(nest)) !=
         use.functions.end();
}

/// The file as it is read there.
WorkerRequest requestFor(const CommandLine &line, const WorkerRequest &unit,
                         const std::string &path, const UnitOutcome &outcome, const FileUse &use) {
  WorkerRequest request{unit.input, optionsOf(line, outcome.unit)};
  request.options.target = unit.options.target;
  if (use.ordinal > 0 || realPath(unit.input.path) != path) {
    request.input.inclusion = {path, use.ordinal, false, unit.input.text};
    request.options.fastFile = true; // one line before each nest
  }
  request.input.text = outcome.source.original;
  return request;
}

std::string unitOf(const WorkerRequest &request, const FileUse &use) {
  return (use.ordinal > 0 ? "inclusion " + std::to_string(use.ordinal + 1) + " in " : "") +
         nameOf(request.input.path);
}

void checkCompiled(UnitOutcome &outcome, const UnitResult &result, const FileUse &use,
                   const std::string &unit) {
  if (result.file.status != "ok") {
    for (const std::string &nest : nestsOf(outcome.edits))
      refuse(outcome, nest,
             "the text with the fast versions is not compiled in " + unit +
                 (result.file.errors.empty() ? "" : ": " + result.file.errors.front().message));
    return;
  }
  auto text = applyEdits(outcome.source.original, outcome.edits);
  auto markers = text ? findMarkers(*text) : MarkerError{"the edits overlap"};
  if (auto *error = std::get_if<MarkerError>(&markers)) {
    for (const std::string &nest : nestsOf(outcome.edits))
      refuse(outcome, nest, error->message);
    return;
  }
  for (const MarkedRegion &region : std::get<std::vector<MarkedRegion>>(markers))
    if (!hasFunction(use, region.nest) &&
        std::any_of(result.file.nests.begin(), result.file.nests.end(),
                    [&](const report::Nest &row) {
                      return region.functions.count(functionOf(row.id)) > 0;
                    }))
      refuse(outcome, region.nest,
             "its fast version would be compiled in " + unit + ", too, which lacks the nest");
}

/// One included file on its way.
struct Included {
  std::string path;
  UnitOutcome outcome;
  const std::vector<FileUse> &uses;
  /// The inclusions that are rewritten first, and all others.
  std::vector<const FileUse *> first = {}, others = {};
};

class Rewriting {
public:
  Rewriting(const CommandLine &line, const std::vector<WorkerRequest> &requests,
            const PoolOptions &pool)
      : line(line), requests(requests), pool(pool) {}

  std::vector<UnitOutcome> rewrite(const FileUses &uses) {
    for (const auto &[path, inclusions] : uses)
      begin(path, inclusions);
    rewriteFirst();
    compareOthers();
    std::vector<ReadFile> read;
    for (Included &file : files)
      read.push_back({file.path, file.outcome, file.uses});
    compileTogether(line, requests, read, pool);
    std::vector<UnitOutcome> outcomes;
    for (Included &file : files)
      outcomes.push_back(std::move(file.outcome));
    return outcomes;
  }

private:
  void begin(const std::string &path, const std::vector<FileUse> &inclusions) {
    Included &file = files.emplace_back(Included{path, {}, inclusions});
    UnitOutcome &outcome = file.outcome;
    outcome.unit = {nameOf(path), path, {}, line.base};
    auto options = folderOptions(line, path);
    if (auto *own = std::get_if<FolderOptions>(&options))
      outcome.unit.options = std::move(*own);
    outcome.file.path = outcome.unit.name;
    outcome.file.status = "ok";
    auto source = readSource(path);
    if (auto *error = std::get_if<SourceError>(&source)) {
      outcome.file.status = "parse-error";
      outcome.file.errors = {{rejectionId(RejectionKind::ParseError), error->message, error->line,
                              error->line ? 1u : 0u}};
      return;
    }
    outcome.source = std::move(std::get<SourceText>(source));
    std::set<std::string> known;
    for (const FileUse &use : inclusions) {
      const size_t before = known.size();
      known.insert(use.functions.begin(), use.functions.end());
      (known.size() > before ? file.first : file.others).push_back(&use);
    }
  }

  /// The request for an inclusion that is rewritten. Fast versions have a file of their own where
  /// one inclusion has them all: elsewhere each has other functions, or they stand in its unit
  /// twice.
  WorkerRequest requestIn(const Included &file, const FileUse &use) const {
    WorkerRequest request = requestFor(line, requests[use.request], file.path, file.outcome, use);
    std::set<size_t> units;
    for (const FileUse &one : file.uses)
      units.insert(one.request);
    if (request.input.inclusion)
      request.input.inclusion->hasAll = file.first.size() == 1 && units.size() == file.uses.size();
    return request;
  }

  /// The results of the inclusions of each file, in their order.
  template <typename Request>
  std::vector<std::vector<UnitResult>> run(std::vector<const FileUse *> Included::*which,
                                           Request request) {
    std::vector<WorkerRequest> all;
    for (const Included &file : files)
      for (const FileUse *use : file.*which)
        if (file.outcome.file.status == "ok")
          all.push_back(request(file, *use));
    auto done = runWorkers(all, pool);
    std::vector<std::vector<UnitResult>> results(files.size());
    auto next = done.begin();
    for (size_t k = 0; k < files.size(); ++k)
      for (size_t use = 0; use < (files[k].*which).size(); ++use)
        if (files[k].outcome.file.status == "ok")
          results[k].push_back(std::move((next++)->front()));
    return results;
  }

  void rewriteFirst() {
    auto results = run(&Included::first, [&](const Included &file, const FileUse &use) {
      WorkerRequest request = requestIn(file, use);
      if (request.options.judge)
        request.options.writtenBefore = writtenSchedules(file.outcome.source.joined);
      return request;
    });
    for (size_t k = 0; k < files.size(); ++k)
      for (size_t use = 0; use < results[k].size(); ++use)
        add(files[k], std::move(results[k][use]), *files[k].first[use]);
  }

  /// Nests that the file has already must be the same here.
  void add(Included &file, UnitResult result, const FileUse &use) {
    compare(file, result, use);
    UnitOutcome &outcome = file.outcome;
    if (result.file.status != "ok") {
      outcome.file.status = result.file.status;
      outcome.file.errors = std::move(result.file.errors);
      return;
    }
    for (report::Nest &row : result.file.nests)
      if (!rowOf(outcome.file, row.id)) {
        std::vector<Edit> edits = editsOf(result.edits, row.id);
        std::move(edits.begin(), edits.end(), std::back_inserter(outcome.edits));
        outcome.file.nests.push_back(std::move(row));
      }
    // What no nest alone needs.
    for (Edit &edit : result.edits)
      if (edit.nest.empty())
        outcome.edits.push_back(std::move(edit));
  }

  /// Refuses what the inclusion does not rewrite in the same way.
  void compare(Included &file, UnitResult &result, const FileUse &use) const {
    UnitOutcome &outcome = file.outcome;
    for (const std::string &nest : nestsOf(outcome.edits)) {
      if (!hasFunction(use, nest) || editsOf(result.edits, nest) == editsOf(outcome.edits, nest))
        continue;
      const report::Nest *row = rowOf(result.file, nest);
      std::string why = "its fast version is another one in " + unitOf(requests[use.request], use);
      if (result.file.status != "ok")
        why = "it could not be read in " + unitOf(requests[use.request], use);
      else if (row && !row->rejections.empty())
        why += " (" + row->rejections.front().message + ")";
      refuse(outcome, nest, why);
    }
  }

  void compareOthers() {
    auto results = run(&Included::others, [&](const Included &file, const FileUse &use) {
      WorkerRequest request = requestIn(file, use);
      std::string script;
      for (const std::string &nest : nestsOf(file.outcome.edits))
        for (const report::Nest &row : file.outcome.file.nests)
          if (row.id == nest && hasFunction(use, nest))
            script += row.script;
      request.options.judge = request.options.runCheck = false;
      request.options.rewrite = !script.empty();
      request.options.scheduleFrom = UnitOptions::ScheduleFrom::Script;
      request.options.script = script;
      if (auto text = applyEdits(file.outcome.source.original, file.outcome.edits))
        request.options.writtenBefore = writtenSchedules(*text);
      return request;
    });
    for (size_t k = 0; k < files.size(); ++k)
      for (size_t use = 0; use < results[k].size(); ++use)
        compare(files[k], results[k][use], *files[k].others[use]);
  }

  const CommandLine &line;
  const std::vector<WorkerRequest> &requests;
  const PoolOptions &pool;
  std::vector<Included> files;
};

} // namespace

void compileTogether(const CommandLine &line, const std::vector<WorkerRequest> &requests,
                     const std::vector<ReadFile> &files, const PoolOptions &pool) {
  std::vector<WorkerRequest> all;
  std::vector<std::pair<const ReadFile *, const FileUse *>> uses;
  for (const ReadFile &file : files)
    for (const FileUse &use : file.uses) {
      if (file.outcome.edits.empty() || file.outcome.file.status != "ok")
        continue;
      WorkerRequest &request =
          all.emplace_back(requestFor(line, requests[use.request], file.path, file.outcome, use));
      request.input.text = applyEdits(file.outcome.source.original, file.outcome.edits);
      UnitOptions &options = request.options;
      options.rewrite = options.plan = options.judge = options.runCheck = false;
      options.scheduleFrom = UnitOptions::ScheduleFrom::None;
      options.writtenBefore.clear();
      uses.emplace_back(&file, &use);
    }
  auto results = runWorkers(all, pool);
  for (size_t k = 0; k < results.size(); ++k)
    checkCompiled(uses[k].first->outcome, results[k].front(), *uses[k].second,
                  unitOf(requests[uses[k].second->request], *uses[k].second));
}

std::vector<std::string> markedFilesBelow(const std::string &root) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths, all;
  std::set<std::string> fastFiles;
  std::error_code error;
  fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (at->path().filename().native().starts_with(".") && at->is_directory(ignored))
      at.disable_recursion_pending();
    if (!at->is_regular_file(ignored) || at->file_size(ignored) > kLargestText)
      continue;
    const std::string path = at->path().string();
    all.push_back(path);
    std::optional<std::string> text = readTextFile(path);
    if (!text || text->find(kMarker) == text->npos || isHelperHeader(*text))
      continue;
    if (isFastFile(*text))
      fastFiles.insert(path);
    else
      paths.push_back(realPath(path));
  }
  for (const std::string &path : all) // beside which the fast versions stand
    if (fastFiles.count(fastPathOf(path)))
      paths.push_back(realPath(path));
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

std::shared_ptr<const std::map<std::string, std::string>>
originalTextsBelow(const std::string &root) {
  auto texts = std::make_shared<std::map<std::string, std::string>>();
  for (const std::string &path : markedFilesBelow(root)) {
    auto source = readSource(path);
    if (auto *read = std::get_if<SourceText>(&source); read && read->isRewritten())
      (*texts)[path] = read->original;
  }
  return texts->empty() ? nullptr : texts;
}

std::vector<UnitOutcome> rewriteIncluded(const CommandLine &line,
                                         const std::vector<WorkerRequest> &requests,
                                         const FileUses &uses, const PoolOptions &pool) {
  return Rewriting(line, requests, pool).rewrite(uses);
}

} // namespace acc
