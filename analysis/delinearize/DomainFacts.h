// The iteration domains of a scop as isl sets, and what is known of the
// parameters wherever at least one access runs.
#pragma once

#include "analysis/model/Examples.h"
#include "analysis/model/ScopIsl.h"

#include <tuple>

namespace acc {

/// Caches its answers, so one value should serve all stages that look at a scop. The scop and the context must outlive
/// it.
class DomainFacts {
public:
  DomainFacts(const Scop &scop, const IslContext &context);
  DomainFacts(const DomainFacts &) = delete;
  DomainFacts &operator=(const DomainFacts &) = delete;

  const Scop &scop() const { return theScop; }
  const IslContext &context() const { return islContext; }
  /// { S[iterators] } of a statement, or a superset: where statements have many different
  /// conditions, those are left out that no size, bound or subscript takes part in.
  const isl::set &domain(int statement) const { return domains[statement]; }
  /// The first statement with the same loops and condition: questions about the instances of the two have the same
  /// answers.
  int firstAlike(int statement) const { return firstsAlike[statement]; }
  /// A superset of the parameters for which the statement runs at least once.
  const isl::set &runs(int statement) const { return running[statement]; }
  /// The parameters for which some statement runs; a superset where the exact set has many pieces. This is the only
  /// condition under which anything may be simplified: that some statement runs does not mean that one particular
  /// statement does.
  const isl::set &anyRuns() const { return any; }

  /// `anyRuns`, the scop's context, the ranges of the types, and facts about
  /// the products of parameters that `about` mentions: x >= 1 and y >= 1 give
  /// x*y >= x, x*y*z >= x*y and so on.
  isl::set knownFor(const isl::set &about) const;

  /// The parameters for which some executed instance of the statement violates
  /// `low <= value < low + size`. Exact up to divisions, which only enlarge it.
  /// None when `value` is not affine in the statement's iterators.
  std::optional<isl::set> outside(int statement, const Polynomial &value, const Polynomial &low,
                                  const Polynomial &size) const;

  /// `a` is a proper subset of `b` among the parameters for which something runs. Where neither is
  /// a subset of the other, only parameters that are not negative count, as sizes and offsets
  /// mostly are.
  bool excludesLess(const isl::set &a, const isl::set &b) const;
  /// Some sample of non-negative parameters is in `a` and not in `b`, so neither `a` nor a superset of it excludes less
  /// than `b`. False means nothing: only a few samples are tried.
  bool isWorseSomewhere(const isl::set &a, const isl::set &b) const;
  /// The complement of `b` is thin (isThin), that of `a` is not.
  bool leavesMore(const isl::set &a, const isl::set &b) const;
  /// The complement of `bad`, among the parameters for which all statements run if there are some,
  /// is empty or satisfies an equation (`n == 4*m`). `besides` is another set that is compared with
  /// it.
  bool isThin(const isl::set &bad, const isl::set &besides) const;

  /// No point of `bad` is possible where something runs.
  bool impossible(const isl::set &bad) const;
  /// The same of the points where `where` holds; for many questions about one `where`.
  bool impossibleWhere(const Condition &where, const isl::set &bad) const;
  /// Every point that is possible where something runs is in `bad`.
  bool covers(const isl::set &bad) const;
  /// Wherever anything runs, the statement has an instance at which all values take the ends that are given for them.
  /// True only where this can be seen without isl: each loop stands at one of its own ends, and these ends do not
  /// depend on each other.
  bool meetAtCorner(int statement, const std::vector<Polynomial> &values,
                    const std::vector<Polynomial> &extremes) const;
  /// The statement runs for some parameters that are not in `bad`.
  bool runsOutside(int statement, const isl::set &bad) const;
  /// `condition` holds wherever something runs.
  bool proves(const Condition &condition) const;
  /// The same wherever `where` holds, too; for many questions about one `where`.
  bool provesWhere(const Condition &where, const Condition &condition) const;
  /// The condition is seen to be false for small positive parameters for which something runs. A
  /// hint for the choice between views: only some values are tried.
  bool failsForSizes(const Condition &condition) const;
  /// The complement of `bad` as a conjunction, simplified by what is known;
  /// none when a coefficient exceeds 64 bits.
  std::optional<Condition> exclude(const isl::set &bad) const;

  /// The candidates for the least (greatest) value of an affine function on the
  /// executed instances of a statement, as polynomials over parameters: the
  /// least (greatest) of them is at or beyond it. Disjunctions in the statement's
  /// condition are not looked at. Empty when no bound was found.
  std::vector<Polynomial> least(int statement, const Polynomial &value) const;
  std::vector<Polynomial> greatest(int statement, const Polynomial &value) const;

  /// value >= 0 at every executed instance of the statement.
  bool nonNegative(int statement, const Polynomial &value) const;

