#include "tools/lib/Pipeline.h"

#include "tools/lib/AnalyseNest.h"
#include "tools/lib/CheckTogether.h"
#include "tools/lib/ExportNest.h"
#include "tools/lib/FusedNests.h"
#include "tools/lib/RewriteNest.h"
#include "tools/lib/SharedCounter.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <set>

namespace acc {
namespace {

/// The part of a nest's quota that each nest in it has, where that was not enough for the whole.
constexpr uint64_t kPartsShare = 4;

/// A nest as far as it got, with its parts where it was not lifted.
struct TriedNest {
  report::Nest row;
  bool isLifted = false;
  /// With calls or conditions in it that are not known: what is known may be described.
  std::optional<Scop> unknown;
  /// Why it is not written where its conditions on data hold, although it could be lifted so.
  std::optional<Rejection> refusal;
  std::vector<TriedNest> parts;
};

/// `refused` is the id of the outermost nest, for a part.
report::Nest rowOf(const UnitRun &run, const SourceNest &source, const std::string &refused) {
  static const char *const kModes[] = {"strict", "source", "reassociate"};
  report::Nest row = reportOf(source);
  row.parent = refused.empty() ? row.parent : refused;
  row.fpMode = kModes[static_cast<size_t>(run.options.fp)];
  return row;
}

/// The lifted nest scheduled, where that is asked for; why it is not.
std::optional<Rejection> scheduleNest(UnitRun &run, const SourceNest &source,
                                      const LiftedNest &lifted, const IslContext &context,
                                      report::Nest &row) {
  if (!run.options.schedules() || !run.options.wants(source.id) || (run.given && !run.given->has(source)))
    return std::nullopt;
  auto rewritten = contained<Ok>(source, [&] {
    auto findPlans = [&] { return plansFor(run, source.id, lifted.nest); };
    return run.options.loopTree ? exportNest(run, lifted, row, findPlans)
                                : rewriteNest(run, lifted, context, row, findPlans);
  });
  return rewritten ? std::nullopt : std::optional(rewritten.rejection());
}

/// A nest with loops below conditions on data as one without, where a test before it may show that they
/// all hold. False, and the nest is as it was but for the reason in `unknown` or `refusal`, when it is not
/// lifted or not scheduled so: its parts may be.
bool tryAssumed(UnitRun &run, const SourceNest &source, uint64_t quota, TriedNest &tried) {
  IslContext context(quota);
  report::Nest row = tried.row;
  auto lifted = contained<LiftedNest>(
      source, [&] { return analyseAssumed(run, *tried.unknown, context, row); });
  if (!lifted) {
    if (lifted.rejection().kind == RejectionKind::Condition)
      tried.unknown->unknown = lifted.rejection();
    return false;
  }
  if (auto refusal = scheduleNest(run, source, *lifted, context, row)) {
    tried.refusal = *refusal;
    return false;
  }
  tried.row = std::move(row);
  return tried.isLifted = true;
}

/// Analyses a nest and, when it cannot be lifted as a whole, its parts.
///   before: for i { for j liftable; call(); }   after: f#1 rejected, f#1.1 lifted
/// `quota`: isl operations for the nest, and for each part of it unless the nest runs out of them.
TriedNest tryNest(UnitRun &run, const SourceNest &source, uint64_t quota,
                  const std::string &refused = "") {
  if (run.observer)
    run.observer(source.id);
  CostTimer cost;
  IslContext context(quota);
  TriedNest tried{rowOf(run, source, refused), false, {}, {}, {}};
  report::Nest &row = tried.row;
  auto lifted = contained<LiftedNest>(source, [&]() -> Outcome<LiftedNest> {
    if (run.options.crashed.count(source.id))
      return Rejection{RejectionKind::Internal, {}, "the analysis crashed"};
    Outcome<Scop> scop = scopOf(run, source);
    if (!scop)
      return scop.rejection();
    if (!scop->unknown)
      return analyseScop(run, std::move(*scop), context, row);
    tried.unknown = std::move(*scop);
    return *tried.unknown->unknown;
  });
  tried.isLifted = bool(lifted);
  if (!lifted) {
    if (tried.unknown && tried.unknown->unknown->kind == RejectionKind::Condition &&
        tryAssumed(run, source, quota, tried)) {
      row.milliseconds = cost.milliseconds();
      return tried;
    }
    addRejection(row, tried.unknown ? *tried.unknown->unknown : lifted.rejection());
    if (tried.refusal)
      addRejection(row, *tried.refusal);
  } else if (auto refusal = scheduleNest(run, source, *lifted, context, row)) {
    addRejection(row, *refusal);
  }
  row.milliseconds = cost.milliseconds();
  if (tried.isLifted || source.functionRejection)
    return tried;
  bool ranOut = lifted.rejection().kind == RejectionKind::TooComplex;
  uint64_t quotaOfParts = ranOut ? (quota + kPartsShare - 1) / kPartsShare : quota;
  for (const SourceNest &inner : innerNests(source))
    tried.parts.push_back(
        tryNest(run, inner, quotaOfParts, refused.empty() ? source.id : refused));
  return tried;
}

bool hasRecovered(const std::vector<TriedNest> &nests) {
  return std::any_of(nests.begin(), nests.end(), [](const TriedNest &nest) {
    return nest.row.status == "recovered" || hasRecovered(nest.parts);
  });
}

/// Of the nests of which no part has a recovered array, the outermost ones that hold such arrays
/// beside what is not known are described.
///   for i { for j A[i*n + j] = 0; exit(1); }   where the inner loop is not lifted either
void describeUnknown(UnitRun &run, TriedNest &tried, uint64_t quota,
                     const std::string &refused = "") {
  if (tried.isLifted)
    return;
  report::Nest &row = tried.row;
  if (tried.unknown && !hasRecovered(tried.parts)) {
    const SourceNest source = tried.unknown->nest;
    if (run.observer)
      run.observer(source.id);
    CostTimer cost;
    IslContext context(quota);
    double before = row.milliseconds;
    row = rowOf(run, source, refused);
    auto described = contained<LiftedNest>(
        source, [&] { return analyseScop(run, std::move(*tried.unknown), context, row); });
    assert(!described && "what is not known is not lifted");
    addRejection(row, described.rejection());
    if (tried.refusal)
      addRejection(row, *tried.refusal);
    row.milliseconds = before + cost.milliseconds();
  }
  if (row.status == "rejected")
    for (TriedNest &part : tried.parts)
      describeUnknown(run, part, quota, refused.empty() ? row.id : refused);
}

/// A part is reported only when it tells something, below the outermost nest. The milliseconds
/// that none of the reported nests has; those of other parts are the nest's.
double reportNest(TriedNest &&tried, bool isOutermost, std::vector<report::Nest> &rows) {
  bool isReported = isOutermost || tried.row.status != "rejected";
  double milliseconds = tried.row.milliseconds;
  size_t place = rows.size();
  if (isReported)
    rows.push_back(std::move(tried.row));
  for (TriedNest &part : tried.parts)
    milliseconds += reportNest(std::move(part), /*isOutermost=*/false, rows);
  if (!isReported)
    return milliseconds;
  rows[place].milliseconds = milliseconds;
  return 0;
}

void processNest(UnitRun &run, const SourceNest &source) {
  TriedNest tried = tryNest(run, source, run.options.quota);
  describeUnknown(run, tried, run.options.quota);
  reportNest(std::move(tried), /*isOutermost=*/true, run.result.file.nests);
}

/// The drivers of every function with a rewrite in the written text.
void readDrivers(UnitRun &run) {
  auto markers = findMarkers(*run.options.written);
  auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers);
  if (!regions)
    return;
  std::set<std::string> functions;
  for (const MarkedRegion &region : *regions)
    functions.insert(region.nest.substr(0, region.nest.find('#')));
  for (const FunctionInterface &interface : readInterfaces(run.input, functions)) {
    std::set<std::string> sizes = interface.elements;
    for (const report::Nest &row : run.result.file.nests)
      if (row.function == interface.name)
        for (const report::Parameter &parameter : row.parameters)
          sizes.insert(parameter.name);
    run.result.drivers.push_back(driverText(interface, sizes));
  }
}

void reportErrors(const std::vector<ParseError> &errors, report::File &file) {
  file.status = "parse-error";
  for (const ParseError &error : errors)
    file.errors.push_back({rejectionId(error.kind), error.message, error.where.line,
                           error.where.column});
}

/// The schedule of the options, when it is a script; what is wrong with its text.
std::optional<report::Finding> readSchedule(const UnitOptions &options,
                                            std::optional<GivenSchedule> &given) {
  if (options.scheduleFrom != UnitOptions::ScheduleFrom::Script)
    return std::nullopt;
  auto parsed = readGiven(options.script, options.einsums);
  if (auto *error = std::get_if<report::Finding>(&parsed)) {
    error->message = "the schedule: " + error->message;
    return *error;
  }
  given = std::get<GivenSchedule>(std::move(parsed));
  return std::nullopt;
}

UnitResult withoutNests(const std::string &path, report::Finding error) {
  UnitResult result;
  result.file.path = path;
  result.file.status = "parse-error";
  result.file.errors.push_back(std::move(error));
  return result;
}

/// Fewer nests than this are not worth another process.
constexpr size_t kWorthHelp = 4;

/// Only rows and edits come of its nests, and nothing is printed on the way.
bool mayBeShared(const UnitOptions &options) {
  return !options.written && !options.timeStages && options.dumpAfter.empty();
}

/// The rows of each nest: the outermost one of a nest is no part of another.
std::vector<std::vector<report::Nest>> rowsByNest(std::vector<report::Nest> rows) {
  std::vector<std::vector<report::Nest>> groups;
  for (report::Nest &row : rows) {
    if (!row.parent || groups.empty())
      groups.emplace_back();
    groups.back().push_back(std::move(row));
  }
  return groups;
}

/// The rows and edits of two processes that shared the nests of a file; `own` did those with the
/// numbers `done`.
UnitResult merged(UnitResult own, const std::set<size_t> &done, UnitResult helper) {
  UnitResult result;
  auto ownRows = rowsByNest(std::move(own.file.nests));
  auto otherRows = rowsByNest(std::move(helper.file.nests));
  auto nextOwn = ownRows.begin(), nextOther = otherRows.begin();
  for (size_t k = 0; k < ownRows.size() + otherRows.size(); ++k)
    for (report::Nest &row : done.count(k) ? *nextOwn++ : *nextOther++)
      result.file.nests.push_back(std::move(row));
  result.edits = std::move(own.edits);
  result.edits.insert(result.edits.end(), helper.edits.begin(), helper.edits.end());
  result.inputs = std::move(own.inputs);
  result.inputs.insert(result.inputs.end(), helper.inputs.begin(), helper.inputs.end());
  std::sort(result.edits.begin(), result.edits.end(),
            [](const Edit &a, const Edit &b) { return a.begin < b.begin; });
  return result;
}

/// The nests in their order; when help comes, the helper takes of those that are left, too.
void processNests(UnitRun &run, std::vector<const SourceNest *> nests, const HelperStart &help) {
  SharedCounter next;
  while (!nests.empty()) {
    if (help && next.isShared() && nests.size() >= kWorthHelp && mayBeShared(run.options)) {
      std::set<size_t> done;
      auto work = [&] {
        UnitRun alone{run.input, run.options, run.observer, run.given,
                      StageLog(run.options), run.facts, {}};
        for (size_t k; (k = next.take()) < nests.size();) {
          done.insert(k);
          processNest(alone, *nests[k]);
        }
        return std::move(alone.result);
      };
      if (auto helper = help(work)) {
        UnitResult own = work();
        UnitResult both = merged(std::move(own), done, (*helper)());
        std::move(both.file.nests.begin(), both.file.nests.end(),
                  std::back_inserter(run.result.file.nests));
        std::move(both.edits.begin(), both.edits.end(), std::back_inserter(run.result.edits));
        std::move(both.inputs.begin(), both.inputs.end(), std::back_inserter(run.result.inputs));
        return;
      }
    }
    processNest(run, *nests.front());
    nests.erase(nests.begin());
  }
}

/// All stages after reading, on one file of the unit.
void processRead(UnitRun &run, const std::string &path, SourceUnit unit, const UnitWatch &watch) {
  run.result.file.path = path;
  run.facts = unit.facts;
  if (!unit.errors.empty())
    return reportErrors(unit.errors, run.result.file);
  std::vector<const SourceNest *> nests;
  for (const SourceNest &nest : unit.nests)
    nests.push_back(&nest);
  processNests(run, std::move(nests), watch.help);
  processFusions(run, unit.nests);
  if (run.observer)
    run.observer("");
  if (watch.proved)
    watch.proved(run.result.edits);
  checkTogether(run);
  if (!run.result.edits.empty() && run.facts->allowsReassociation)
    run.result.file.errors.push_back(
        {"fast-math", "its flags let the compiler reassociate floating point (-Ofast, -ffast-math): of sums in "
                      "which it does so, the two versions may differ in the last bits", 0, 0});
  if (run.options.written) {
    proveFusions(run, unit.nests);
    readDrivers(run);
  }
  run.log.printTimes(path);
}

} // namespace

