#include "tools/acc-delin/RewrittenFile.h"

#include "tools/acc-delin/WorkerPool.h"

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

std::vector<UnitResult> proveAll(const CommandLine &line, const std::vector<RewrittenFile> &files) {
  std::vector<WorkerRequest> requests;
  for (const RewrittenFile &file : files) {
    WorkerRequest &request = requests.emplace_back(WorkerRequest{file.input, line.unit});
    request.input.text = file.original;
    request.options.rewrite = false;
    request.options.plan = false;
    request.options.scheduleFrom = UnitOptions::ScheduleFrom::None;
    request.options.written = file.rewritten;
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
