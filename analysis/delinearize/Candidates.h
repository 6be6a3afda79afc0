// The views of one base while they are looked for.
#pragma once

#include "analysis/delinearize/ViewCandidate.h"

namespace acc {

/// Replaces sizes that are negative wherever something runs by their negatives: the sign of a stride such as S - W - 1
/// carries no information.
Shape oriented(const DomainFacts &facts, Shape shape);

/// Which of two views comes first when neither is preferred.
enum class Ties { ToTheOlder, ToTheNewer };

/// The views of one base that were tried, the preferred one first.
class Candidates {
public:
  Candidates(const DomainFacts &facts, const std::vector<IndexUse> &uses)
      : facts(facts), trials(facts, uses) {}

  /// Tries shapes, those with more dimensions first, until one needs no check.
  void tryShapes(const std::vector<Shape> &shapes, Ties ties = Ties::ToTheOlder);
  void add(std::optional<ViewCandidate> candidate, Ties ties = Ties::ToTheOlder);

  /// The first one holds always; somewhere.
  bool isCertain() const { return !all.empty() && all.front().validity.isTrue(); }
  bool isUsable() const { return !all.empty() && !all.front().validity.isFalse(); }
  /// Some shape was given up for want of quota.
  bool gaveUp() const { return trials.gaveUp(); }

  std::vector<ViewCandidate> all;

private:
  const DomainFacts &facts;
  ShapeTrials trials;
};

} // namespace acc
