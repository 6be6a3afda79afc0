#include "scheduling/autoschedule/AutoSchedule.h"

#include "analysis/tree/TreeUtil.h"
#include "scheduling/autoschedule/Candidate.h"
#include "scheduling/autoschedule/ThreadLoops.h"
#include "scheduling/autoschedule/WithoutScalars.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace acc {
namespace {

constexpr double kWorthwhile = 0.95; // of the source's expected cost
/// A reordered nest may cost at most this part of the source's order: the estimate does not see all
/// that reordering costs.
constexpr double kReordered = 0.8;
constexpr size_t kAttempts = 16; // candidates whose legality is checked

bool recoversSomething(const Nest &nest) {
  const std::vector<RecoveredArray> &arrays = nest.source->views.arrays;
  return std::any_of(arrays.begin(), arrays.end(),
                     [](const RecoveredArray &array) { return array.recovered; });
}

/// A sum of integers in a local variable may be taken in any order, so compilers vectorize it; one
/// of floating-point numbers gains little.
bool sumsIntegers(const Plan &plan) {
  const std::vector<ScopArray> &arrays = plan.schedule().nest().source->scop.arrays;
  return std::any_of(arrays.begin(), arrays.end(), [&](const ScopArray &array) {
    return array.element.isInteger() &&
           std::any_of(plan.promotions().begin(), plan.promotions().end(),
                       [&](const Promotion &promotion) { return promotion.array == array.name; });
  });
}

/// Some level has wider vectors for the innermost statements than the unit's own build of the
/// source, which may have none.
bool hasWiderVectors(const Candidate &own, const NestStrides &strides, const Builds &builds) {
  const std::vector<ScopStatement> &statements = own.schedule.nest().source->scop.statements;
  size_t deepest = 0;
  for (const ScopStatement &statement : statements)
    deepest = std::max(deepest, statement.loops.size());
  auto widthOf = [&](const LoopCompiler &compiler, LoopText text) {
    const std::vector<std::string> vectors = compiledVectors(own, strides, compiler, text);
    for (size_t s = 0; s < statements.size(); ++s)
      if (statements[s].loops.size() == deepest && !vectors[s].empty())
        return compiler.vectorBytes;
    return 0U;
  };
  const unsigned ofSource = widthOf(builds.source, LoopText::Source);
  return std::any_of(builds.levels.begin(), builds.levels.end(), [&](const ProcessorLevel &level) {
    return builds.levels.size() > 1 && widthOf(level.compiler, LoopText::Written) > ofSource;
  });
}

/// A variable of a loop stands in the expression, but for subscripts.
bool namesCounter(const Scop &scop, const Expr &expr) {
  if (expr.kind == Expr::Kind::Access)
    return false;
  if (expr.kind == Expr::Kind::Symbol)
    return std::any_of(scop.loops.begin(), scop.loops.end(),
                       [&](const ScopLoop &loop) { return loop.variable == expr.symbol; });
  return std::any_of(expr.operands.begin(), expr.operands.end(), [&](const ExprRef &operand) {
    return operand && namesCounter(scop, *operand);
  });
}

/// The statements in as many loops as any compute with loop variables beside their subscripts,
/// where the source has one variable for both: written in two types, that is done twice.
///   from = x + w*y; place = a[from] > most ? from : place
bool computesWithCounters(const Nest &nest) {
  const Scop &scop = nest.source->scop;
  size_t deepest = 0;
  for (const ScopStatement &statement : scop.statements)
    deepest = std::max(deepest, statement.loops.size());
  bool names = false;
  for (const ScopStatement &statement : scop.statements)
    if (statement.loops.size() == deepest)
      forEachStmt(statement.body, [&](const StmtRef &part) {
        for (const ExprRef &expr : ownExprs(*part))
          names = names || (expr && namesCounter(scop, *expr));
      });
  return names;
}

/// The candidate with its invariant elements in local variables and, for where that cannot be
/// written, without; `count` of these at most.
std::vector<Plan> plansOf(const Candidate &candidate, const NestStrides &strides,
                          const Target &target, size_t count) {
  std::vector<Plan> plans;
  Candidate keeping = candidate;
  addInvariants(keeping, strides);
  bool addsSome = keeping.promotions.size() != candidate.promotions.size();
  if (Outcome<Plan> plan = realise(keeping, strides, target))
    plans.push_back(*plan);
  // What refuses the one refuses the other: no invariant is a private array.
  if (plans.empty() || plans.size() == count || !addsSome)
    return plans;
  Outcome<Plan> plain = realise(candidate, strides, target, Checked::Before);
  if (plain && plain->promotions().size() != plans[0].promotions().size())
    plans.push_back(*plain);
  return plans;
}

struct Ranking {
  std::vector<RankedPlan> plans;
  /// The part of the source's time that the source's order takes as it would be written.
  double ownOrder = 1;
};

/// The first `count` plans of rankedSchedules; with `all` those of schedulesToMeasure.
Ranking rank(const Nest &nest, const Target &target, const Builds &builds, size_t count, bool all,
             Threads threads) {
  NestStrides strides = stridesOf(nest);
  std::vector<Candidate> candidates;
  FormsWithoutScalars forms(nest, target);
  std::map<const Schedule *, NestStrides> starts; // the forms from which candidates start
  auto from = [&](Decided decided,
                  const std::function<void(const Schedule &, const NestStrides &)> &add) {
    const Schedule *form = forms.form(decided);
    if (!form)
      return;
    auto [start, isNew] = starts.try_emplace(form);
    if (isNew)
      start->second = stridesOf(form->nest());
    add(*form, start->second);
  };
  from(Decided::Tiled, [&](const Schedule &without, const NestStrides &its) {
    addRegisterTiles(without, its, target, candidates);
    addDiagonalTiles(without, its, target, candidates);
    addRowSums(without, its, target, builds.source, candidates);
  });
  from(Decided::Reordered, [&](const Schedule &without, const NestStrides &its) {
    addPermutations(without, its, candidates);
  });
  from(Decided::LeftAlone, [&](const Schedule &without, const NestStrides &its) {
    addTransposeTiles(without, its, candidates);
  });
  for (Candidate &candidate : candidates)
    candidate.name += " without scalars";
  const size_t countWithout = candidates.size();
  auto stridesFor = [&](const Candidate &candidate) -> const NestStrides & {
    auto found = std::find_if(starts.begin(), starts.end(), [&](const auto &start) {
      return start.first->nest().source == candidate.schedule.nest().source;
    });
    return found == starts.end() ? strides : found->second;
  };
  const Schedule start(nest);
  addRegisterTiles(start, strides, target, candidates);
  addDiagonalTiles(start, strides, target, candidates);
  addPermutations(start, strides, candidates);
  addTransposeTiles(start, strides, candidates);
  addRowSums(start, strides, target, builds.source, candidates);
  addSumTiles(start, strides, target, builds.levels.front().compiler, candidates);
  addChainsApart(nest, strides, target.machine, candidates);
  addJammedChains(nest, strides, candidates);
  addFusedSweeps(nest, strides, target.machine, candidates);
  addSkewedSweeps(nest, strides, target.machine, candidates);
  addSplitSets(nest, strides, candidates);
  auto written = [&](const Candidate &candidate, const NestStrides &its) {
    double least = INFINITY;
    for (const ProcessorLevel &level : builds.levels)
      least =
          std::min(least, expectedCost(candidate, its, target, level.compiler, LoopText::Written));
    return least;
  };
  addJoinedParts(candidates, countWithout,
                 [&](const Candidate &candidate) { return written(candidate, strides); });

  Candidate source = sourceOrder(nest);
  const CostTerms sourceTerms = costTerms(source, strides, target, builds.source, LoopText::Source);
  const double asCompiled = cyclesOf(sourceTerms, target.machine);
  auto rankedPlan = [&](const Plan &plan, const Candidate &candidate, const NestStrides &its) {
    RankedPlan one{plan, INFINITY, asCompiled, {}, sourceTerms};
    for (const ProcessorLevel &level : builds.levels) {
      CostTerms terms = costTerms(candidate, its, target, level.compiler, LoopText::Written);
      const double cost = cyclesOf(terms, target.machine);
      if (cost < kWorthwhile * asCompiled)
        one.paysAt.push_back(level.name);
      if (cost < one.cost) {
        one.cost = cost;
        one.terms = std::move(terms);
      }
    }
    return one;
  };
  double limit = kReordered * written(source, strides);
  std::vector<std::pair<double, const Candidate *>> ranked;
  for (const Candidate &candidate : candidates)
    if (double cost = written(candidate, stridesFor(candidate)); cost < limit)
      ranked.emplace_back(cost, &candidate);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  Ranking ranking;
  auto addShared = [&](const Plan &plan, double cost) {
    if (std::optional<Plan> shared = inThreads(plan))
      ranking.plans.push_back({*shared, target.machine.threadShare * cost, asCompiled});
  };
  std::set<std::string> kinds;
  for (size_t k = 0; k < ranked.size() && k < kAttempts && ranking.plans.size() < count; ++k) {
    const Candidate &candidate = *ranked[k].second;
    if (kinds.count(candidate.name))
      continue;
    for (const Plan &plan :
         plansOf(candidate, stridesFor(candidate), target, count - ranking.plans.size())) {
      if (threads != Threads::None)
        addShared(plan, ranked[k].first);
      ranking.plans.push_back(rankedPlan(plan, candidate, stridesFor(candidate)));
      kinds.insert(candidate.name);
    }
  }

  // The source's own order gains where the compiler sees more in what is written than in the
  // source; a single loop where some level has vectors that the source's build has not.
  size_t loops =
      std::count_if(nest.dimensions.begin(), nest.dimensions.end(),
                    [](const NestDimension &d) { return d.kind == NestDimension::Kind::Loop; });
  if (ranking.plans.size() >= count || loops < 1)
    return ranking;
  if (loops > 1 && threads != Threads::None)
    for (const Plan &plan : plansOf(source, strides, target, kAttempts))
      addShared(plan, written(source, strides));
  // Below conditions that went to the statements each loop gains alone what it gains in its own
  // order.
  const bool isWider = hasWiderVectors(source, strides, builds);
  const bool seesMore = loops > 1 && recoversSomething(nest);
  if ((!seesMore && !isWider) || nest.source->scop.data == DataConditions::Sunk)
    return ranking;
  for (const Plan &plan : plansOf(source, strides, target, kAttempts)) {
    if (!isWider && !sumsIntegers(plan) && !vectorizesDeepest(plan, source, strides) &&
        (plan.vectorized().empty() || computesWithCounters(nest)))
      continue;
    Candidate own = source;
    own.promotions = plan.promotions();
    RankedPlan one = rankedPlan(plan, own, strides);
    ranking.ownOrder = std::min(ranking.ownOrder, asCompiled > 0 ? one.cost / asCompiled : 1);
    if (all || !one.paysAt.empty())
      ranking.plans.push_back(std::move(one));
  }
  return ranking;
}

Rejection notProfitable(const Nest &nest, double ownOrder) {
  const long share = std::lround(100 * ownOrder);
  return {RejectionKind::NotProfitable, placeOf(nest),
          "best estimate: " + (share >= 100 ? "no gain" : std::to_string(share) + "% of the time")};
}

} // namespace

