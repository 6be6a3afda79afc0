#include "tools/lib/JudgeTogether.h"

#include "rewriter/edit/FastFile.h"
#include "rewriter/helpers/HelperHeader.h"
#include "rewriter/judge/Judge.h"
#include "tools/lib/CheckTogether.h"
#include "tools/lib/CompilerOfUnit.h"
#include "tools/lib/ProcessNests.h"

#include <algorithm>
#include <regex>
#include <set>

namespace acc {
namespace {

/// Plans of one nest that are measured.
constexpr size_t kMostPlans = 3;

report::Measured reported(const Measurement &measured, const std::string &compiler) {
  report::Measured row;
  row.why = measured.notMeasured;
  if (row.why.empty())
    row.compiler = compiler;
  for (const MeasuredSize &size : measured.sizes)
    row.sizes.push_back({size.values, size.bytes, size.original, size.rewritten});
  return row;
}

/// "0.71 for n = 64, 1.20 for n = 1000": the worst and the best.
Rejection slower(const Measurement &measured) {
  auto [worst, best] = std::minmax_element(
      measured.sizes.begin(), measured.sizes.end(),
      [](const MeasuredSize &a, const MeasuredSize &b) { return a.ratio() < b.ratio(); });
  return {RejectionKind::Slower,
          {},
          "it runs at " + describe(*worst) + " of the original's speed" +
              (best == worst ? "" : ", at best at " + describe(*best))};
}

/// The names in the ends of its loops and in the sizes of its arrays: "n", "p->w", "dims[2]".
std::set<std::string> sizesOf(const report::Nest *row) {
  static const std::regex kName("[A-Za-z_]\\w*((->|\\.)[A-Za-z_]\\w*|\\[\\d+\\])*");
  std::set<std::string> names;
  auto read = [&](const std::string &text) {
    for (std::sregex_iterator at(text.begin(), text.end(), kName), end; at != end; ++at)
      names.insert(at->str());
  };
  for (const report::Loop &loop : row ? row->loops : std::vector<report::Loop>())
    read(loop.step.starts_with("-") ? loop.lower : loop.upper);
  for (const report::Array &array : row ? row->arrays : std::vector<report::Array>())
    for (const std::string &size : array.sizes)
      read(size);
  return names;
}

/// The unit as `rewrite` writes it: fast versions beside it are built for each level of the
/// processor.
std::vector<NamedText> filesOf(const UnitRun &run, const std::string &text) {
  const std::string unit = "unit.c", helpers = kHelperHeader;
  const bool contracts =
      std::any_of(run.input.flags.begin(), run.input.flags.end(), [](const std::string &flag) {
        return flag == "-ffp-contract=fast" || flag == "-ffast-math" || flag == "-Ofast";
      });
  const SplitText split = splitText(
      text, unit, {helpers, fastFileName(unit), hasLevels(run.input, run.options), !contracts});
  return {{unit, split.source}, {fastFileName(unit), split.fast}, {helpers, helperHeader(helpers)}};
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
      open.clear();
      for (const std::string &nest : again)
        if (run.judged[nest].from.empty())
          open.insert(nest);
    }
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
          measured.push_back(
              {rewrittenNest(run, region), region.original, sizesOf(rowOf(run, region.nest))});
    if (measured.empty())
      return {};
    JudgeOptions options{run.options.compiler, run.options.judgeSeconds, !isForSpeed(run)};
    if (run.options.fastFile)
      options.filesOf = [&](const std::string &text) { return filesOf(run, text); };
    const Judgement judgement =
        run.log.run("judge", [&] { return judge(rewritten, measured, options); });
    std::set<std::string> again;
    for (size_t k = 0; k < measured.size(); ++k)
      if (!settle(measured[k].nest.id, judgement.nests[k], judgement.compiler))
        again.insert(measured[k].nest.id);
    return again;
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
    if (!measured.notMeasured.empty() && judged.measured)
      return true; // what is known of its other plans tells more
    judged.measured = reported(measured, compiler);
    if (row)
      row->milliseconds += measured.milliseconds;
    if (!measured.difference.empty())
      return giveUp(nest, {RejectionKind::Miscompiled, {}, measured.difference});
    const Decision decision = decide(measured.sizes);
    // A schedule that somebody gave is written however fast it is; the report has the figures.
    if (decision.kind == Decision::Kind::Keep ||
        run.options.scheduleFrom != UnitOptions::ScheduleFrom::Auto)
      return true;
    if (decision.kind == Decision::Kind::Drop || nest.find('+') != std::string::npos)
      return giveUp(nest, slower(measured));
    const auto &values = measured.sizes[decision.from].values;
    judged.from = {values.begin(), values.end()};
    judged.why = slower(measured);
    return false;
  }

  /// Of this plan; of the nest when no others may be tried.
  bool giveUp(const std::string &nest, const Rejection &why) {
    JudgedPlans &judged = run.judged[nest];
    report::Nest *row = rowOf(run, nest);
    judged.why = why;
    if (row)
      judged.lost.insert(row->script);
    if (row && run.options.scheduleFrom == UnitOptions::ScheduleFrom::Auto &&
        !run.options.onlyPlan && judged.lost.size() < kMostPlans)
      return false;
    removeNest(run.result.edits, nest);
    if (row)
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