  isl::set emptyParameterSet() const;

private:
  isl::set knownFor(std::vector<isl::set> about) const;
  /// The cached knowledge depends on both: whether ranges of types are included, and the products that are parameters.
  struct Topic {
    bool isLarge = false;
    std::set<std::string> products;
    friend auto operator<=>(const Topic &, const Topic &) = default;
  };
  static Topic topicOf(const std::vector<isl::set> &about);
  const isl::set &knownFor(Topic topic) const;
  /// The examples that are inside the set, or outside; those of which that is not known are left
  /// out.
  std::vector<Point> examplesWhere(const isl::set &set, bool isInside) const;
  /// The condition is false for some values of the parameters for which something runs:
  /// looked for among a few values, and cheap.
  bool failsSomewhere(const Condition &condition) const;
  bool findImpossible(const isl::set &bad) const;
  /// Some sample for which all statements run has, in every direction, neighbours in `known` that are not in `bad`: so
  /// the complement of `bad` satisfies no equation. Cheap, since only samples are tried.
  bool hasRoom(const isl::set &known, const isl::set &bad) const;
  bool findRunsOutside(int statement, const isl::set &bad) const;
  bool findProof(const Condition &condition) const;
  bool findProofWhere(const Condition &where, const Condition &condition) const;
  /// Parameter sets of which the condition is the intersection: its comparisons, then each
  /// disjunction. None when one of them is not affine.
  std::optional<std::vector<isl::set>> partsOf(const Condition &condition) const;
  /// Without conjuncts that always hold and alternatives that never do.
  Condition withoutImplied(const Condition &condition) const;
  /// 1 or 0 when `base` implies that the parameter is at least that, else -1.
  int leastOf(const std::string &parameter) const;
  /// The extreme of an affine value on the hull of a statement, where it is at one corner whenever
  /// the statement runs: each loop at one of its ends, inner ones as the outer ones' values make
  /// them.
  ///   for (i = 0; i < n; i++) for (j = 0; j <= i; j++)   greatest j: i at n - 1, j at i: n - 1
  std::optional<Polynomial> atCorner(int statement, const Polynomial &value, bool greatest) const;
  /// The hull has this corner wherever it is not empty: loops that are not `atFirst` are at their last values.
  bool cornerRuns(int statement, const std::vector<bool> &atFirst) const;
  /// The condition on parameters holds wherever the statement runs.
  bool holdsWhereRuns(int statement, const Condition &condition) const;
  std::vector<Polynomial> extreme(int statement, const Polynomial &value, bool greatest) const;
  std::vector<Polynomial> findExtreme(int statement, const Polynomial &value, bool greatest) const;
  std::optional<isl::set> findOutside(int statement, const Polynomial &value,
                                      const Polynomial &size) const;

  const Scop &theScop;
  const IslContext &islContext;
  std::vector<isl::set> domains, running;
  /// The domains without the disjunctions of the conditions: convex supersets.
  std::vector<isl::set> hulls;
  /// The hull is the domain.
  std::vector<bool> convexDomains;
  /// The conditions of the hulls beyond the loops' bounds.
  std::vector<Condition> hullConditions;
  /// Each loop visits every value between its two bounds; for a box these and the hull's condition
  /// mention no iterator.
  std::vector<bool> plainLoops, boxes;
  std::vector<int> firstsAlike;
  /// `base` is what is known of sizes, `typedBase` that with the ranges of all types.
  isl::set any, base, typedBase;
  mutable std::map<std::string, int> leastValues;
  mutable std::map<Topic, isl::set> knownByTopic;
  /// What is known where a condition holds.
  struct Narrowed {
    Condition where;
    std::optional<std::vector<isl::set>> parts;
    Topic topic;
    struct Sets {
      isl::set byComparisons;
      std::optional<isl::set> byAll;
      int questions;
    };
    std::map<Topic, Sets> byTopic;
  };
  mutable std::vector<Narrowed> narrowed;
  mutable std::map<std::tuple<int, bool, Polynomial>, std::vector<Polynomial>> extremes;
  mutable std::map<std::tuple<int, Polynomial, Polynomial>, std::optional<isl::set>> outsides;
  /// Answers about a set, which is kept: copies of an isl set are one object, asked about again and
  /// again when many accesses share a window.
  template <typename Key> using AnswersAbout = std::map<Key, std::pair<isl::set, bool>>;
  mutable AnswersAbout<isl_set *> impossibles;
  mutable AnswersAbout<std::pair<int, isl_set *>> runningOutside;
  mutable std::vector<std::pair<isl::set, bool>> coverings;
  mutable std::vector<std::pair<Condition, bool>> proofs;
  mutable std::vector<std::tuple<Condition, Condition, bool>> proofsWhere;
  mutable std::vector<std::tuple<int, Condition, bool>> holding;
  /// Values of the parameters for which something runs, once they were needed.
  mutable std::optional<std::vector<Point>> examples, largeExamples, smallSizes;
};

} // namespace acc
