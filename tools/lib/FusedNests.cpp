#include "tools/lib/FusedNests.h"

#include "scheduling/autoschedule/AutoSchedule.h"
#include "tools/lib/AnalyseNest.h"
#include "tools/lib/ExportNest.h"
#include "tools/lib/JointNest.h"
#include "tools/lib/RewriteNest.h"

#include <algorithm>

namespace acc {
namespace {

/// The nests of one `fuse` entry of the script, or of one mapping, rewritten as one. What is
/// written, or why nothing is, stands in the row of the first.
Outcome<Ok> fuseNests(UnitRun &run, const std::vector<const SourceNest *> &sources,
                      report::Nest &row) {
  Outcome<SourceNest> joint = jointNest(run.input, *run.facts->text, sources);
  if (!joint)
    return joint.rejection();
  std::vector<std::string> ids;
  std::vector<Nest> parts;
  for (const SourceNest *source : sources) {
    auto part = analyseAndLift(run, *source);
    if (!part)
      return part.rejection();
    ids.push_back(source->id);
    parts.push_back(std::move(part->nest));
  }
  auto whole = analyseAndLift(run, *joint);
  if (!whole)
    return whole.rejection();
  auto findPlans = [&]() -> Outcome<std::vector<PlanToTry>> {
    auto jointOf = [&](size_t first, size_t count) -> Outcome<Nest> {
      if (count == sources.size())
        return whole->nest;
      Outcome<SourceNest> inner =
          jointNest(run.input, *run.facts->text,
                    {sources.begin() + static_cast<std::ptrdiff_t>(first),
                     sources.begin() + static_cast<std::ptrdiff_t>(first + count)});
      if (!inner)
        return inner.rejection();
      auto part = analyseAndLift(run, *inner);
      return part ? Outcome<Nest>(part->nest) : part.rejection();
    };
    Outcome<Plan> plan = run.given->apply(ids, parts, jointOf, targetOf(run));
    if (!plan)
      return plan.rejection();
    return std::vector<PlanToTry>{{std::move(*plan)}};
  };
  return run.options.loopTree ? exportNest(run, *whole, row, findPlans)
                              : rewriteNest(run, *whole, *whole->source->context, row, findPlans);
}

} // namespace

void processFusions(UnitRun &run, const std::vector<SourceNest> &nests) {
  if (!run.given || !(run.options.rewrite || run.options.plan || run.options.loopTree))
    return;
  std::vector<report::Nest> &rows = run.result.file.nests;
  for (const std::vector<std::string> &ids : run.given->fusions()) {
    std::vector<const SourceNest *> sources;
    std::string missing;
    for (const std::string &id : ids) {
      auto found = std::find_if(nests.begin(), nests.end(),
                                [&](const SourceNest &nest) { return nest.id == id; });
      if (found == nests.end())
        missing = id;
      else
        sources.push_back(&*found);
    }
    if (sources.empty())
      continue;
    auto row = std::find_if(rows.begin(), rows.end(), [&](const report::Nest &nest) {
      return nest.id == sources.front()->id;
    });
    if (run.observer)
      run.observer(sources.front()->id);
    auto done = contained<Ok>(*sources.front(), [&]() -> Outcome<Ok> {
      if (!missing.empty())
        return Rejection{RejectionKind::InvalidSchedule, sources.front()->root->range,
                         "fuse: '" + missing + "' is not an outermost nest of this file"};
      return fuseNests(run, sources, *row);
    });
    if (!done)
      row->rejections.push_back(findingOf(done.rejection()));
  }
}

void proveFusions(UnitRun &run, const std::vector<SourceNest> &nests) {
  auto markers = findMarkers(*run.options.written);
  auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers);
  if (!regions)
    return;
  for (const MarkedRegion &region : *regions) {
    std::vector<const SourceNest *> sources;
    for (const SourceNest &nest : nests)
      if (("+" + region.nest + "+").find("+" + nest.id + "+") != std::string::npos)
        sources.push_back(&nest);
    if (sources.size() < 2)
      continue;
    auto done = contained<Ok>(*sources.front(), [&]() -> Outcome<Ok> {
      Outcome<SourceNest> joint = jointNest(run.input, *run.facts->text, sources);
      if (!joint)
        return joint.rejection();
      auto whole = analyseAndLift(run, *joint);
      return whole ? proveWritten(run, *whole, *whole->source->context) : whole.rejection();
    });
    for (report::Nest &row : run.result.file.nests)
      if (!done && row.id == sources.front()->id)
        row.rejections.push_back(findingOf(done.rejection()));
  }
}

} // namespace acc
