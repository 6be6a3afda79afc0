#include "analysis/delinearize/ElementRanges.h"

#include "analysis/delinearize/JaggedView.h"
#include "analysis/delinearize/Subscripts.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

constexpr size_t kMaxCorners = 16;

void addDistinct(std::vector<Polynomial> &all, const std::vector<Polynomial> &more) {
  for (const Polynomial &value : more)
    if (std::find(all.begin(), all.end(), value) == all.end())
      all.push_back(value);
}

std::vector<Polynomial> stridesOf(const ArrayView &view) {
  return view.kind == ViewKind::Strided ? view.strides : suffixProducts(view.sizes);
}

/// sum strides[k]*extremes[k], for every combination of the candidates.
std::vector<Polynomial> corners(const Polynomial &offset, const std::vector<Polynomial> &strides,
                                const std::vector<std::vector<Polynomial>> &extremes) {
  std::vector<Polynomial> sums{offset};
  for (size_t k = 0; k < extremes.size(); ++k) {
    std::vector<Polynomial> next;
    for (const Polynomial &sum : sums)
      for (const Polynomial &value : extremes[k])
        next.push_back(sum + strides[k] * value);
    if (next.empty() || next.size() > kMaxCorners)
      return {};
    sums = std::move(next);
  }
  return sums;
}

/// One candidate that bounds the subscript alone stands for all: looser than the extreme
/// of several, but each candidate of each subscript multiplies the corners.
///   if (0 <= row && row < height) with h <= H: row at most min(height, H) - 1  ->  height - 1
void keepOneBound(const DomainFacts &facts, int statement, const Polynomial &subscript, bool upper,
                  std::vector<Polynomial> &bounds) {
  if (bounds.size() < 2)
    return;
  std::vector<Polynomial> shortest = bounds;
  std::stable_sort(shortest.begin(), shortest.end(), [](const Polynomial &a, const Polynomial &b) {
    return a.terms().size() < b.terms().size();
  });
  for (const Polynomial &bound : shortest)
    if (facts.nonNegative(statement, upper ? bound - subscript : subscript - bound)) {
      bounds = {bound};
      return;
    }
}

/// The extreme of the subscript by what the source tests before the access, else at the ends of
/// its loops; none when there is no such bound.
std::vector<Polynomial> extremesOf(const DomainFacts &facts, const ScopAccess &access,
                                   int statement, const Polynomial &subscript, bool upper) {
  std::vector<Polynomial> bounds =
      upper ? facts.greatest(statement, subscript) : facts.least(statement, subscript);
  if (bounds.empty())
    bounds = endpointBounds(facts, statement, subscript, upper);
  if (auto tested = testedBound(facts, statement, subscript, upper, access.when)) {
    auto isNearer = [&](const Polynomial &bound) {
      return facts.proves(Condition::nonNegative(upper ? *tested - bound : bound - *tested));
    };
    if (std::none_of(bounds.begin(), bounds.end(), isNearer))
      bounds = {*tested};
  }
  keepOneBound(facts, statement, subscript, upper, bounds);
  return bounds;
}

/// An instance has all subscripts at their extremes wherever anything runs.
bool cornerRuns(const DomainFacts &facts, int statement, const std::vector<Polynomial> &subscripts,
                const std::vector<std::vector<Polynomial>> &extremes) {
  std::vector<Polynomial> ends;
  for (const std::vector<Polynomial> &candidates : extremes) {
    if (candidates.size() != 1)
      return false;
    ends.push_back(candidates.front());
  }
  if (facts.meetAtCorner(statement, subscripts, ends))
    return true;
  std::vector<Condition> equal;
  for (size_t k = 0; k < subscripts.size(); ++k)
    equal.push_back(Condition::zero(subscripts[k] - ends[k]));
  const ScopStatement &s = facts.scop().statements[statement];
  auto corner = conditionSet(facts.context(), s.id, facts.scop().iteratorsOf(s),
                             Condition::conjunction(equal));
  if (!corner)
    return false;
  isl::set runs = parameterSetOf(facts.domain(statement).intersect(*corner));
  return facts.covers(runs);
}

/// One candidate for an end of the range, and the statements that touch it when they run.
struct End {
  Polynomial value;
  std::set<int> statements;
};

void addEnds(std::vector<End> &ends, const std::vector<Polynomial> &values, int statement) {
  for (const Polynomial &value : values) {
    auto known =
        std::find_if(ends.begin(), ends.end(), [&](const End &end) { return end.value == value; });
    if (known == ends.end())
      known = ends.insert(ends.end(), {value, {}});
    known->statements.insert(statement);
  }
}

/// Removes the candidates that another one is at or beyond wherever `validity` holds and what
/// touches them runs: they never are the extreme. The other one stands for both.
///   greatest: n*m + m - 1, n*m - 1   ->   n*m + m - 1   (m >= 1)
std::vector<Polynomial> outermost(const DomainFacts &facts, const Condition &validity,
                                  std::vector<End> ends, bool greatest) {
  auto beyond = [&](const Polynomial &a, const End &b) {
    Polynomial distance = greatest ? a - b.value : b.value - a;
    if (auto constant = distance.constant())
      return *constant >= 0;
    return std::all_of(b.statements.begin(), b.statements.end(),
                       [&](int statement) { return facts.nonNegative(statement, distance); }) ||
           facts.provesWhere(validity, Condition::nonNegative(distance));
  };
  for (size_t k = 0; k < ends.size();) {
    size_t other = 0;
    while (other < ends.size() && (other == k || !beyond(ends[other].value, ends[k])))
      ++other;
    if (other == ends.size()) {
      ++k;
      continue;
    }
    ends[other].statements.merge(ends[k].statements);
    ends.erase(ends.begin() + k);
  }
  std::vector<Polynomial> values;
  for (const End &end : ends)
    values.push_back(end.value);
  return values;
}

} // namespace