const std::vector<std::string> &stageNames() {
  static const std::vector<std::string> names = {"read", "scop",     "delinearize", "dependences",
                                                 "lift", "schedule", "emit",        "validate", "run"};
  return names;
}

std::variant<std::vector<std::string>, report::Finding> nestsOfScript(const std::string &text) {
  auto given = readGiven(text);
  if (auto *error = std::get_if<report::Finding>(&given))
    return *error;
  return std::get<GivenSchedule>(given).names();
}

void processUnit(const UnitInput &input, const UnitOptions &options, const UnitWatch &watch) {
  std::optional<GivenSchedule> given;
  if (auto error = readSchedule(options, given))
    return watch.take(withoutNests(input.path, std::move(*error)));
  const UnitInput *own = &input;
  UnitStart start;
  if (watch.start)
    start = [&]() -> const UnitInput & { return *(own = &watch.start()); };
  StageLog log(options);
  SourceUnit unit = log.run("read", [&] { return readUnit(input, watch.choose, start); });
  if (watch.read)
    watch.read(unit);
  if (given)
    given->findNests(unit.nests);
  auto newRun = [&](const UnitOptions &with, StageLog log) {
    return UnitRun{*own, with, watch.nest, given ? &*given : nullptr, std::move(log), {}, {}};
  };
  UnitRun run = newRun(options, std::move(log));
  std::vector<SourceUnit> included = std::move(unit.included);
  processRead(run, own->path, std::move(unit), watch);
  watch.take(std::move(run.result));
  UnitOptions withoutRewriting = options;
  withoutRewriting.plan = options.plan && !options.rewrite; // a schedule that nobody writes
  withoutRewriting.rewrite = false;
  for (SourceUnit &file : included) {
    UnitRun other = newRun(withoutRewriting, StageLog(withoutRewriting));
    std::string path = file.facts->path;
    processRead(other, path, std::move(file), watch);
    watch.take(std::move(other.result));
  }
}

UnitResult processUnit(const UnitInput &input, const UnitOptions &options,
                       const NestObserver &observer) {
  UnitResult result;
  UnitWatch watch;
  watch.nest = observer;
  watch.take = [&](UnitResult &&own) { result = std::move(own); };
  processUnit(input, options, watch);
  return result;
}

} // namespace acc
