#include "tools/acc-delin/RewrittenFile.h"

#include "tools/acc-delin/CompileDatabase.h"
#include "tools/acc-delin/IncludedFiles.h"
#include "tools/acc-delin/WorkerPool.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

namespace acc {

void complain(const std::string &message) {
  llvm::WithColor::error(llvm::errs(), "acc-delin") << message << '\n';
}

bool failed(const report::File &file) {
  if (file.status == "ok")
    return false;
  for (const report::Finding &error : file.errors)
    complain(file.path + (error.line ? ":" + std::to_string(error.line) : "") + ": " +
             error.message);
  return true;
}

void addFile(const std::string &name, const UnitInput &input, std::string original,
             std::string rewritten, bool isOnDisk, std::vector<RewrittenFile> &files) {
  auto markers = findMarkers(rewritten);
  auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers);
  if (!regions || regions->empty())
    return;
  files.push_back({name, input, std::move(original), std::move(rewritten), *regions, isOnDisk});
}

std::vector<RewrittenFile> includedFiles(const CommandLine &line, const std::vector<Unit> &units) {
  const auto originals = units.empty() ? nullptr : units.front().inputs.front().otherTexts;
  if (!originals)
    return {};
  std::vector<WorkerRequest> requests;
  for (const Unit &unit : units) {
    WorkerRequest &request = requests.emplace_back(WorkerRequest{unit.inputs.front(), line.unit});
    if (auto own = originals->find(realPath(unit.path)); own != originals->end())
      request.input.text = own->second;
    request.options.rewrite = request.options.plan = false;
    request.options.only = {""}; // it is read for what it includes
  }
  std::vector<RewrittenFile> found;
  PoolOptions pool{line.jobs, line.timeLimit};
  pool.choose = [&](size_t request, const std::vector<FileInclusions> &files) {
    const UnitInput &unit = requests[request].input;
    for (const FileInclusions &file : files) {
      auto source = originals->count(file.path) ? readSource(file.path) : SourceError{};
      auto *text = std::get_if<SourceText>(&source);
      for (const auto &[ordinal, functions] : file.inclusions) {
        if (!text || (ordinal == 0 && file.path == realPath(unit.path)))
          continue;
        UnitInput input = unit;
        input.inclusion = {file.path, ordinal, !text->fastPath.empty(), unit.text};
        const size_t before = found.size();
        addFile(nameOf(file.path), input, text->original, text->joined, true, found);
        if (found.size() == before)
          continue;
        RewrittenFile &added = found.back();
        if (!text->fastPath.empty() || !text->plain.lines.empty())
          added.lines = markerLines(*text);
        std::erase_if(added.regions, [&, functions = &functions](const MarkedRegion &region) {
          return !llvm::is_contained(*functions, region.nest.substr(0, region.nest.find('#')));
        });
        if (added.regions.empty())
          found.pop_back();
      }
    }
    return std::vector<std::string>();
  };
  runWorkers(requests, pool);
  return found;
}

std::vector<UnitResult> proveAll(const CommandLine &line, const std::vector<RewrittenFile> &files) {
  std::vector<WorkerRequest> requests;
  for (const RewrittenFile &file : files) {
    WorkerRequest &request = requests.emplace_back(WorkerRequest{file.input, line.unit});
    request.input.text = file.original;
    request.options.rewrite = false;
    request.options.plan = false;
    request.options.scheduleFrom = UnitOptions::ScheduleFrom::None;
    request.options.written = file.rewritten;
    request.options.fastFile |= file.input.inclusion.has_value();
  }
  std::vector<UnitResult> results;
  for (std::vector<UnitResult> &one : runWorkers(requests, {line.jobs, line.timeLimit}))
    results.push_back(std::move(one.front()));
  return results;
}

Scratch::Scratch() { isThere = !llvm::sys::fs::createUniqueDirectory("acc-delin", path); }

Scratch::~Scratch() {
  if (isThere)
    llvm::sys::fs::remove_directories(path);
}

} // namespace acc
