#include "tools/lib/JudgeTogether.h"

#include "rewriter/judge/Judge.h"
#include "tools/lib/CheckTogether.h"
#include "tools/lib/CompilerOfUnit.h"
#include "tools/lib/ProcessNests.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

namespace acc {
namespace {

/// Plans of one nest that are measured, and how often the check of one is limited.
constexpr size_t kMostPlans = 3;
constexpr unsigned kMostLimited = 3;

std::vector<MeasuredSize> allSizes(const Measurement &measured) {
  std::vector<MeasuredSize> all = measured.sizes;
  all.insert(all.end(), measured.thin.begin(), measured.thin.end());
  return all;
}

report::Measured reported(const Measurement &measured, const std::string &compiler) {
  report::Measured row;
  row.why = measured.notMeasured;
  if (row.why.empty())
    row.compiler = compiler;
  for (const MeasuredSize &size : allSizes(measured))
    row.sizes.push_back({size.values, size.bytes, size.original, size.rewritten});
  return row;
}

/// The input, and one with a larger integer of that name.
ThinInput thinInput(const MeasuredSize &size, const std::string &name) {
  ThinInput input{{size.values.begin(), size.values.end()}, {}};
  input.wide = input.values;
  int64_t &wide = input.wide[name];
  for (const auto &[other, value] : size.values)
    wide = std::max(wide, value + 1);
  return input;
}

bool isSlower(const MeasuredSize &a, const MeasuredSize &b) { return a.ratio() < b.ratio(); }

/// "speed relative to the original at n = 64: 0.71, best at n = 1000: 1.20 (gcc-12)"
Rejection slower(const Measurement &measured, const std::string &compiler) {
  const std::string with = " (" + std::filesystem::path(compiler).filename().string() + ")";
  const std::vector<MeasuredSize> sizes = allSizes(measured);
  auto [worst, best] = std::minmax_element(sizes.begin(), sizes.end(), isSlower);
  auto missed = std::min_element(measured.missed.begin(), measured.missed.end(), isSlower);
  if (missed != measured.missed.end() && missed->ratio() < kMostLossBehind &&
      missed->ratio() < worst->ratio())
    return {RejectionKind::Slower,
            {},
            "speed relative to the original where the check is false, at " + describe(*missed) +
                with};
  return {RejectionKind::Slower,
          {},
          "speed relative to the original at " + describe(*worst) +
              (best == worst ? "" : ", best at " + describe(*best)) + with};
}

/// The nest with the names in the ends of its loops and in the sizes of its arrays: "n", "p->w",
/// "dims[2]".
JudgedNest withSizes(JudgedNest nest, const report::Nest *row) {
  static const std::regex kName("[A-Za-z_]\\w*((->|\\.)[A-Za-z_]\\w*|\\[\\d+\\])*");
  auto read = [&](const std::string &text, bool isRow) {
    for (std::sregex_iterator at(text.begin(), text.end(), kName), end; at != end; ++at)
      if (nest.sizes.insert(at->str()).second && isRow)
        nest.rows.insert(at->str());
  };
  for (const report::Loop &loop : row ? row->loops : std::vector<report::Loop>())
    read(loop.step.starts_with("-") ? loop.lower : loop.upper, false);
  const std::set<std::string> ends = nest.sizes;
  for (const report::Array &array : row ? row->arrays : std::vector<report::Array>()) {
    for (const std::string &size : array.sizes)
      read(size, true);
    for (size_t k = 0; k < array.strides.size(); ++k)
      if (std::regex_match(array.strides[k], kName) && !ends.count(array.strides[k])) {
        int &inside = nest.pitches[array.strides[k]];
        inside = std::max(inside, static_cast<int>(array.strides.size() - 1 - k));
      }
  }
  for (const report::Loop &loop : row ? row->loops : std::vector<report::Loop>()) {
    const std::string &begin = loop.step.starts_with("-") ? loop.upper : loop.lower;
    if (std::regex_match(begin, kName) && !ends.count(begin) && !nest.pitches.count(begin))
      nest.begins.insert(begin);
  }
  return nest;
}

/// A schedule that is asked for need not be faster.
bool isForSpeed(const UnitRun &run) {
  return run.options.scheduleFrom != UnitOptions::ScheduleFrom::None &&
         run.options.style == UnitOptions::Style::Fast && !run.options.noWorkThreshold;
}

class Judging {
public:
  Judging(UnitRun &run, const std::vector<SourceNest> &nests) : run(run), nests(nests) {}

