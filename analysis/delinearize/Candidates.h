// The candidate views of one base, in the order in which they are preferred.
#pragma once

#include "analysis/delinearize/ViewCandidate.h"

namespace acc {

/// Replaces sizes that are negative wherever something runs by their negatives: the sign of a
/// stride such as S - W - 1 carries no information.
Shape oriented(const DomainFacts &facts, Shape shape);

/// Which of two views comes first when neither is preferred.
enum class Ties { ToTheOlder, ToTheNewer };

/// The views of one base that were tried, the best first.
class Candidates {
public:
  Candidates(const DomainFacts &facts, const std::vector<IndexUse> &uses)
      : facts(facts), uses(uses), strides(pooledStrides(uses)), trials(facts, uses) {}

  /// Tries shapes, those with more dimensions first, until one needs no check.
  void tryShapes(const std::vector<Shape> &shapes, Ties ties = Ties::ToTheOlder);
  /// First where it is preferred to the first, else last.
  void add(std::optional<ViewCandidate> candidate, Ties ties = Ties::ToTheOlder);
  void putFirst(ViewCandidate candidate) { all.insert(all.begin(), std::move(candidate)); }

  /// The first one holds always; somewhere.
  bool isCertain() const { return !all.empty() && all.front().validity.isTrue(); }
  bool isUsable() const { return !all.empty() && !all.front().validity.isFalse(); }
  /// The first one holds somewhere, its subscripts are affine, and its rows follow one another in
  /// memory.
  bool hasAffineRows() const;
  /// The first one holds wherever the other does.
  bool holdsWherever(const ViewCandidate &other) const;
  /// Some shape was given up for want of quota.
  bool gaveUp() const { return trials.gaveUp(); }

  const DomainFacts &facts;
  const std::vector<IndexUse> &uses;
  /// Of `uses`, pooled.
  const std::vector<Polynomial> strides;
  std::vector<ViewCandidate> all;

private:
  ShapeTrials trials;
};

} // namespace acc
