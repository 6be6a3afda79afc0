#include "tools/lib/ProcessNests.h"

#include "analysis/normalize/RowTables.h"
#include "analysis/normalize/normalize.h"
#include "analysis/tree/SourceThreads.h"
#include "analysis/tree/TreeUtil.h"
#include "tools/lib/AnalyseNest.h"
#include "tools/lib/ExportNest.h"

#include <algorithm>
#include <cassert>

namespace acc {
namespace {

/// The part of a nest's quota that each nest in it has, where that was not enough for the whole.
constexpr uint64_t kPartsShare = 4;

/// A nest as far as it got, with its parts where it was not lifted.
struct TriedNest {
  report::Nest row;
  bool isLifted = false;
  /// The analysis of a nest in which calls or conditions are not known: what is known may be
  /// described.
  std::optional<NestAnalysis> unknown;
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

/// A nest, and the same with other views of its arrays where a schedule may need them.
struct LiftedViews {
  LiftedNest nest;
  std::optional<LiftedNest> other;
};

Outcome<LiftedViews> liftViews(UnitRun &run, NestAnalysis analysis, uint64_t quota) {
  std::optional<LiftedNest> other = withOtherViews(run, analysis, quota);
  Outcome<LiftedNest> lifted = liftNest(run, std::move(analysis));
  return lifted ? Outcome(LiftedViews{std::move(*lifted), std::move(other)}) : lifted.rejection();
}

/// The nest as a whole is to be scheduled.
bool isAsked(const UnitRun &run, const SourceNest &source) {
  return run.options.schedules() && run.options.wants(source.id) &&
         (!run.given || run.given->has(source));
}

/// Nothing is written of the nest as a whole, or was: of its parts something may be.
bool isLeft(const UnitRun &run, const SourceNest &source, const report::Nest &row) {
  const std::vector<std::string> &proved = run.result.proved;
  const bool isProved = std::find(proved.begin(), proved.end(), source.id) != proved.end();
  return !row.rejections.empty() || (run.options.schedules() && !isAsked(run, source)) ||
         (run.options.written && !isProved);
}

/// The lifted nest scheduled, where that is asked for; why it is not.
std::optional<Rejection> scheduleNest(UnitRun &run, const SourceNest &source,
                                      const LiftedViews &views, report::Nest &row) {
  const LiftedNest &lifted = views.nest;
  if (!isAsked(run, source))
    return std::nullopt;
  auto rewritten = contained<Ok>(source, [&] {
    auto findPlans = [&] { return plansFor(run, source.id, lifted.nest); };
    return run.options.loopTree ? exportNest(run, lifted, row, findPlans)
                                : rewriteEither(run, lifted, views.other, row);
  });
  if (run.options.pictures && row.loopTree.empty()) // without one the nest is as good
    static_cast<void>(contained<Ok>(source, [&]() -> Outcome<Ok> {
      addLoopTree(run, Plan(Schedule(lifted.nest), targetOf(run)), row);
      return Ok{};
    }));
  return rewritten ? std::nullopt : std::optional(rewritten.rejection());
}

/// The nest with its conditions on data read otherwise: taken to hold, or at the statements below
/// them. The row gets what the source does whatever the data, and what is assumed of them.
Outcome<LiftedViews> analyseWith(DataConditions data, UnitRun &run, const NestAnalysis &unknown,
                                 uint64_t quota, report::Nest &row) {
  AnalysisOptions options = analysisOptions(run, quota);
  options.data = data;
  NestAnalysis assumed = analyse(unknown.source, options);
  std::vector<Assumption> tested;
  if (assumed.scop)
    for (const Assumption &need : assumed.scop->needs)
      if (need.kind == AssumptionKind::Data)
        tested.push_back(need);
  // Of rows behind pointers only these views are known.
  const bool isOfRows = unknown.rejection->kind == RejectionKind::IndirectBase;
  if (isOfRows)
    describe(assumed, row);
  Outcome<LiftedViews> lifted = liftViews(run, std::move(assumed), quota);
  if (!lifted)
    return lifted;
  if (isOfRows) {
    describe(tested, row);
    return lifted;
  }
  options.data = DataConditions::Open;
  NestAnalysis whatever = describeUnknown(unknown, options, Described::Always);
  describe(whatever, row);
  if (!whatever.isWhole())
    return Rejection{RejectionKind::Condition, unknown.rejection->where,
                     unknown.rejection->detail +
                         " (cannot describe the nest for the case that it is false)"};
  describe(tested, row);
  return lifted;
}

/// A nest with loops below conditions on data as one without: where a test before it may show that
/// they all hold, else with the conditions at the statements. False, and the nest is as it was but
/// for the reason in `unknown` or `refusal`, when it is not lifted or not scheduled so: its parts
/// may be, and are where a schedule names one.
bool tryOtherwise(UnitRun &run, const SourceNest &source, uint64_t quota, TriedNest &tried) {
  if (run.given && !run.given->has(source) && run.given->namesPartOf(source))
    return false;
  report::Nest row = tried.row;
  NestAnalysis &unknown = *tried.unknown;
  auto with = [&](DataConditions data) {
    return contained<LiftedViews>(source,
                                  [&] { return analyseWith(data, run, unknown, quota, row); });
  };
  // Of rows behind pointers the model knows less than what is assumed of them.
  const bool isOfRows = unknown.rejection->kind == RejectionKind::IndirectBase;
  auto lifted = with(DataConditions::Assumed);
  if (!lifted && lifted.rejection().kind == RejectionKind::Condition) {
    if (!isOfRows)
      unknown.scop->unknown = unknown.rejection = lifted.rejection();
    row = tried.row;
    lifted = with(DataConditions::Sunk);
  }
  if (!lifted)
    return false;
  if (auto refusal = scheduleNest(run, source, *lifted, row)) {
    const bool isWritable =
        refusal->kind == RejectionKind::NotProfitable || refusal->kind == RejectionKind::NeverRuns;
    if (!isOfRows || !isWritable) {
      tried.refusal = *refusal;
      return false;
    }
    addRejection(row, *refusal);
  }
  tried.row = std::move(row);
  return tried.isLifted = true;
}

/// Whether rows behind pointers may be read as one array, before an analysis is spent on that.
bool hasRowTables(const SourceNest &source) {
  auto has = contained<bool>(source, [&]() -> Outcome<bool> {
    bool found = false;
    forEachStmt(behindPass(source, DataConditions::Assumed, "row-tables").root,
                [&](const StmtRef &stmt) { found |= isRowTest(*stmt); });
    return found;
  });
  return has && *has;
}

/// A part of the nest has arrays of several dimensions by itself, whatever the rows of a table are.
bool hasArraysInParts(UnitRun &run, const SourceNest &source, uint64_t quota) {
  const std::vector<SourceNest> parts = innerNests(source);
  return std::any_of(parts.begin(), parts.end(), [&](const SourceNest &part) {
    auto has = contained<bool>(part, [&]() -> Outcome<bool> {
      const NestAnalysis analysis = analyse(part, analysisOptions(run, quota));
      return analysis.isWhole() &&
             std::any_of(analysis.views->arrays.begin(), analysis.views->arrays.end(),
                         [](const auto &array) { return array.recovered; });
    });
    return (has && *has) || hasArraysInParts(run, part, quota);
  });
}

/// `quota`: isl operations for the nest, and for each part of it unless the nest runs out of them.
TriedNest tryNest(UnitRun &run, const SourceNest &source, uint64_t quota,
                  const std::string &refused = "") {
  if (run.observer)
    run.observer(source.id);
  CostTimer cost;
  TriedNest tried{rowOf(run, source, refused), false, {}, {}, {}};
  report::Nest &row = tried.row;
  auto lifted = contained<LiftedViews>(source, [&]() -> Outcome<LiftedViews> {
    if (auto before = run.options.ended.find(source.id); before != run.options.ended.end())
      return before->second == UnitOptions::Ended::Crashed
                 ? Rejection{RejectionKind::Internal, {}, "the analysis crashed"}
                 : Rejection{RejectionKind::TooComplex,
                             {},
                             "it takes most of --time-limit; raise the limit to analyse it"};
    NestAnalysis analysis = analyse(source, analysisOptions(run, quota));
    describe(analysis, row);
    if (analysis.scop && analysis.scop->unknown) {
      tried.unknown = std::move(analysis);
      return *tried.unknown->rejection;
    }
    return liftViews(run, std::move(analysis), quota);
  });
  tried.isLifted = bool(lifted);
  if (!lifted) {
    const RejectionKind unknown =
        tried.unknown ? tried.unknown->rejection->kind : RejectionKind::Internal;
    const bool mayBeOtherwise = unknown == RejectionKind::Condition ||
                                (unknown == RejectionKind::IndirectBase && hasRowTables(source) &&
                                 !hasArraysInParts(run, source, quota / kPartsShare));
    if (mayBeOtherwise && tryOtherwise(run, source, quota, tried)) {
      row.milliseconds = cost.milliseconds();
      return tried;
    }
    addRejection(row, tried.unknown ? *tried.unknown->rejection : lifted.rejection());
    if (tried.refusal)
      addRejection(row, *tried.refusal);
  } else if (auto refusal = scheduleNest(run, source, *lifted, row)) {
    addRejection(row, *refusal);
  }
  row.milliseconds = cost.milliseconds();
  const LoopFacts &loop = source.root->loop;
  // What a pragma keeps from being written, or threads from being faster, its loops may do alone.
  const bool isHeld = loop.notEditable && loop.notEditable->kind == RejectionKind::LoopPragma;
  const bool mayHaveParts =
      !tried.isLifted || (isLeft(run, source, row) && (isHeld || threadsOf(loop)));
  if (!mayHaveParts || source.functionRejection)
    return tried;
  bool ranOut = !tried.isLifted && lifted.rejection().kind == RejectionKind::TooComplex;
  uint64_t quotaOfParts = ranOut ? (quota + kPartsShare - 1) / kPartsShare : quota;
  for (const SourceNest &inner : innerNests(source))
    tried.parts.push_back(tryNest(run, inner, quotaOfParts, refused.empty() ? source.id : refused));
  return tried;
}

bool hasRecovered(const std::vector<TriedNest> &nests) {
  return std::any_of(nests.begin(), nests.end(), [](const TriedNest &nest) {
    return nest.row.status == "recovered" || hasRecovered(nest.parts);
  });
}

/// Describes, of the nests without a part that has a recovered array, the outermost ones that hold
/// such arrays beside what is not known.
///   for i { for j A[i*n + j] = 0; exit(1); }   where the inner loop is not lifted either
void describeRest(UnitRun &run, TriedNest &tried, uint64_t quota, const std::string &refused = "") {
  if (tried.isLifted)
    return;
  report::Nest &row = tried.row;
  if (tried.unknown && !hasRecovered(tried.parts)) {
    const SourceNest source = tried.unknown->source;
    if (run.observer)
      run.observer(source.id);
    CostTimer cost;
    double before = row.milliseconds;
    row = rowOf(run, source, refused);
    auto done = contained<Ok>(source, [&]() -> Outcome<Ok> {
      NestAnalysis analysis = describeUnknown(
          std::move(*tried.unknown), analysisOptions(run, quota), Described::WhereRecovered);
      describe(analysis, row);
      return *analysis.rejection;
    });
    addRejection(row, done.rejection());
    if (tried.refusal)
      addRejection(row, *tried.refusal);
    row.milliseconds = before + cost.milliseconds();
  }
  if (row.status == "rejected")
    for (TriedNest &part : tried.parts)
      describeRest(run, part, quota, refused.empty() ? row.id : refused);
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
  describeRest(run, tried, run.options.quota);
  reportNest(std::move(tried), /*isOutermost=*/true, run.result.file.nests);
}

/// The nest itself, or a part of it: f#1, f#1.2.
bool belongsTo(const std::string &id, const std::string &outermost) {
  return id.starts_with(outermost) &&
         (id.size() == outermost.size() || id[outermost.size()] == '.');
}

/// Only rows, edits, inputs and terms come of the nests, and nothing is printed on the way.
bool mayBeShared(const UnitOptions &options) {
  return !options.written && !options.timeStages && options.dumpAfter.empty();
}

} // namespace

void processNests(UnitRun &run, const std::vector<SourceNest> &nests, const NestSharing &share) {
  if (!share || !mayBeShared(run.options)) {
    for (const SourceNest &nest : nests)
      processNest(run, nest);
    return;
  }
  run.result = share(nests.size(), [&](const NextNest &next) {
    UnitRun part{run.input, run.options,   run.observer,   run.given, StageLog(run.options),
                 run.facts, run.withCalls, run.placeOfAll, run.sizes};
    while (auto number = next())
      processNest(part, nests[*number]);
    return std::move(part.result);
  });
}

void processAgain(UnitRun &run, const SourceNest &nest) {
  UnitResult &result = run.result;
  std::vector<report::Nest> before = std::move(result.file.nests);
  result.file.nests.clear();
  auto isOwn = [&](const report::Nest &row) { return belongsTo(row.id, nest.id); };
  const auto place = std::find_if(before.begin(), before.end(), isOwn) - before.begin();
  std::erase_if(before, isOwn);
  std::erase_if(result.edits, [&](const Edit &edit) { return belongsTo(edit.nest, nest.id); });
  std::erase_if(result.inputs,
                [&](const SmallInput &input) { return belongsTo(input.nest, nest.id); });
  processNest(run, nest);
  before.insert(before.begin() + place, result.file.nests.begin(), result.file.nests.end());
  result.file.nests = std::move(before);
}

} // namespace acc
