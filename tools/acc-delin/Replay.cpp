#include "tools/acc-delin/Replay.h"

#include "rewriter/helpers/Instances.h"
#include "tools/acc-delin/WorkerPool.h"
#include "tools/lib/WrittenWith.h"

#include <algorithm>

namespace acc {
namespace {

/// The nests of one file that were written with the same options.
struct Group {
  size_t file = 0;
  std::vector<const MarkedRegion *> regions;
};

std::string scriptOf(const Group &group) {
  std::string entries;
  for (const MarkedRegion *region : group.regions)
    entries += (entries.empty() ? "" : ", ") + region->schedule.text;
  return "[" + entries + "]";
}

/// What stands around each nest, as its hash.
std::map<std::string, std::string> hashesOf(const std::string &text) {
  std::map<std::string, std::string> hashes;
  auto markers = findMarkers(text);
  if (auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers))
    for (const MarkedRegion &region : *regions)
      hashes[region.nest] = region.fastHash;
  return hashes;
}

Replayed judge(const RewrittenFile &file, const MarkedRegion &region, const UnitResult &result,
               const std::map<std::string, std::string> &hashes) {
  auto written = hashes.find(region.nest);
  if (written != hashes.end() && written->second == region.fastHash)
    return {true, ""};
  const SourceRange &original = region.original;
  bool isChanged = contentHash(file.rewritten.substr(original.begin,
                                                     original.end - original.begin)) != region.hash;
  if (region.isFastEdited)
    return {false, isChanged ? "the fast version was edited manually, and the original was changed"
                             : "the fast version was edited manually"};
  if (isChanged)
    return {false, "the original was changed after the fast version was written"};
  if (written != hashes.end())
    return {false, "its schedule now produces different text"};
  std::string why = "the original has no such nest";
  for (const report::Nest &row : result.file.nests)
    if (row.id == region.nest.substr(0, region.nest.find('+')) && !row.rejections.empty())
      why = row.rejections.front().message;
  return {false, "its schedule can no longer be applied: " + why};
}

} // namespace

std::vector<ReplayedFile> replayAll(const CommandLine &line,
                                    const std::vector<RewrittenFile> &files) {
  std::vector<ReplayedFile> replayed(files.size());
  std::vector<Group> groups;
  std::vector<WorkerRequest> requests;
  for (size_t k = 0; k < files.size(); ++k) {
    replayed[k].claimed = files[k].rewritten;
    std::map<std::string, Group> byOptions;
    for (const MarkedRegion &region : files[k].regions)
      if (!region.schedule.text.empty())
        byOptions[region.schedule.options].regions.push_back(&region);
    for (auto &[words, group] : byOptions) {
      auto options = optionsWith(line.unit, words);
      if (!options) {
        for (const MarkedRegion *region : group.regions)
          replayed[k].nests[region->nest] = {false,
                                             "it was written with unknown options: " + words};
        continue;
      }
      WorkerRequest &request =
          requests.emplace_back(WorkerRequest{files[k].input, std::move(*options)});
      group.file = k;
      request.input.text = files[k].original;
      request.options.rewrite = true;
      request.options.runCheck = false;
      request.options.keepClaims = true;
      request.options.fastFile =
          std::any_of(files[k].regions.begin(), files[k].regions.end(),
                      [](const MarkedRegion &region) { return !region.entry.empty(); });
      request.options.scheduleFrom = UnitOptions::ScheduleFrom::Script;
      request.options.script = scriptOf(group);
      groups.push_back(std::move(group));
    }
  }
  std::vector<std::vector<UnitResult>> results = runWorkers(requests, {line.jobs, line.timeLimit});
  for (size_t k = 0; k < groups.size(); ++k) {
    const RewrittenFile &file = files[groups[k].file];
    ReplayedFile &of = replayed[groups[k].file];
    const UnitResult &result = results[k].front();
    const std::string given = applyEdits(file.original, result.edits).value_or(file.original);
    of.claimed = withKeptLines(given, of.claimed, isInstanceLine);
    auto hashes = hashesOf(withoutInstances(given));
    for (const MarkedRegion *region : groups[k].regions)
      of.nests[region->nest] = judge(file, *region, result, hashes);
  }
  return replayed;
}

} // namespace acc