std::optional<AccessRange> RangeSearch::rangeOf(const ArrayView &view, const ViewAccess &use) {
  const Scop &scop = facts.scop();
  const ScopStatement &statement = scop.statements[use.statement];
  const ScopAccess &access = statement.accesses[use.access];
  bool asksForCorner = !access.may && !statement.opaque;
  std::vector<Polynomial> strides = stridesOf(view);
  for (const Answer &answer : answers)
    if (answer.instances == facts.firstAlike(use.statement) && answer.when == access.when &&
        answer.asksForCorner == asksForCorner && answer.eitherSign == view.eitherSign &&
        answer.offset == view.offset && answer.strides == strides &&
        answer.subscripts == use.subscripts) {
      std::optional<AccessRange> range = answer.range;
      if (range) {
        range->statement = use.statement;
        range->access = use.access;
      }
      return range;
    }
  std::optional<AccessRange> range = findRange(view, strides, use, asksForCorner);
  answers.push_back({facts.firstAlike(use.statement), access.when, asksForCorner, view.eitherSign,
                     view.offset, strides, use.subscripts, range});
  return range;
}

std::optional<AccessRange> RangeSearch::findRange(const ArrayView &view,
                                                  const std::vector<Polynomial> &strides,
                                                  const ViewAccess &use, bool asksForCorner) const {
  const ScopAccess &access = facts.scop().statements[use.statement].accesses[use.access];
  std::vector<std::vector<Polynomial>> least, greatest;
  for (const Polynomial &subscript : use.subscripts)
    for (bool upper : {false, true}) {
      std::vector<Polynomial> bounds = extremesOf(facts, access, use.statement, subscript, upper);
      if (bounds.empty())
        return std::nullopt;
      (upper ? greatest : least).push_back(std::move(bounds));
    }
  for (size_t k = 0; view.eitherSign && k < strides.size(); ++k)
    if (!strides[k].constant()) {
      // Which corner is the lower one shows at run time only.
      addDistinct(least[k], greatest[k]);
      addDistinct(greatest[k], least[k]);
    }
  AccessRange range{use.statement, use.access, corners(view.offset, strides, least),
                    corners(view.offset, strides, greatest), false};
  if (range.low.empty() || range.high.empty())
    return std::nullopt;
  range.cornersRun = asksForCorner && cornerRuns(facts, use.statement, use.subscripts, least) &&
                     cornerRuns(facts, use.statement, use.subscripts, greatest);
  if (!range.cornersRun && !view.eitherSign)
    takeNearer(range, view.offset, strides, use);
  return range;
}

void RangeSearch::takeNearer(AccessRange &range, const Polynomial &offset,
                             const std::vector<Polynomial> &strides, const ViewAccess &use) const {
  if (strides.size() < 2)
    return;
  Polynomial element = offset;
  for (size_t k = 0; k < strides.size(); ++k) {
    if (!strides[k].constant())
      return;
    element += strides[k] * use.subscripts[k];
  }
  const ScopAccess &access = facts.scop().statements[use.statement].accesses[use.access];
  std::vector<Polynomial> low = extremesOf(facts, access, use.statement, element, false);
  std::vector<Polynomial> high = extremesOf(facts, access, use.statement, element, true);
  if (low.empty() || high.empty())
    return;
  range.low = std::move(low);
  range.high = std::move(high);
}

std::optional<std::vector<AccessRange>> RangeSearch::rangesOf(const RecoveredArray &array) {
  const Scop &scop = facts.scop();
  std::vector<AccessRange> ranges;
  if (array.view.kind == ViewKind::Jagged) {
    auto rows = jaggedRange(facts, array.view, array.accesses);
    if (!rows)
      return std::nullopt;
    if (!rows->low.empty())
      ranges.push_back({array.accesses.front().statement, array.accesses.front().access, rows->low,
                        rows->high, false});
    return ranges;
  }
  size_t dimensions = stridesOf(array.view).size();
  for (const ViewAccess &use : array.accesses) {
    if (facts.impossible(facts.runs(use.statement)))
      continue;
    const ScopAccess &access = scop.statements[use.statement].accesses[use.access];
    bool seen = std::any_of(ranges.begin(), ranges.end(), [&](const AccessRange &earlier) {
      const ScopAccess &other = scop.statements[earlier.statement].accesses[earlier.access];
      return earlier.statement == use.statement && access.subscripts == other.subscripts &&
             access.when == other.when && (access.may || !other.may);
    });
    if (seen || use.subscripts.size() != dimensions)
      continue;
    auto range = rangeOf(array.view, use);
    if (!range)
      return std::nullopt;
    ranges.push_back(std::move(*range));
  }
  return ranges;
}

ElementRange elementRange(const DomainFacts &facts, const Condition &validity,
                          const std::vector<AccessRange> &ranges) {
  std::vector<End> low, high;
  for (const AccessRange &range : ranges) {
    addEnds(low, range.low, range.statement);
    addEnds(high, range.high, range.statement);
  }
  return {outermost(facts, validity, std::move(low), false),
          outermost(facts, validity, std::move(high), true)};
}

} // namespace acc
