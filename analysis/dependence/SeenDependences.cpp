#include "analysis/dependence/SeenDependences.h"

#include <algorithm>

namespace acc {
namespace {

/// A subscript without a value may have any, as in `samePairs`.
bool mayMeet(const std::vector<std::optional<int64_t>> &a,
             const std::vector<std::optional<int64_t>> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto &x, const auto &y) { return !x || !y || *x == *y; });
}

} // namespace

bool SeenDependences::isSeen(int source, int sink, unsigned level, int from, int to, int where,
                             const isl::set &parameters) {
  if (elements.shape(from).size() != elements.shape(to).size())
    return false;
  const ScopStatement &a = elements.instances(source), &b = elements.instances(sink);
  unsigned common = commonLoops(a, b);
  auto [found, isNew] = trials.try_emplace(where);
  if (isNew)
    for (Point &point : examplesFor(parameters))
      found->second.push_back({Trial(scop, std::move(point)), {}, {}});
  return std::any_of(found->second.begin(), found->second.end(), [&](KnownTrial &known) {
    const auto &first = iterationsIn(known, source), &second = iterationsIn(known, sink);
    const auto &read = touchedIn(known, source, from), &written = touchedIn(known, sink, to);
    for (size_t k = 0; k < first.size(); ++k)
      for (size_t l = 0; l < second.size(); ++l)
        if (areOrdered(a, first[k], second[l], common, level) && mayMeet(read[k], written[l]))
          return true;
    return false;
  });
}

std::vector<Point> SeenDependences::examplesFor(const isl::set &parameters) const {
  constexpr size_t kFew = 3, kEnough = 6;
  std::vector<Point> points = examplesIn(scop, parameters);
  if (points.size() < kFew)
    for (Point &point : smallSizesIn(scop, parameters))
      points.push_back(std::move(point));
  points.resize(std::min(points.size(), kEnough));
  return points;
}

const std::vector<Trial::Iteration> &SeenDependences::iterationsIn(KnownTrial &known,
                                                                   int statement) {
  auto [found, isNew] = known.iterations.try_emplace(statement);
  if (isNew)
    found->second = known.trial.firstOf(elements.instances(statement));
  return found->second;
}

const std::vector<std::vector<std::optional<int64_t>>> &
SeenDependences::touchedIn(KnownTrial &known, int statement, int shape) {
  auto [found, isNew] = known.touched.try_emplace(std::pair(statement, shape));
  if (isNew)
    found->second =
        known.trial.touchedBy(elements.instances(statement), iterationsIn(known, statement),
                              elements.shape(shape), elements.linearForms(statement, shape));
  return found->second;
}

bool SeenDependences::areOrdered(const ScopStatement &statement, const Trial::Iteration &first,
                                 const Trial::Iteration &second, unsigned common,
                                 unsigned level) const {
  if (!std::equal(first.begin(), first.begin() + level, second.begin()))
    return false;
  bool ascends = level == common || scop.loops[statement.loops[level]].step > 0;
  return level == common || (ascends ? first[level] < second[level] : first[level] > second[level]);
}

} // namespace acc
