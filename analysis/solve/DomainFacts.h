// Facts about the executed instances of a scop's statements: the range of an affine function on
// them, and the parameters for which it leaves a range.
#pragma once

#include "analysis/solve/ParameterFacts.h"
#include "analysis/solve/StatementDomains.h"

namespace acc {

class DomainFacts : public ParameterFacts {
public:
  DomainFacts(const Scop &scop, const IslContext &context);

  /// As StatementDomain::domain, firstAlike and runs. Questions about the instances of two
  /// statements that are alike have the same answers.
  const isl::set &domain(int statement) const { return domains[statement].domain; }
  int firstAlike(int statement) const { return domains[statement].firstAlike; }
  const isl::set &runs(int statement) const { return domains[statement].runs; }

  /// The parameters for which some executed instance of the statement violates
  /// `low <= value < low + size`. Exact up to divisions, which only enlarge it.
  /// None when `value` is not affine in the statement's iterators.
  std::optional<isl::set> outside(int statement, const Polynomial &value, const Polynomial &low,
                                  const Polynomial &size) const;

  /// Wherever anything runs, the statement has an instance at which all values take the ends that
  /// are given for them. True only where this can be seen without isl: each loop stands at one of
  /// its own ends, and these ends do not depend on each other.
  bool meetAtCorner(int statement, const std::vector<Polynomial> &values,
                    const std::vector<Polynomial> &extremes) const;
  /// The statement runs for some parameters that are not in `bad`.
  bool runsOutside(int statement, const isl::set &bad) const;

  /// The candidates for the least (greatest) value of an affine function on the
  /// executed instances of a statement, as polynomials over parameters: the
  /// least (greatest) of them is at or beyond it. Disjunctions in the statement's
  /// condition are not looked at. Empty when no bound was found.
  std::vector<Polynomial> least(int statement, const Polynomial &value) const;
  std::vector<Polynomial> greatest(int statement, const Polynomial &value) const;

  /// value >= 0 at every executed instance of the statement.
  bool nonNegative(int statement, const Polynomial &value) const;

private:
  DomainFacts(const Scop &scop, const IslContext &context, std::vector<StatementDomain> domains);
  std::optional<isl::set> findOutside(int statement, const Polynomial &value,
                                      const Polynomial &size) const;
  bool findRunsOutside(int statement, const isl::set &bad) const;
  /// The extreme of an affine value on the hull of a statement, where it is at one corner whenever
  /// the statement runs: each loop at one of its ends, inner ones as the outer ones' values make
  /// them.
  ///   for (i = 0; i < n; i++) for (j = 0; j <= i; j++)   greatest j: i at n - 1, j at i: n - 1
  std::optional<Polynomial> atCorner(int statement, const Polynomial &value, bool greatest) const;
  /// The hull has this corner wherever it is not empty: loops that are not `atFirst` are at their
  /// last values.
  bool cornerRuns(int statement, const std::vector<bool> &atFirst) const;
  /// The condition on parameters holds wherever the statement runs.
  bool holdsWhereRuns(int statement, const Condition &condition) const;
  std::vector<Polynomial> extreme(int statement, const Polynomial &value, bool greatest) const;
  std::vector<Polynomial> findExtreme(int statement, const Polynomial &value, bool greatest) const;
  bool findNonNegative(int statement, const Polynomial &value) const;

  /// Per statement.
  std::vector<StatementDomain> domains;
  mutable Memo<std::tuple<int, bool, Polynomial>, std::vector<Polynomial>> extremes;
  mutable Memo<std::tuple<int, Polynomial, Polynomial>, std::optional<isl::set>> outsides;
  mutable Memo<std::pair<int, SameSet>, bool> runningOutside;
  mutable Memo<std::pair<int, Condition>, bool> holding;
  mutable Memo<std::pair<int, Polynomial>, bool> nonNegatives;
};

} // namespace acc
