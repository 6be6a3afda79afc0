#include "rewriter/emit/WorkEstimate.h"

#include "analysis/support/Append.h"
#include "scheduling/Repetition.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace acc {
namespace {

WorkEstimate estimateOf(const Scop &scop, const ScopStatement &statement) {
  WorkEstimate work;
  int64_t fixed = 1, parts = 1;
  for (const LoopLength &length : loopLengths(scop, statement)) {
    if (auto constant = length.counted.constant())
      fixed *= std::clamp<int64_t>(*constant, 1, kLeastWork);
    else
      work.lengths.push_back(length.counted);
    parts *= length.parts;
  }
  const bool isOneLength = work.lengths.empty() || haveOneLength(work.lengths);
  const int64_t least = (isOneLength ? kLeastOfOneLength : kLeastWork) * parts;
  work.least = (least + fixed - 1) / fixed;
  return work;
}

/// The first of the statements in as many loops as any.
const ScopStatement &deepestStatement(const Scop &scop) {
  return *std::max_element(scop.statements.begin(), scop.statements.end(),
                           [](const ScopStatement &a, const ScopStatement &b) {
                             return a.loops.size() < b.loops.size();
                           });
}

bool usesLoop(const Scop &scop, int array, const std::string &iterator) {
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.array == array)
        for (const Polynomial &subscript : access.subscripts)
          if (subscript.contains(iterator))
            return true;
  return false;
}

} // namespace

std::vector<LoopLength> loopLengths(const Scop &scop, const ScopStatement &statement) {
  std::vector<LoopLength> lengths;
  // The first and the last value of each outer loop variable.
  std::map<std::string, Polynomial> firsts, lasts;
  for (int index : statement.loops) {
    const ScopLoop &loop = scop.loops[index];
    int64_t direction = loop.step > 0 ? 1 : -1;
    Polynomial length = Polynomial(direction) * (loop.end.front() - loop.first.front());
    Polynomial early = length.substitute(firsts), late = length.substitute(lasts);
    lengths.push_back({index, early == late ? early : early + late,
                       (early == late ? 1 : 2) * std::abs(loop.step)});
    Polynomial first = loop.first.front().substitute(firsts);
    Polynomial last = loop.end.front().substitute(lasts) - Polynomial(direction);
    firsts[loop.name] = first;
    lasts[loop.name] = last;
  }
  return lengths;
}

bool isUsedOnce(const Scop &scop, int array) {
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.array == array)
        for (int loop : statement.loops)
          if (!usesLoop(scop, array, scop.loops[loop].name))
            return false;
  return true;
}