  void judgeAll() {
    std::set<std::string> open;
    for (const std::string &nest : nestsOf(run.result.edits))
      open.insert(nest);
    while (!open.empty()) {
      std::set<std::string> again = measure(open);
      std::set<std::string> outermost;
      for (const std::string &nest : again)
        outermost.insert(nest.substr(0, nest.find('.')));
      for (const SourceNest &nest : nests)
        if (outermost.count(nest.id))
          processAgain(run, nest);
      std::erase_if(again, [&](const std::string &nest) {
        const report::Nest *row = rowOf(run, nest);
        return !row || !row->rejections.empty();
      });
      if (!again.empty())
        checkTogether(run, &again);
      open = std::move(again);
    }
    if (isForSpeed(run))
      refuseLostInlining();
    for (auto &[nest, judged] : run.judged)
      if (report::Nest *row = rowOf(run, nest))
        row->measured = judged.measured;
  }

private:
  /// Measures the nests; those that are to be planned anew.
  std::set<std::string> measure(const std::set<std::string> &open) {
    UnitInput rewritten = run.input;
    rewritten.text = applyEdits(*run.facts->text, run.result.edits);
    if (!rewritten.text)
      return {};
    auto markers = findMarkers(*rewritten.text);
    std::vector<JudgedNest> measured;
    if (auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers))
      for (const MarkedRegion &region : *regions)
        if (open.count(region.nest) && !isKnown(region))
          measured.push_back(withSizes({.nest = withStart(rewrittenNest(run, region)),
                                        .original = region.original,
                                        .known = sizesOfNest(run.sizes, region.nest).calls,
                                        .declared = run.result.declaredSizes[region.nest]},
                                       rowOf(run, region.nest)));
    if (measured.empty())
      return {};
    const JudgeOptions options = judgeOptions();
    std::set<std::string> again;
    auto isRejected = [&] {
      return run.log.run("judge", [&] { return giveUpRejected(options, again); });
    };
    if (warningsAreErrors(run.input) && isRejected()) {
      again.merge(measure(open));
      return again;
    }
    const Judgement judgement =
        run.log.run("judge", [&] { return judge(rewritten, measured, options); });
    if (judgement.isRejected && isRejected()) {
      again.merge(measure(open));
      return again;
    }
    for (size_t k = 0; k < measured.size(); ++k)
      if (!settle(measured[k].nest.id, judgement.nests[k], judgement.compiler))
        again.insert(measured[k].nest.id);
    return again;
  }

  /// The nest may be inlined where it is short, which measuring its function does not show: a loop
  /// of its own is as long as the loops around the call make it, and of several calls with known
  /// sizes some are not for the fast version.
  bool isShortSomewhere(const std::string &nest) const {
    const report::Nest *row = rowOf(run, nest);
    return row && (row->loops.size() == 1 || llvm::is_contained(run.result.leaveOutCalls, nest));
  }

  /// What the compiler inlines into its callers keeps its place in them.
  void refuseLostInlining() {
    std::map<std::string, std::vector<std::string>> nestsOfFunction;
    for (const std::string &nest : nestsOf(run.result.edits)) {
      const std::string function = nest.substr(0, nest.find('#'));
      const std::regex mention("\\b" + function + "\\s*\\(");
      const std::string &text = *run.facts->text;
      const auto mentions = std::distance(std::sregex_iterator(text.begin(), text.end(), mention),
                                          std::sregex_iterator());
      if (isShortSomewhere(nest) && mentions > 1)
        nestsOfFunction[function].push_back(nest);
    }
    const auto rewritten = applyEdits(*run.facts->text, run.result.edits);
    if (nestsOfFunction.empty() || !rewritten)
      return;
    std::set<std::string> functions;
    for (const auto &[function, nests] : nestsOfFunction)
      functions.insert(function);
    const std::set<std::string> lost = run.log.run(
        "judge", [&] { return noLongerInlined(run.input, *rewritten, functions, judgeOptions()); });
    for (const std::string &function : lost)
      for (const std::string &nest : nestsOfFunction[function])
        refuse(nest, {RejectionKind::Slower,
                      {},
                      "with it, " + function + " is no longer inlined into its callers"});
  }

  JudgeOptions judgeOptions() const {
    return {run.options.compiler, run.options.judgeSeconds, !isForSpeed(run),
            [this](const std::string &text) { return writtenFiles(run, text, "unit.c"); }};
  }

