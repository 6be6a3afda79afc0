#include "scheduling/Schedule.h"

#include "analysis/model/ScopIsl.h"
#include "scheduling/Directions.h"
#include "scheduling/PairOrder.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

#include <algorithm>

namespace acc {
namespace {

/// "S0 at (i = 1, j = 0), line 6,"
std::string iterationText(const Scop &scop, int statement, const std::vector<int64_t> &point) {
  const ScopStatement &s = scop.statements[statement];
  std::string text = s.id + " at (";
  for (size_t k = 0; k < point.size(); ++k)
    text += (k ? ", " : "") + scop.loops[s.loops[k]].name + " = " + std::to_string(point[k]);
  return text + "), line " + std::to_string(s.where.line) + ",";
}

/// The element that both iterations touch, as "C[0][3]"; just the array's name
/// when the subscripts cannot be evaluated.
std::string elementText(const LiftedScop &source, const Dependence &dependence,
                        const SamplePoint &sample, const std::vector<int64_t> &from) {
  const Scop &scop = source.scop;
  std::map<std::string, int64_t> point = sample.parameters;
  const ScopStatement &s = scop.statements[dependence.source];
  for (size_t k = 0; k < s.loops.size(); ++k)
    point[scop.loops[s.loops[k]].name] = from[k];
  const std::string &name = scop.arrays[dependence.array].name;
  bool isWrite = dependence.kind != DependenceKind::WAR;
  for (size_t a = 0; a < s.accesses.size(); ++a) {
    if (s.accesses[a].array != dependence.array || s.accesses[a].isWrite != isWrite)
      continue;
    std::string text = name;
    for (const Polynomial &subscript : source.views.viewOf(dependence.source, a).subscripts)
      if (auto value = subscript.evaluate(point))
        text += "[" + std::to_string(*value) + "]";
      else
        return name;
    return text;
  }
  return name;
}

/// The parameters that are products of others, "n*m".
std::vector<std::string> productsAmong(const std::vector<std::string> &parameters) {
  std::vector<std::string> products;
  for (const std::string &name : parameters)
    if (factorsOfName(name).size() > 1)
      products.push_back(name);
  return products;
}

Polynomial valueOf(const std::string &product) {
  LinearForm form;
  form.coefficients[product] = 1;
  return polynomialOf(form);
}

/// A point of `set`, at small parameters where there is one: it is for people to read.
std::optional<SamplePoint> readablePoint(const isl::set &set) {
  constexpr int64_t kSmall = 16;
  std::vector<LinearConstraint> small;
  for (const std::string &name : parametersOf(set))
    for (int64_t sign : {-1, 1})
      small.push_back({{{{name, sign}}, kSmall}, false});
  auto point = samplePoint(set.intersect_params(makeParameterSet(set.ctx(), small)));
  return point ? point : samplePoint(set);
}

/// A point of `bad` in which every product of parameters has the value that its
/// factors give: isl knows such a product only as a name, and a point where it has
/// another value proves nothing. The factors are tried at the values of some point
/// and at small ones; none when no try hits.
std::optional<SamplePoint> consistentPoint(const isl::set &bad) {
  std::optional<SamplePoint> sample = readablePoint(bad);
  std::vector<std::string> products = productsAmong(parametersOf(bad));
  if (!sample || products.empty())
    return sample;
  std::set<std::string> factors;
  for (const std::string &product : products)
    for (const std::string &factor : valueOf(product).symbols())
      factors.insert(factor);
  constexpr int64_t kLargest = 8;
  for (int64_t tries = 0; tries <= 2 * kLargest; ++tries) {
    std::map<std::string, int64_t> values;
    int64_t step = 0;
    for (const std::string &factor : factors) {
      auto seen = sample->parameters.find(factor);
      values[factor] = tries == 0 ? (seen == sample->parameters.end() ? 0 : seen->second)
                                  : (tries + 1) / 2 + (tries % 2 ? 0 : step++);
    }
    std::vector<LinearConstraint> fixed;
    for (const auto &[factor, value] : values)
      fixed.push_back({{{{factor, 1}}, -value}, true});
    bool known = true;
    for (const std::string &product : products) {
      auto value = valueOf(product).evaluate(values);
      known &= value && *value != INT64_MIN;
      if (known)
        fixed.push_back({{{{product, 1}}, -*value}, true});
    }
    if (!known)
      continue;
    if (auto point = samplePoint(bad.intersect_params(makeParameterSet(bad.ctx(), fixed))))
      return point;
  }
  return std::nullopt;
}

/// Both sides touch what their subscripts say, not a superset of it.
bool isExact(const LiftedScop &source, const Dependence &dependence) {
  for (int s : {dependence.source, dependence.sink}) {
    const ScopStatement &statement = source.scop.statements[s];
    for (size_t a = 0; a < statement.accesses.size(); ++a)
      if (statement.accesses[a].array == dependence.array)
        for (const Polynomial &subscript : source.views.viewOf(s, a).subscripts)
          if (!linearForm(subscript, source.scop.iteratorsOf(statement)))
            return false;
  }
  return true;
}

/// Writes of `statement` to `array` happen whenever it runs.
bool writesSurely(const Scop &scop, int statement, int array) {
  for (const ScopAccess &access : scop.statements[statement].accesses)
    if (access.array == array && access.isWrite && !access.may &&
        !scop.statements[statement].opaque)
      return true;
  return false;
}

/// The pairs of a RAW dependence where the value that is read is the one written: no
/// other write to the element comes between.
isl::map valueFlow(const LiftedScop &source, const Dependence &raw) {
  isl::map flow = raw.relation();
  for (const Dependence &first : source.dependences.all) {
    if (first.kind != DependenceKind::WAW || first.array != raw.array ||
        first.source != raw.source || !writesSurely(source.scop, first.sink, raw.array))
      continue;
    for (const Dependence &second : source.dependences.all)
      if (second.kind == DependenceKind::RAW && second.array == raw.array &&
          second.source == first.sink && second.sink == raw.sink)
        flow = flow.subtract(first.relation().apply_range(second.relation()));
  }
  return flow;
}

} // namespace

Rejection violation(const LiftedScop &source, const Dependence &dependence, const isl::map &bad) {
  SourceRange where = source.scop.nest.root ? source.scop.nest.root->range : SourceRange{};
  const std::string &array = source.scop.arrays[dependence.array].name;
  auto sample = isExact(source, dependence) ? consistentPoint(flattenToSet(bad)) : std::nullopt;
  if (!sample)
    return {RejectionKind::DependenceUnknown, where,
            "the order of two accesses to " + array + " may change"};
  size_t depth = source.scop.statements[dependence.source].loops.size();
  std::vector<int64_t> from(sample->coordinates.begin(), sample->coordinates.begin() + depth);
  std::vector<int64_t> to(sample->coordinates.begin() + depth, sample->coordinates.end());
  std::string sizes;
  for (const auto &[name, value] : sample->parameters)
    if (factorsOfName(name).size() == 1)
      sizes += (sizes.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return {RejectionKind::IllegalSchedule, where,
          iterationText(source.scop, dependence.source, from) + " must run before " +
              iterationText(source.scop, dependence.sink, to) + " because both touch " +
              elementText(source, dependence, *sample, from) + " (" +
              dependenceName(dependence.kind) + (sizes.empty() ? "" : "; " + sizes) + ")"};
}

Outcome<Ok> Schedule::checkLegality() const {
  return runIsl(*base->source->context, placeOf(*base), "legality of the schedule",
                [&]() -> Outcome<Ok> {
                  const Directions directions(*this);
                  PairOrder order(*this);
                  for (const Dependence &dependence : base->source->dependences.all) {
                    if (directions.keep(dependence))
                      continue;
                    std::optional<isl::map> bad;
                    order.visitOutOfOrder(dependence, [&](const isl::map &pairs) {
                      bad = pairs;
                      return false;
                    });
                    if (bad)
                      return violation(*base->source, dependence, *bad);
                  }
                  return Ok{};
                });
}

Outcome<Ok> checkLivesInside(const Schedule &schedule, int array, int position) {
  const LiftedScop &source = *schedule.nest().source;
  return runIsl(*source.context, placeOf(schedule.nest()), "lives of the elements of an array",
                [&]() -> Outcome<Ok> {
                  PairOrder order(schedule);
                  for (const Dependence &dependence : source.dependences.all) {
                    if (dependence.kind != DependenceKind::RAW || dependence.array != array)
                      continue;
                    isl::map flow = valueFlow(source, dependence);
                    for (int k = 0; k < position; ++k) {
                      isl::map pairs =
                          flow.subtract(order.stays(dependence.source, dependence.sink, k));
                      if (!pairs.is_empty())
                        return violation(*schedule.nest().source, dependence, pairs);
                    }
                  }
                  return Ok{};
                });
}

namespace {

/// Dependences between two of the statements that the index at `position` carries, until `found`
/// says that it has enough.
Outcome<Ok> forEachCarried(const Schedule &schedule, int position,
                           const std::vector<bool> &statements,
                           const std::function<bool(const Dependence &, const isl::map &)> &found) {
  const LiftedScop &source = *schedule.nest().source;
  return runIsl(*source.context, placeOf(schedule.nest()), "dependences of an index",
                [&]() -> Outcome<Ok> {
                  const Directions directions(schedule);
                  PairOrder order(schedule);
                  for (const Dependence &dependence : source.dependences.all) {
                    if (!statements[dependence.source] || !statements[dependence.sink] ||
                        directions.keepApart(dependence, position))
                      continue;
                    isl::map pairs =
                        order.together(dependence, position)
                            .intersect(order.rises(dependence.source, dependence.sink, position));
                    if (!pairs.is_empty() && found(dependence, pairs))
                      break;
                  }
                  return Ok{};
                });
}

Outcome<Ok> checkNoneBetween(const Schedule &schedule, int position,
                             const std::vector<bool> &statements) {
  std::optional<Rejection> first;
  Outcome<Ok> done = forEachCarried(schedule, position, statements,
                                    [&](const Dependence &dependence, const isl::map &pairs) {
                                      first = violation(*schedule.nest().source, dependence, pairs);
                                      return true;
                                    });
  return first ? *first : done;
}

/// The fusing indices before `position` have the same values for both, so that they may stand in
/// one loop of the index.
bool mayShareLoop(const Schedule &schedule, int position, int a, int b) {
  for (int k = 0; k < position; ++k) {
    const Index &index = schedule.order()[k];
    if (index.kind != NestDimension::Kind::Fusing || !index.has[a] || !index.has[b])
      continue;
    auto one = constantDimension(schedule.timeOf(a).range(), k),
         other = constantDimension(schedule.timeOf(b).range(), k);
    if (one && other && *one != *other)
      return false;
  }
  return true;
}

/// Per statement, whether no loop of it is inside the index's. All statements where one with loops
/// inside has parts of the index's loop in common with one without.
std::vector<bool> innermostIn(const Schedule &schedule, int position) {
  const std::vector<Index> &order = schedule.order();
  const std::vector<bool> all = order[position].has;
  std::vector<bool> statements = all;
  for (size_t k = position + 1; k < order.size(); ++k)
    for (size_t s = 0; s < statements.size(); ++s)
      if (order[k].kind == NestDimension::Kind::Loop && order[k].has[s])
        statements[s] = false;
  for (size_t k = position + 1; k < order.size(); ++k)
    for (size_t s = 0; s < statements.size(); ++s)
      if (order[k].kind == NestDimension::Kind::Fusing && order[k].has[s] && statements[s] &&
          statements != all)
        return all;
  return statements;
}

} // namespace

Outcome<Ok> checkCarriesNone(const Schedule &schedule, int position) {
  return checkNoneBetween(schedule, position,
                          std::vector<bool>(schedule.order()[position].has.size(), true));
}

Outcome<std::vector<bool>> carryingNone(const Schedule &schedule, int position) {
  const std::vector<bool> innermost = innermostIn(schedule, position);
  const int count = static_cast<int>(innermost.size());
  auto isAny = [](const std::vector<bool> &statements) {
    return std::find(statements.begin(), statements.end(), true) != statements.end();
  };
  const std::vector<bool> all(innermost.size(), true),
      &asked = isAny(innermost) ? innermost : schedule.order()[position].has;
  std::vector<bool> carried(innermost.size(), false);
  std::optional<Rejection> first;
  Outcome<Ok> done = forEachCarried(schedule, position, isAny(innermost) ? innermost : all,
                                    [&](const Dependence &dependence, const isl::map &pairs) {
                                      if (!first)
                                        first =
                                            violation(*schedule.nest().source, dependence, pairs);
                                      carried[dependence.source] = carried[dependence.sink] = true;
                                      return false;
                                    });
  if (!done)
    return done.rejection();
  if (!first)
    return asked;
  const LiftedScop &source = *schedule.nest().source;
  return runIsl(*source.context, placeOf(schedule.nest()), "dependences of an index",
                [&]() -> Outcome<std::vector<bool>> {
                  std::vector<bool> free = asked;
                  for (int s = 0; s < count; ++s)
                    for (int other = 0; other < count; ++other)
                      free[s] = free[s] &&
                                !(carried[other] && mayShareLoop(schedule, position, s, other));
                  return isAny(free) ? Outcome(free) : Outcome<std::vector<bool>>(*first);
                });
}

} // namespace acc
