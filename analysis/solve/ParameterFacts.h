// Facts about a scop's parameters whenever an iteration runs: which conditions hold, and which sets
// of parameters are impossible.
#pragma once

#include "analysis/model/Examples.h"
#include "analysis/model/ScopIsl.h"
#include "analysis/solve/Memo.h"

#include <tuple>

namespace acc {

/// Each question is first put to sample values, which can deny it, then to isl. Keeps its answers,
/// so one value should serve all stages that look at a scop. The scop and the context must outlive
/// it.
class ParameterFacts {
public:
  /// `running`: the parameters for which statements run, the distinct ones.
  ParameterFacts(const Scop &scop, const IslContext &context, std::vector<isl::set> running);
  ParameterFacts(const ParameterFacts &) = delete;
  ParameterFacts &operator=(const ParameterFacts &) = delete;

  const Scop &scop() const { return theScop; }
  const IslContext &context() const { return islContext; }
  /// The parameters for which some statement runs; a superset where the exact set has many pieces.
  /// This is the only condition under which anything may be simplified: that some statement runs
  /// does not mean that one particular statement does.
  const isl::set &anyRuns() const { return any; }

  /// `anyRuns`, the scop's context, the ranges of the types, and facts about
  /// the products of parameters that `about` mentions: x >= 1 and y >= 1 give
  /// x*y >= x, x*y*z >= x*y and so on.
  isl::set knownFor(const isl::set &about) const;

  /// `condition` holds wherever something runs.
  bool proves(const Condition &condition) const;
  /// The same for all parameters with `where`; for many questions about one `where`.
  bool provesWhere(const Condition &where, const Condition &condition) const;
  /// The condition is seen to be false for small positive parameters for which something runs. A
  /// hint for the choice between views: only some values are tried.
  bool failsForSizes(const Condition &condition) const;

  /// No point of `bad` is possible where something runs.
  bool impossible(const isl::set &bad) const;
  /// The same of the points where `where` holds; for many questions about one `where`.
  bool impossibleWhere(const Condition &where, const isl::set &bad) const;
  /// Every point that is possible where something runs is in `bad`.
  bool covers(const isl::set &bad) const;
  /// The complement of `bad` as a conjunction, simplified by what is known;
  /// none when a coefficient exceeds 64 bits.
  std::optional<Condition> exclude(const isl::set &bad) const;

  /// `a` is a proper subset of `b` among the parameters for which something runs. Where neither is
  /// a subset of the other, only parameters that are not negative count, as sizes and offsets
  /// mostly are.
  bool excludesLess(const isl::set &a, const isl::set &b) const;
  /// Some sample of non-negative parameters is in `a` and not in `b`, so neither `a` nor a superset
  /// of it excludes less than `b`. False means nothing: only a few samples are tried.
  bool isWorseSomewhere(const isl::set &a, const isl::set &b) const;
  /// The complement of `b` is thin (isThin), that of `a` is not.
  bool leavesMore(const isl::set &a, const isl::set &b) const;
  /// The complement of `bad`, among the parameters for which all statements run if there are some,
  /// is empty or satisfies an equation (`n == 4*m`). `besides` is another set that is compared with
  /// it.
  bool isThin(const isl::set &bad, const isl::set &besides) const;

  isl::set emptyParameterSet() const;

protected:
  /// The samples that are inside the set, or outside; undecided ones are omitted.
  std::vector<Point> examplesWhere(const isl::set &set, bool isInside) const;

private:
  /// The kept knowledge depends on both: whether ranges of types are included, and the products
  /// that are parameters.
  struct Topic {
    bool isLarge = false;
    std::set<std::string> products;
    friend auto operator<=>(const Topic &, const Topic &) = default;
  };
  static Topic topicOf(const std::vector<isl::set> &about);
  const isl::set &knownOf(Topic topic) const;
  std::vector<LinearConstraint> factsOfProducts(const std::set<std::string> &products) const;
  /// 1 or 0 when `base` implies that the parameter is at least that, else -1.
  int leastOf(const std::string &parameter) const;
  const std::vector<Point> &samples() const;
  /// The condition is false for some values of the parameters for which something runs and `where`
  /// holds: looked for among a few values, and cheap.
  bool failsSomewhere(const Condition &where, const Condition &condition) const;
  /// Keeps values of the parameters in a set that isl found not to be empty: what refutes one proof
  /// refutes the next.
  void keepCounterexample(const isl::set &set) const;
  bool findProof(const Condition &condition) const;
  bool findProofWhere(const Condition &where, const Condition &condition) const;
  /// Some sample for which all statements run has, in every direction, neighbours in `known` that
  /// are not in `bad`: so the complement of `bad` satisfies no equation. Cheap, since only samples
  /// are tried.
  bool hasRoom(const isl::set &known, const isl::set &bad) const;
  /// Parameter sets of which the condition is the intersection: its comparisons, then each
  /// disjunction. None when one of them is not affine.
  std::optional<std::vector<isl::set>> partsOf(const Condition &condition) const;
  /// Without conjuncts that always hold and alternatives that never do.
  Condition withoutImplied(const Condition &condition) const;

  const Scop &theScop;
  const IslContext &islContext;
  std::vector<isl::set> running;
  /// `base` is what is known of sizes, `typedBase` that with the ranges of all types.
  isl::set any, base, typedBase;
  /// What is known where a condition holds.
  struct Narrowed {
    std::optional<std::vector<isl::set>> parts;
    Topic topic;
    struct Sets {
      isl::set byComparisons;
      std::optional<isl::set> byAll;
      int questions;
    };
    std::map<Topic, Sets> byTopic;
  };
  mutable Memo<std::string, int> leastValues;
  mutable Memo<Topic, isl::set> knownByTopic;
  mutable std::map<Condition, Narrowed> narrowed;
  mutable Memo<SameSet, bool> impossibles;
  mutable std::vector<std::pair<isl::set, bool>> coverings;
  mutable Memo<Condition, bool> proofs;
  /// By the condition, which is short, then where it is to hold.
  mutable Memo<std::pair<Condition, Condition>, bool> proofsWhere;
  /// Values of the parameters for which something runs, once they were needed.
  mutable std::optional<std::vector<Point>> examples, largeExamples, smallSizes;
  /// Of failed proofs, within the ranges of all types.
  mutable std::vector<Point> counterexamples;
  mutable int counterexamplesTried = 0;
};

} // namespace acc