Outcome<std::vector<RankedPlan>> rankedSchedules(const Nest &nest, const Target &target,
                                                 const Builds &builds, size_t most,
                                                 Threads threads) {
  if (!builds.notForSpeed.empty())
    return Rejection{RejectionKind::NotOptimized, placeOf(nest),
                     builds.notForSpeed + " (--only=" + nest.source->scop.nest.function +
                         " or --profile rewrites it)"};
  bool isAlone = threads == Threads::None;
  Ranking ranking = rank(nest, target, builds, isAlone ? std::min(most, kAttempts) : kAttempts,
                         /*all=*/false, threads);
  if (threads == Threads::Source) {
    for (RankedPlan &one : ranking.plans)
      one.sourceCost *= target.machine.threadShare;
    std::erase_if(ranking.plans, [](const RankedPlan &one) {
      return one.plan.parallels().empty() || one.cost >= kWorthwhile * one.sourceCost;
    });
  }
  if (!isAlone) // another plan may be the best one with them
    std::stable_sort(ranking.plans.begin(), ranking.plans.end(),
                     [](const RankedPlan &a, const RankedPlan &b) { return a.cost < b.cost; });
  if (ranking.plans.empty())
    return notProfitable(nest, ranking.ownOrder);
  return std::move(ranking.plans);
}

std::vector<RankedPlan> schedulesToMeasure(const Nest &nest, const Target &target,
                                           const Builds &builds) {
  return rank(nest, target, builds, kAttempts, /*all=*/true, Threads::None).plans;
}

Outcome<Plan> chooseSchedule(const Nest &nest, const Target &target, const Builds &builds) {
  Outcome<std::vector<RankedPlan>> best = rankedSchedules(nest, target, builds, 1);
  return best ? Outcome(best->front().plan) : best.rejection();
}

} // namespace acc