namespace {

/// From where the loop begins to where it ends, where that does not vary with others and is no
/// constant.
std::optional<Polynomial> variableLength(const Scop &scop, const ScopLoop &loop) {
  Polynomial length =
      loop.step > 0 ? loop.end.front() - loop.first.front() : loop.first.front() - loop.end.front();
  const std::set<std::string> names = length.symbols();
  const bool varies = std::any_of(names.begin(), names.end(),
                                  [&](const std::string &name) { return scop.isIterator(name); });
  return varies || length.constant() ? std::nullopt : std::optional(length);
}

/// The fewest lanes for which a transposed copy pays: two of four take twice the source's time (gcc
/// 12, Zen 3).
constexpr int64_t kFewestLanes = 4;

std::vector<Condition> bufferConditions(const Plan &plan) {
  const Schedule &schedule = plan.schedule();
  const Scop &scop = schedule.nest().source->scop;
  std::map<size_t, std::vector<Condition>> byIndex; // whatever the order of the promotions
  for (const Promotion &promotion : plan.promotions())
    for (size_t array = 0; array < scop.arrays.size(); ++array)
      for (size_t k = schedule.positionOf(promotion.index); k < schedule.order().size(); ++k) {
        const Index &index = schedule.order()[k];
        if (scop.arrays[array].name != promotion.array || index.outer.empty() || !index.size ||
            index.dimension < 0 || schedule.nest().dimensions[index.dimension].loop < 0)
          continue;
        const ScopLoop &loop = scop.loops[schedule.nest().dimensions[index.dimension].loop];
        const std::optional<Polynomial> length = variableLength(scop, loop);
        // Where a copy is used once, the remainder loops along it have the source's speed at best,
        // and less where they fill fewer lanes than half of a tile.
        bool isCopiedForOrder =
            promotion.layout == Promotion::Layout::LastMajor && isUsedOnce(scop, array);
        bool isAlong = index.name == promotion.index;
        int64_t least = !isCopiedForOrder ? (*index.size + 3) / 4
                        : isAlong         ? 2 * *index.size
                                          : std::max(kFewestLanes, *index.size / 2);
        // A panel need not be full.
        const bool isPanel =
            (scop.arrays[array].isPrivate || promotion.layout == Promotion::Layout::FirstMajor) &&
            !plan.unrolled().count(index.name) && !plan.vectorized().count(index.name);
        // Blocks of another dimension inside of it use it again: less than half of one does not pay
        // for the copy (two of eight rows 0.8 of the source's speed, four 1.2; clang 19, Cascade
        // Lake).
        const std::string &around = schedule.find(promotion.index)->outer;
        const bool isInside =
            index.outer == promotion.index || (!around.empty() && index.outer == around);
        const bool usesAgain = promotion.layout == Promotion::Layout::FirstMajor && isInside &&
                               plan.unrolled().count(index.name) &&
                               !usesLoop(scop, array, loop.name);
        if (usesAgain)
          least = *index.size / 2;
        if (length && (usesAgain || (!isPanel && usesLoop(scop, array, loop.name))))
          byIndex[k].push_back(
              Condition::lessEqual(Polynomial(least * std::abs(loop.step)), *length));
      }
  std::vector<Condition> conditions;
  for (const auto &[position, own] : byIndex)
    append(conditions, own);
  return conditions;
}

/// Iterations of skewed rows for each row of a block, at least: the triangles at both ends run row
/// by row (sums of neighbours, gcc 12 and clang 19, Zen 3: 0.5 of the source's speed with 6
/// iterations and 8 rows, as fast with 24, 1.3 times with 40).
constexpr int64_t kLengthOfRows = 4;

std::vector<Condition> skewedConditions(const Plan &plan) {
  const Nest &nest = plan.schedule().nest();
  const Scop &scop = nest.source->scop;
  std::vector<Condition> conditions;
  for (const Step &step : plan.schedule().steps()) {
    const Index *index =
        step.kind == Step::Kind::Skew ? plan.schedule().find(step.indices[0]) : nullptr;
    const Index *rows = index ? plan.schedule().find(step.indices[1]) : nullptr;
    if (!rows || !rows->size || !plan.unrolled().count(rows->name))
      continue;
    for (const auto &[dimension, least] :
         {std::pair(rows->dimension, *rows->size),
          std::pair(index->dimension, kLengthOfRows * *rows->size)}) {
      const int loop = dimension < 0 ? -1 : nest.dimensions[dimension].loop;
      const auto length = loop < 0 ? std::nullopt : variableLength(scop, scop.loops[loop]);
      if (length)
        conditions.push_back(
            Condition::lessEqual(Polynomial(least * std::abs(scop.loops[loop].step)), *length));
    }
  }
  return conditions;
}

} // namespace

std::vector<Condition> payingConditions(const Plan &plan) {
  std::vector<Condition> conditions = bufferConditions(plan);
  append(conditions, skewedConditions(plan));
  return conditions;
}

std::optional<SweptData> sweptData(const Plan &plan) {
  const Nest &nest = plan.schedule().nest();
  const Scop &scop = nest.source->scop;
  for (const Step &step : plan.schedule().steps()) {
    const Index *by =
        step.kind == Step::Kind::Skew ? plan.schedule().find(step.indices[1]) : nullptr;
    if (!by || by->isPlain || by->dimension < 0 || !isRepetition(nest, by->dimension))
      continue;
    SweptData data{{}, bytesPerPoint(nest, by->dimension), plan.target().machine.outgrownBytes};
    for (const LoopLength &length : loopLengths(scop, deepestStatement(scop)))
      if (auto constant = length.counted.constant())
        data.bytes *= std::max<int64_t>(1, *constant);
      else if (length.loop != nest.dimensions[by->dimension].loop)
        data.lengths.push_back(length.counted);
    if (!data.lengths.empty() && data.bytes > 0)
      return data;
  }
  return std::nullopt;
}

Polynomial WorkEstimate::product() const {
  Polynomial all(1);
  for (const Polynomial &length : lengths)
    all *= length;
  return all;
}

bool haveOneLength(const std::vector<Polynomial> &lengths) {
  return !lengths.empty() &&
         std::all_of(lengths.begin(), lengths.end(),
                     [&](const Polynomial &length) { return length == lengths.front(); });
}

WorkEstimate WorkEstimate::within(const WorkLimits &limits) const {
  WorkEstimate work = *this;
  work.least = std::max(work.least, limits.least);
  if (limits.most > 0)
    work.most = limits.most;
  return work;
}

WorkEstimate workEstimate(const Scop &scop) {
  return scop.statements.empty() ? WorkEstimate() : estimateOf(scop, deepestStatement(scop));
}

} // namespace acc
