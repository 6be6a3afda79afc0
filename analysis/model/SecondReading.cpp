#include "analysis/model/SecondReading.h"

#include "analysis/model/SmallPoints.h"
#include "analysis/normalize/normalize.h"
#include "analysis/tree/CompareRuns.h"
#include "analysis/tree/LiveOut.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

constexpr size_t kPoints = 20;
/// Statements of the source after which no further point is tried.
constexpr uint64_t kMostInterpreted = 12000;
/// Of integers that the condition does not name.
constexpr int64_t kValues[] = {3, 1, 4, 2, 5, 0};

/// Small points where the condition holds, each with values for all integer parameters.
std::vector<RunPoint> pointsFor(const Scop &scop, const Condition &wanted) {
  const std::vector<Point> found = manySmallPoints(scop, wanted, kPoints);
  std::vector<RunPoint> points;
  for (size_t k = 0; k < kPoints && !found.empty(); ++k) {
    RunPoint point = found[k % found.size()];
    size_t at = k;
    for (const Parameter &parameter : scop.parameters)
      if (parameter.symbol >= 0 && parameter.type.isInteger())
        point.try_emplace(scop.nest.symbol(parameter.symbol).name,
                          kValues[at++ % std::size(kValues)]);
    if (std::find(points.begin(), points.end(), point) == points.end())
      points.push_back(std::move(point));
  }
  return points;
}

std::string textOf(const RunPoint &point) {
  std::string text;
  for (const auto &[name, value] : point)
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return text.empty() ? "no parameters" : text;
}

/// What is read after the nest. Of a variable whose address the source only lends this shows once
/// its calls are read: nothing that is left holds it.
std::set<SymbolId> readAfter(const SourceNest &source, const NormalForm &form) {
  std::set<SymbolId> live = liveOutOf(source);
  forEachStmt(source.root, [&](const StmtRef &stmt) {
    for (SymbolId lent : stmt->loop.lentOut)
      if (!form.liveOut.count(lent))
        live.erase(lent);
  });
  return live;
}

} // namespace

SecondReading readAgain(const SourceNest &source, const Scop &scop, const Condition &wanted) {
  const NormalForm form = normalize(scop.nest, scop.data);
  SourceNest normal = form.whole();
  normal.functions = source.functions; // calls that are left mean in both what they mean there
  const std::set<SymbolId> liveOut = readAfter(source, form);
  SecondReading result;
  uint64_t steps = 0;
  for (const RunPoint &point : pointsFor(scop, wanted)) {
    bool isRead =
        std::all_of(form.propagated.needs.begin(), form.propagated.needs.end(),
                    [&](const ExprRef &need) { return holdsAt(scop.nest, *need, point); });
    RunComparison runs =
        isRead ? compareRuns(source, normal, liveOut, point, scop.data == DataConditions::Sunk)
               : RunComparison{};
    result.points += runs.isCompared;
    steps += runs.steps;
    if (!runs.difference.empty())
      result.difference = Rejection{RejectionKind::Internal, source.root->range,
                                    "the frontend misread this nest (" + textOf(point) + ": " +
                                        runs.difference + "); please report it"};
    if (result.difference || steps >= kMostInterpreted)
      break;
  }
  return result;
}

} // namespace acc
