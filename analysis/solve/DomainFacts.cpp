#include "analysis/solve/DomainFacts.h"

#include <algorithm>
#include <tuple>

namespace acc {
namespace {

// Loops of one value whose ends are not given by others: each doubles what is tried.
constexpr size_t kMaxOpenLoops = 3;

Polynomial lastOf(const ScopLoop &loop) { return loop.end.front() - Polynomial(loop.step); }

/// Of each statement that is like none before it.
std::vector<isl::set> distinctRuns(const std::vector<StatementDomain> &domains) {
  std::vector<isl::set> runs;
  for (size_t s = 0; s < domains.size(); ++s)
    if (domains[s].firstAlike == int(s))
      runs.push_back(domains[s].runs);
  return runs;
}

} // namespace

DomainFacts::DomainFacts(const Scop &scop, const IslContext &context)
    : DomainFacts(scop, context, statementDomains(scop, context)) {}

DomainFacts::DomainFacts(const Scop &scop, const IslContext &context,
                         std::vector<StatementDomain> ofStatements)
    : ParameterFacts(scop, context, distinctRuns(ofStatements)), domains(std::move(ofStatements)) {}

std::optional<isl::set> DomainFacts::outside(int statement, const Polynomial &value,
                                             const Polynomial &low, const Polynomial &size) const {
  const int first = firstAlike(statement);
  const Polynomial distance = value - low;
  return outsides({first, distance, size}, [&] { return findOutside(first, distance, size); });
}

std::optional<isl::set> DomainFacts::findOutside(int statement, const Polynomial &value,
                                                 const Polynomial &size) const {
  // A row of a triangle has a size for each iteration.
  bool hasCorners = domains[statement].isConvex && !mentionsIterator(scop(), size.symbols());
  auto least = hasCorners ? atCorner(statement, value, false) : std::nullopt;
  auto greatest = least ? atCorner(statement, value, true) : std::nullopt;
  if (greatest) {
    Condition violated = Condition::disjunction(
        {Condition::less(*least, Polynomial(0)), Condition::lessEqual(size, *greatest)});
    auto set = conditionSet(context(), "", {}, violated);
    return set ? std::optional(domains[statement].runs.intersect(parameterSetOf(*set)).coalesce())
               : std::nullopt;
  }
  std::vector<std::string> iterators = scop().iteratorsOf(scop().statements[statement]);
  const std::string &tuple = scop().statements[statement].id;
  Condition violated = Condition::disjunction(
      {Condition::less(value, Polynomial(0)), Condition::lessEqual(size, value)});
  auto set = conditionSet(context(), tuple, iterators, violated);
  if (!set)
    return std::nullopt;
  isl::set bad = domains[statement].hull.intersect(*set);
  if (bad.is_empty())
    return emptyParameterSet();
  if (!domains[statement].isConvex) {
    bad = domains[statement].domain.intersect(*set);
    if (bad.is_empty())
      return emptyParameterSet();
  }
  return withoutDivisions(parameterSetOf(bad)).coalesce();
}

bool DomainFacts::meetAtCorner(int statement, const std::vector<Polynomial> &values,
                               const std::vector<Polynomial> &extremes) const {
  const ScopStatement &s = scop().statements[statement];
  if (!domains[statement].isBox || !domains[statement].isConvex || !covers(domains[statement].runs))
    return false;
  std::map<std::string, Polynomial> corner;
  for (size_t k = 0; k < values.size(); ++k) {
    Polynomial value = values[k].substitute(corner);
    std::vector<const ScopLoop *> open;
    for (int loop : s.loops)
      if (value.contains(scop().loops[loop].name))
        open.push_back(&scop().loops[loop]);
    if (open.size() > kMaxOpenLoops)
      return false;
    bool isMet = false;
    for (unsigned ends = 0; ends < 1u << open.size() && !isMet; ++ends) {
      std::map<std::string, Polynomial> more;
      for (size_t o = 0; o < open.size(); ++o)
        more[open[o]->name] = ends >> o & 1 ? lastOf(*open[o]) : open[o]->first.front();
      isMet = value.substitute(more) == extremes[k];
      if (isMet)
        corner.merge(more);
    }
    if (!isMet)
      return false;
  }
  return true;
}

bool DomainFacts::runsOutside(int statement, const isl::set &bad) const {
  const int first = firstAlike(statement);
  return runningOutside({first, {bad}}, [&] { return findRunsOutside(first, bad); });
}

bool DomainFacts::findRunsOutside(int statement, const isl::set &bad) const {
  auto runs = membership(domains[statement].runs,
                         valuesAt(examplesWhere(bad, false), domains[statement].runs));
  if (runs && std::count(runs->begin(), runs->end(), true))
    return true;
  return !domains[statement].runs.intersect(knownFor(bad)).is_subset(bad);
}

bool DomainFacts::nonNegative(int statement, const Polynomial &value) const {
  const int first = firstAlike(statement);
  return nonNegatives({first, value}, [&] { return findNonNegative(first, value); });
}

bool DomainFacts::findNonNegative(int statement, const Polynomial &value) const {
  if (auto least = domains[statement].isConvex ? atCorner(statement, value, false) : std::nullopt) {
    auto below = conditionSet(context(), "", {}, Condition::less(*least, Polynomial(0)));
    return below && impossible(domains[statement].runs.intersect(parameterSetOf(*below)));
  }
  std::vector<std::string> iterators = scop().iteratorsOf(scop().statements[statement]);
  auto negative = conditionSet(context(), scop().statements[statement].id, iterators,
                               Condition::less(value, Polynomial(0)));
  if (!negative)
    return false;
  return impossible(parameterSetOf(domains[statement].hull.intersect(*negative))) ||
         (!domains[statement].isConvex &&
          impossible(parameterSetOf(domains[statement].domain.intersect(*negative))));
}

std::optional<Polynomial> DomainFacts::atCorner(int statement, const Polynomial &value,
                                                bool greatest) const {
  const ScopStatement &s = scop().statements[statement];
  if (!domains[statement].hasPlainLoops || !linearForm(value, scop().iteratorsOf(s)))
    return std::nullopt;
  // From the innermost loop outwards: its bounds may name outer iterators.
  Polynomial extreme = value;
  std::vector<bool> atFirst(s.loops.size(), true);
  for (size_t k = s.loops.size(); k-- > 0;) {
    const ScopLoop &loop = scop().loops[s.loops[k]];
    if (!extreme.contains(loop.name))
      continue;
    auto rate = extreme.degree(loop.name) == 1 ? extreme.coefficient(loop.name, 1).constant()
                                               : std::nullopt;
    if (!rate)
      return std::nullopt;
    atFirst[k] = (loop.step > 0) == ((*rate > 0) != greatest);
    extreme = extreme.substitute({{loop.name, atFirst[k] ? loop.first.front() : lastOf(loop)}});
  }
  return domains[statement].isBox || cornerRuns(statement, atFirst) ? std::optional(extreme)
                                                                    : std::nullopt;
}

bool DomainFacts::cornerRuns(int statement, const std::vector<bool> &atFirst) const {
  const ScopStatement &s = scop().statements[statement];
  std::map<std::string, Polynomial> corner;
  std::vector<Condition> needed;
  for (size_t k = 0; k < s.loops.size(); ++k) {
    const ScopLoop &loop = scop().loops[s.loops[k]];
    Polynomial first = loop.first.front().substitute(corner),
               last = lastOf(loop).substitute(corner);
    needed.push_back(loop.step > 0 ? Condition::lessEqual(first, last)
                                   : Condition::lessEqual(last, first));
    corner[loop.name] = atFirst[k] ? first : last;
  }
  needed.push_back(domains[statement].hullCondition.substitute(corner));
  std::vector<Condition> parts = Condition::conjunction(needed).conjuncts();
  return std::all_of(parts.begin(), parts.end(), [&](const Condition &part) {
    return holdsWhereRuns(firstAlike(statement), part);
  });
}

bool DomainFacts::holdsWhereRuns(int statement, const Condition &condition) const {
  return holding({statement, condition}, [&] {
    auto violated = conditionSet(context(), "", {}, condition.negated());
    return violated && impossible(runs(statement).intersect(parameterSetOf(*violated)));
  });
}

std::vector<Polynomial> DomainFacts::extreme(int statement, const Polynomial &value,
                                             bool greatest) const {
  if (value.overflowed())
    return {};
  // Terms without iterators shift the extreme by themselves, so A[i - 1], A[i] and A[i + n] share
  // one question.
  std::map<std::string, Polynomial> atZero;
  for (const std::string &name : scop().iteratorsOf(scop().statements[statement]))
    atZero[name] = Polynomial(0);
  const Polynomial fixed = value.substitute(atZero);
  Polynomial moving = value - fixed;
  // Nor do factors: the least of -4*i is -4 times the greatest of i.
  int64_t factor = std::max<int64_t>(moving.content(), 1);
  if (!moving.isZero() && moving.terms().front().coefficient < 0)
    factor = -factor;
  if (auto primitive = factor == 1 ? std::nullopt : moving.dividedBy(Polynomial(factor)))
    moving = *primitive;
  else
    factor = 1;
  const int first = firstAlike(statement);
  const bool isGreatest = greatest == (factor > 0);
  std::vector<Polynomial> result =
      extremes({first, isGreatest, moving}, [&] { return findExtreme(first, moving, isGreatest); });
  for (Polynomial &candidate : result)
    candidate = Polynomial(factor) * candidate + fixed;
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<Polynomial> DomainFacts::findExtreme(int statement, const Polynomial &value,
                                                 bool greatest) const {
  const ScopStatement &s = scop().statements[statement];
  std::vector<std::string> iterators = scop().iteratorsOf(s);
  auto form = linearForm(value, iterators);
  if (!form)
    return {};
  bool usesIterator = std::any_of(iterators.begin(), iterators.end(),
                                  [&](const std::string &name) { return value.contains(name); });
  if (!usesIterator)
    return {value};
  if (auto corner = atCorner(statement, value, greatest))
    return impossible(domains[statement].runs) ? std::vector<Polynomial>{} : std::vector{*corner};
  isl::set values = domains[statement]
                        .hull.apply(makeMap(context().get(), s.id, iterators, "", {*form}))
                        .coalesce();
  if (values.is_empty())
    return {};
  values = values.gist_params(knownFor(values));
  std::vector<Polynomial> found;
  bool complete = true;
  try {
    isl::multi_pw_aff extremes = greatest ? values.max_multi_pw_aff() : values.min_multi_pw_aff();
    extremes.at(0).coalesce().foreach_piece([&](isl::set where, isl::multi_aff piece) {
      if (impossible(where.params()))
        return;
      auto linear = linearFormOf(piece.at(0), {});
      complete = complete && linear;
      if (linear)
        found.push_back(polynomialOf(*linear));
    });
  } catch (const isl::exception &) {
    if (context().ranOut())
      throw;
    complete = false; // unbounded on this side
  }
  if (!complete)
    return {};
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<Polynomial> DomainFacts::least(int statement, const Polynomial &value) const {
  return extreme(statement, value, false);
}

std::vector<Polynomial> DomainFacts::greatest(int statement, const Polynomial &value) const {
  return extreme(statement, value, true);
}

} // namespace acc
