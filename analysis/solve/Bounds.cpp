#include "analysis/solve/Bounds.h"

#include "analysis/tree/Conversions.h"

#include <algorithm>

namespace acc {
namespace {

constexpr size_t kMaxBounds = 16;

/// The values that bound an iterator on one side, in terms of outer iterators.
std::vector<Polynomial> loopEnds(const DomainFacts &facts, int statement, const ScopLoop &loop,
                                 bool greatest) {
  const Scop &scop = facts.scop();
  bool dependsOnOuter = false;
  for (const std::vector<Polynomial> &bounds : {loop.first, loop.end})
    for (const Polynomial &bound : bounds)
      for (const std::string &name : bound.symbols())
        dependsOnOuter = dependsOnOuter || scop.isIterator(name);
  if (!dependsOnOuter) {
    // The domain may be narrower than the loop: for j < i, i starts at 1.
    Polynomial variable = Polynomial::symbol(loop.name);
    std::vector<Polynomial> exact =
        greatest ? facts.greatest(statement, variable) : facts.least(statement, variable);
    if (!exact.empty())
      return exact;
  }
  // Of several bounds any one will do: each is at or beyond the true end.
  bool atFirst = greatest == (loop.step < 0);
  if (atFirst)
    return {loop.first.front()};
  return {loop.end.front() + Polynomial(loop.step > 0 ? -1 : 1)};
}

std::optional<bool> signOf(const DomainFacts &facts, const Polynomial &coefficient) {
  if (auto constant = coefficient.constant())
    return *constant >= 0;
  if (facts.proves(Condition::nonNegative(coefficient)))
    return true;
  if (facts.proves(Condition::nonNegative(-coefficient)))
    return false;
  return std::nullopt;
}

/// `value` at the ends of the loop, when its extreme is there: it rises (falls)
/// over the whole loop, or it bends away from the extreme.
///   i*(i - 1), 0 <= i < n:  difference 2*i >= 0  ->  0 and (n - 1)*(n - 2)
std::vector<Polynomial> quadraticEnds(const DomainFacts &facts, int statement, const ScopLoop &loop,
                                      const Polynomial &value, bool greatest) {
  Polynomial square = value.coefficient(loop.name, 2);
  auto bend = (square * Polynomial(square.denominator())).constant();
  if (!bend)
    return {};
  Polynomial x = Polynomial::symbol(loop.name);
  Polynomial difference = value.substitute({{loop.name, x + Polynomial(1)}}) - value;
  if (difference.denominator() != 1)
    return {};
  std::vector<Polynomial> lows = loopEnds(facts, statement, loop, false);
  std::vector<Polynomial> highs = loopEnds(facts, statement, loop, true);
  auto atAll = [&](const std::vector<Polynomial> &ends, int shift, int sign) {
    return std::all_of(ends.begin(), ends.end(), [&](const Polynomial &end) {
      return facts.nonNegative(statement,
                               Polynomial(sign) *
                                   difference.substitute({{loop.name, end + Polynomial(shift)}}));
    });
  };
  // The difference is linear: with its sign at the end where it is least (greatest).
  bool rises = *bend > 0 ? atAll(lows, 0, 1) : atAll(highs, -1, 1);
  bool falls = !rises && (*bend > 0 ? atAll(highs, -1, -1) : atAll(lows, 0, -1));
  std::vector<Polynomial> ends;
  if (!rises && !falls && (*bend > 0) != greatest)
    return {};
  for (const Polynomial &low : lows)
    if ((rises && !greatest) || (falls && greatest) || (!rises && !falls))
      ends.push_back(value.substitute({{loop.name, low}}));
  for (const Polynomial &high : highs)
    if ((rises && greatest) || (falls && !greatest) || (!rises && !falls))
      ends.push_back(value.substitute({{loop.name, high}}));
  return ends;
}

/// A value at or beyond `value`, of which a comparison of `when` tells how far the iterator goes:
/// without the iterator, and without deeper ones. None when no comparison does.
std::optional<Polynomial> withoutIterator(const DomainFacts &facts,
                                          const std::vector<std::string> &inner,
                                          const std::string &iterator, const Condition &when,
                                          const Polynomial &value, bool greatest) {
  for (const Condition &part : when.conjuncts()) {
    bool isEquation = part.kind() == Condition::Kind::Zero;
    if (!isEquation && part.kind() != Condition::Kind::NonNegative)
      continue;
    const Polynomial &known = part.value();
    if (known.degree(iterator) != 1 ||
        std::any_of(inner.begin(), inner.end(),
                    [&](const std::string &name) { return known.contains(name); }))
      continue;
    // value <= value + factor*known where the factor is not negative.
    auto quotient = value.coefficient(iterator, 1).dividedBy(known.coefficient(iterator, 1));
    if (!quotient)
      continue;
    Polynomial rest = value - *quotient * known;
    auto sign = isEquation ? std::optional(true) : signOf(facts, greatest ? -*quotient : *quotient);
    if (sign && *sign && !rest.contains(iterator))
      return rest;
  }
  return std::nullopt;
}

} // namespace

std::vector<Polynomial> endpointBounds(const DomainFacts &facts, int statement,
                                       const Polynomial &value, bool greatest,
                                       const Condition &when) {
  const Scop &scop = facts.scop();
  std::vector<Polynomial> bounds{value};
  const std::vector<int> &loops = scop.statements[statement].loops;
  std::vector<std::string> inner;
  for (size_t depth = loops.size(); depth-- > 0;) {
    const ScopLoop &loop = scop.loops[loops[depth]];
    std::vector<Polynomial> next;
    for (const Polynomial &bound : bounds) {
      if (!bound.contains(loop.name)) {
        next.push_back(bound);
        continue;
      }
      if (auto rest = withoutIterator(facts, inner, loop.name, when, bound, greatest)) {
        next.push_back(*rest);
        continue;
      }
      if (bound.degree(loop.name) == 2) {
        std::vector<Polynomial> ends = quadraticEnds(facts, statement, loop, bound, greatest);
        if (ends.empty())
          return {};
        next.insert(next.end(), ends.begin(), ends.end());
        continue;
      }
      if (bound.degree(loop.name) != 1)
        return {};
      Polynomial coefficient = bound.coefficient(loop.name, 1);
      bool coefficientIsInvariant = true;
      for (const std::string &name : coefficient.symbols())
        coefficientIsInvariant = coefficientIsInvariant && !scop.isIterator(name);
      auto positive = coefficientIsInvariant ? signOf(facts, coefficient) : std::nullopt;
      for (bool upper : {true, false}) {
        if (positive && upper != (*positive == greatest))
          continue;
        for (const Polynomial &end : loopEnds(facts, statement, loop, upper))
          next.push_back(bound.substitute({{loop.name, end}}));
      }
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    if (next.size() > kMaxBounds)
      return {};
    bounds = std::move(next);
    inner.push_back(loop.name);
  }
  return bounds;
}

std::optional<Polynomial> testedBound(const DomainFacts &facts, int statement,
                                      const Polynomial &value, bool greatest,
                                      const Condition &when) {
  const Scop &scop = facts.scop();
  const std::vector<int> &loops = scop.statements[statement].loops;
  Polynomial bound = value;
  std::vector<std::string> inner;
  for (size_t depth = loops.size(); depth-- > 0;) {
    const std::string &iterator = scop.loops[loops[depth]].name;
    if (bound.contains(iterator)) {
      auto rest = withoutIterator(facts, inner, iterator, when, bound, greatest);
      if (!rest)
        return std::nullopt;
      bound = *rest;
    }
    inner.push_back(iterator);
  }
  return bound;
}

std::optional<isl::set> outsideByEnds(const DomainFacts &facts, int statement,
                                      const Polynomial &value, const Polynomial &low,
                                      const Polynomial &size, const Condition &when) {
  std::vector<Polynomial> least = endpointBounds(facts, statement, value - low, false, when);
  std::vector<Polynomial> most = endpointBounds(facts, statement, value - low, true, when);
  if (least.empty() || most.empty())
    return std::nullopt;
  std::vector<Condition> inside;
  for (const Polynomial &bound : least)
    inside.push_back(Condition::nonNegative(bound));
  for (const Polynomial &bound : most)
    inside.push_back(Condition::less(bound, size));
  auto bad = conditionSet(facts.context(), "", {}, Condition::conjunction(inside).negated());
  if (!bad)
    return std::nullopt;
  isl::set runs = facts.runs(statement);
  return parameterSetOf(*bad).intersect(runs).coalesce();
}

Interval typeInterval(const Scop &scop, const Polynomial &value) {
  return intervalOf(value, [&](const std::string &name) {
    const Parameter *parameter = scop.parameter(name);
    const bool isKnown = parameter && parameter->type.isInteger() && parameter->type.size != 0 &&
                         parameter->type.size <= 8;
    if (!isKnown)
      return kAnyInteger;
    auto [low, high] = limitsOf(parameter->type);
    return Interval{low, high};
  });
}

} // namespace acc