  /// Gives up the plans that the unit's compiler rejects although it takes the source. True where
  /// there are some; `again` gets the nests that are to be planned anew.
  bool giveUpRejected(const JudgeOptions &options, std::set<std::string> &again) {
    UnitInput unit = run.input;
    const auto faulty = faultyNests(run, [&](const std::string &text) {
      unit.text = text;
      return compileError(unit, options);
    });
    for (const auto &[nest, error] : faulty) {
      if (!giveUp(nest, {RejectionKind::CompilerError, {}, error}))
        again.insert(nest);
      removeNest(run.result.edits, nest);
    }
    return !faulty.empty();
  }

  /// The least input that the check of a limited one admits is tried, too.
  RewrittenNest withStart(RewrittenNest nest) const {
    auto judged = run.judged.find(nest.id);
    if (judged != run.judged.end() && !judged->second.from.empty())
      nest.hints.insert(nest.hints.begin(), judged->second.from);
    return nest;
  }

  /// It is on disk, where a measurement let it be written.
  bool isKnown(const MarkedRegion &region) const {
    auto before = run.options.writtenBefore.find(region.nest);
    return before != run.options.writtenBefore.end() &&
           before->second.script == region.schedule.text;
  }

  /// False when the nest is to be planned anew.
  bool settle(const std::string &nest, const Measurement &measured, const std::string &compiler) {
    JudgedPlans &judged = run.judged[nest];
    report::Nest *row = rowOf(run, nest);
    if (!measured.notMeasured.empty() && judged.why) // what is known of its other plans tells more
      return giveUp(nest, Rejection(*judged.why));
    if (measured.isLeftOut && run.options.scheduleFrom == UnitOptions::ScheduleFrom::Auto)
      return refuse(nest,
                    {RejectionKind::NeverRuns,
                     {},
                     "an #if around it or its fast version is false for the unit's compiler, " +
                         std::filesystem::path(compiler).filename().string()});
    judged.measured = reported(measured, compiler);
    if (row)
      row->milliseconds += measured.milliseconds;
    if (!measured.difference.empty())
      return giveUp(nest, {RejectionKind::Miscompiled, {}, measured.difference});
    const Decision decision = decide(measured);
    // A schedule that somebody gave is written however fast it is; the report has the figures.
    if (decision.kind == Decision::Kind::Keep ||
        run.options.scheduleFrom != UnitOptions::ScheduleFrom::Auto)
      return true;
    if (decision.kind == Decision::Kind::Drop || nest.find('+') != std::string::npos ||
        judged.limited == kMostLimited)
      return giveUp(nest, slower(measured, compiler));
    ++judged.limited;
    auto inputOf = [&](size_t at) {
      const auto &values = measured.sizes[at].values;
      return std::map<std::string, int64_t>(values.begin(), values.end());
    };
    if (decision.from > 0)
      judged.from = inputOf(decision.from);
    if (decision.end < measured.sizes.size())
      judged.to = inputOf(decision.end - 1);
    for (size_t at : decision.thin)
      judged.thin.push_back(thinInput(measured.thin[at], measured.thin[at].name));
    if (const auto &least = decision.least)
      judged.thin.push_back(thinInput(measured.sizes[least->size], least->name));
    judged.why = slower(measured, compiler);
    return false;
  }

  /// Of this plan; of the nest when no others may be tried.
  bool giveUp(const std::string &nest, const Rejection &why) {
    JudgedPlans &judged = run.judged[nest];
    report::Nest *row = rowOf(run, nest);
    judged.why = why;
    judged.from.clear();
    judged.to.clear();
    judged.thin.clear();
    judged.limited = 0;
    if (row)
      judged.lost.insert(row->script);
    if (row && run.options.scheduleFrom == UnitOptions::ScheduleFrom::Auto &&
        !run.options.onlyPlan && judged.lost.size() < kMostPlans)
      return false;
    return refuse(nest, why);
  }

  bool refuse(const std::string &nest, const Rejection &why) {
    removeNest(run.result.edits, nest);
    if (report::Nest *row = rowOf(run, nest))
      addRejection(*row, why);
    return true;
  }

  UnitRun &run;
  const std::vector<SourceNest> &nests;
};

} // namespace

void judgeTogether(UnitRun &run, const std::vector<SourceNest> &nests) {
  if (run.options.judge && !run.options.keepClaims && !run.result.edits.empty())
    Judging(run, nests).judgeAll();
}

} // namespace acc
