#include "tools/lib/Pipeline.h"

#include "analysis/frontend/ReadSizes.h"
#include "analysis/normalize/normalize.h"
#include "tools/lib/CheckTogether.h"
#include "tools/lib/FastPlace.h"
#include "tools/lib/FusedNests.h"
#include "tools/lib/JudgeTogether.h"
#include "tools/lib/ProcessNests.h"
#include "tools/lib/ReadDrivers.h"

namespace acc {
namespace {

/// What is done with one file of a unit when it has been read.
void processFile(UnitRun &run, const SourceUnit &file, const UnitWatch &watch) {
  if (run.options.fastFile && (!run.input.inclusion || run.input.inclusion->hasAll))
    run.placeOfAll = placeOfAll(*file.facts->text, file.nests);
  processNests(run, file.nests, watch.share); // analyse, lift, schedule, emit, validate
  processFusions(run, file.nests);
  if (watch.nest)
    watch.nest("");
  if (watch.proved)
    watch.proved(run.result.edits);
  checkTogether(run); // run, compile
  judgeTogether(run, file.nests);
  warnOfFastMath(run);
  tellInSource(run);
  tellMovedLines(run);
  if (run.options.written) {
    proveFusions(run, file.nests);
    readDrivers(run);
  }
  run.log.printTimes(file.facts->path);
}

using NestsById = std::map<std::string, SourceNest>;

/// Parts of a nest are tried by themselves later. Gives those with calls as they were.
NestsById makeWhole(SourceUnit &unit) {
  NestsById withCalls;
  for (SourceNest &nest : unit.nests) {
    if (!nest.functions.empty())
      withCalls.emplace(nest.id, nest);
    nest = asWhole(std::move(nest));
  }
  for (SourceUnit &file : unit.included)
    makeWhole(file);
  return withCalls;
}

} // namespace

void processUnit(const UnitInput &input, const UnitOptions &options, const UnitWatch &watch) {
  auto schedule = givenSchedule(options);
  if (auto *error = std::get_if<report::Finding>(&schedule))
    return watch.take({unreadFile(input.file(), std::vector{*error})});
  auto &given = std::get<std::optional<GivenSchedule>>(schedule);
  const UnitInput *own = &input;
  UnitStart start;
  if (watch.start)
    start = [&]() -> const UnitInput & { return *(own = &watch.start()); };
  StageLog log(options);
  SizesByNest sizes;
  SourceUnit unit = log.run("read", [&] { return readUnit(input, watch.choose, start, sizes); });
  if (watch.read)
    watch.read(unit);
  const NestsById withCalls = log.run("read", [&] { return makeWhole(unit); });
  if (given)
    given->findNests(unit.nests);
  auto process = [&](const SourceUnit &file, const std::string &path, const UnitOptions &with,
                     StageLog log) {
    if (!file.errors.empty())
      return watch.take({unreadFile(path, file.errors)});
    UnitRun run{*own,           with,       watch.nest, given ? &*given : nullptr,
                std::move(log), file.facts, &withCalls};
    if (&file == &unit)
      run.sizes = sizes;
    processFile(run, file, watch);
    run.result.file.path = path;
    watch.take(std::move(run.result));
  };
  process(unit, own->file(), options, std::move(log));
  const UnitOptions readOnly = withoutRewriting(options);
  for (const SourceUnit &file : unit.included)
    process(file, file.facts->path, readOnly, StageLog(readOnly));
}

} // namespace acc
