#include "analysis/model/ScopIsl.h"

#include "analysis/tree/Conversions.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace acc {
namespace {

std::string productName(const Term &term) {
  std::string text;
  for (const auto &[name, exponent] : term.powers)
    for (int i = 0; i < exponent; ++i)
      text += (text.empty() ? "" : "*") + name;
  return text;
}

Polynomial productOf(const std::string &name) {
  Polynomial product(1);
  for (const std::string &factor : factorsOfName(name))
    product *= Polynomial::symbol(factor);
  return product;
}

/// The comparison of a condition as a constraint; none when it is not affine.
std::optional<LinearConstraint> constraintOf(const Condition &comparison,
                                             const std::vector<std::string> &iterators) {
  if (comparison.kind() == Condition::Kind::False)
    return LinearConstraint{{{}, -1}, false};
  auto form = linearForm(comparison.value(), iterators);
  if (!form)
    return std::nullopt;
  return LinearConstraint{std::move(*form), comparison.kind() == Condition::Kind::Zero};
}

Condition loopBounds(const ScopLoop &loop) {
  Polynomial variable = Polynomial::symbol(loop.name);
  std::vector<Condition> all;
  for (const Polynomial &first : loop.first)
    all.push_back(loop.step > 0 ? Condition::lessEqual(first, variable)
                                : Condition::lessEqual(variable, first));
  for (const Polynomial &end : loop.end)
    all.push_back(loop.step > 0 ? Condition::less(variable, end) : Condition::less(end, variable));
  return Condition::conjunction(all);
}

/// The least unsigned values, and the ranges of the types that are asked for.
isl::set rangesWhere(const IslContext &context, const Scop &scop,
                     const std::function<bool(const CType &)> &hasRange) {
  std::vector<LinearConstraint> ranges;
  for (const Parameter &parameter : scop.parameters) {
    const CType &type = parameter.type;
    if (!type.isInteger())
      continue;
    if (type.bits() > 32) {
      if (!type.isSigned)
        ranges.push_back({{{{parameter.name, 1}}, 0}, false});
      continue;
    }
    const auto [least, greatest] = limitsOf(type);
    const int64_t low = static_cast<int64_t>(least), high = static_cast<int64_t>(greatest);
    if (!type.isSigned || hasRange(type))
      ranges.push_back({{{{parameter.name, 1}}, -low}, false});
    if (hasRange(type))
      ranges.push_back({{{{parameter.name, -1}}, high}, false});
  }
  return makeParameterSet(context.get(), ranges);
}

/// `known` with the scop's context, as far as that is affine.
isl::set withContext(const IslContext &context, const Scop &scop, const isl::set &known) {
  auto set = conditionSet(context, "", {}, scop.context);
  return set ? known.intersect(parameterSetOf(*set)) : known;
}

bool isLarge(const Polynomial &value) {
  std::vector<Term> terms = value.terms();
  return value.overflowed() || std::any_of(terms.begin(), terms.end(), [](const Term &term) {
           return term.coefficient >= kLargeNumber || term.coefficient <= -kLargeNumber;
         });
}

/// In what domains, views and dependences are made of.
bool hasLargeNumber(const Scop &scop) {
  auto anyLarge = [](const std::vector<Polynomial> &values) {
    return std::any_of(values.begin(), values.end(), isLarge);
  };
  for (const ScopLoop &loop : scop.loops)
    if (anyLarge(loop.first) || anyLarge(loop.end) || std::abs(loop.step) >= kLargeNumber)
      return true;
  for (const ScopStatement &statement : scop.statements) {
    if (hasLargeNumber(statement.condition))
      return true;
    for (const ScopAccess &access : statement.accesses)
      if (anyLarge(access.subscripts) || hasLargeNumber(access.when))
        return true;
  }
  return hasLargeNumber(scop.context);
}

} // namespace

bool hasLargeNumber(const Condition &condition) {
  const std::vector<Condition> &parts = condition.operands();
  return isLarge(condition.value()) ||
         std::any_of(parts.begin(), parts.end(),
                     [](const Condition &part) { return hasLargeNumber(part); });
}

std::optional<LinearForm> linearForm(const Polynomial &value,
                                     const std::vector<std::string> &iterators) {
  if (value.overflowed())
    return std::nullopt;
  LinearForm form;
  for (const Term &term : value.terms()) {
    if (term.powers.empty()) {
      form.constant = term.coefficient;
      continue;
    }
    bool hasIterator = std::any_of(term.powers.begin(), term.powers.end(), [&](const auto &power) {
      return std::find(iterators.begin(), iterators.end(), power.first) != iterators.end();
    });
    if (hasIterator && term.degree() != 1)
      return std::nullopt;
    form.coefficients[productName(term)] += term.coefficient;
  }
  return form;
}

std::vector<std::string> factorsOfName(const std::string &name) {
  std::vector<std::string> factors(1);
  int depth = 0; // the '*' of a type in brackets is none
  for (char c : name) {
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (c == '*' && depth == 0)
      factors.emplace_back();
    else
      factors.back() += c;
  }
  return factors;
}

Polynomial polynomialOf(const LinearForm &form) {
  Polynomial result(form.constant);
  for (const auto &[name, coefficient] : form.coefficients)
    result += Polynomial(coefficient) * productOf(name);
  return result;
}

std::optional<isl::set> conditionSet(const IslContext &context, const std::string &tuple,
                                     const std::vector<std::string> &iterators,
                                     const Condition &condition) {
  if (condition.kind() == Condition::Kind::Or) {
    isl::set any;
    for (const Condition &part : condition.operands()) {
      auto one = conditionSet(context, tuple, iterators, part);
      if (!one)
        return std::nullopt;
      any = any.is_null() ? *one : any.unite(*one);
    }
    return any;
  }
  // All comparisons at once: isl pays for each set that it intersects.
  std::vector<LinearConstraint> comparisons;
  std::vector<isl::set> others;
  for (const Condition &part : condition.conjuncts()) {
    if (part.kind() == Condition::Kind::Or) {
      auto one = conditionSet(context, tuple, iterators, part);
      if (!one)
        return std::nullopt;
      others.push_back(std::move(*one));
      continue;
    }
    auto constraint = constraintOf(part, iterators);
    if (!constraint)
      return std::nullopt;
    comparisons.push_back(std::move(*constraint));
  }
  isl::set all = makeSet(context.get(), tuple, iterators, comparisons);
  for (const isl::set &other : others)
    all = all.intersect(other);
  return all;
}

std::optional<Condition> conditionOf(const isl::set &parameterSet) {
  auto disjuncts = disjunctsOf(parameterSet, {});
  if (!disjuncts)
    return std::nullopt;
  std::vector<Condition> alternatives;
  for (const Disjunct &disjunct : *disjuncts) {
    if (!disjunct.divs.empty())
      return std::nullopt;
    std::vector<Condition> all;
    for (const LinearConstraint &constraint : disjunct.constraints) {
      Polynomial value = polynomialOf(constraint.form);
      all.push_back(constraint.equality ? Condition::zero(value) : Condition::nonNegative(value));
    }
    alternatives.push_back(Condition::conjunction(all));
  }
  return Condition::disjunction(alternatives);
}

isl::set iterationDomain(const IslContext &context, const Scop &scop,
                         const ScopStatement &statement) {
  std::vector<std::string> iterators = scop.iteratorsOf(statement);
  std::vector<Condition> all{statement.condition};
  for (int index : statement.loops)
    all.push_back(loopBounds(scop.loops[index]));
  isl::set domain = *conditionSet(context, statement.id, iterators, Condition::conjunction(all));
  for (int index : statement.loops) {
    const ScopLoop &loop = scop.loops[index];
    if (loop.step == 1 || loop.step == -1)
      continue;
    // exists e: variable == start + step*e, where the loop starts at the last of its firsts.
    auto affine = [&](const Polynomial &value) {
      return isl::pw_aff(
          makeAff(context.get(), statement.id, iterators, *linearForm(value, iterators)));
    };
    isl::pw_aff start = affine(loop.first.front());
    for (size_t k = 1; k < loop.first.size(); ++k)
      start = loop.step > 0 ? start.max(affine(loop.first[k])) : start.min(affine(loop.first[k]));
    isl::val step(context.get(), static_cast<long>(std::abs(loop.step)));
    isl::pw_aff rest = affine(Polynomial::symbol(loop.name)).sub(start).mod(step);
    domain = domain.intersect(rest.eq_set(affine(Polynomial())));
  }
  return domain;
}

std::optional<isl::map> accessRelation(const IslContext &context, const Scop &scop,
                                       const ScopStatement &statement, const std::string &array,
                                       const std::vector<Polynomial> &subscripts) {
  std::vector<std::string> iterators = scop.iteratorsOf(statement);
  std::vector<LinearForm> forms;
  for (const Polynomial &subscript : subscripts) {
    auto form = linearForm(subscript, iterators);
    if (!form)
      return std::nullopt;
    forms.push_back(*form);
  }
  return makeMap(context.get(), statement.id, iterators, array, forms)
      .intersect_domain(iterationDomain(context, scop, statement));
}

isl::map originalSchedule(const IslContext &context, const Scop &scop,
                          const ScopStatement &statement, unsigned depth) {
  std::vector<std::string> iterators = scop.iteratorsOf(statement);
  std::vector<LinearForm> forms(2 * depth + 1);
  for (size_t k = 0; k < statement.positions.size(); ++k)
    forms[2 * k].constant = statement.positions[k];
  for (size_t k = 0; k < iterators.size(); ++k)
    forms[2 * k + 1].coefficients[iterators[k]] = scop.loops[statement.loops[k]].step > 0 ? 1 : -1;
  return makeMap(context.get(), statement.id, iterators, "", forms)
      .intersect_domain(iterationDomain(context, scop, statement));
}

isl::set certainInstances(const IslContext &context, const Scop &scop,
                          const ScopStatement &statement) {
  isl::set instances = iterationDomain(context, scop, statement);
  auto certain = conditionSet(context, statement.id, scop.iteratorsOf(statement),
                              statement.reach.certainWhere);
  if (!certain)
    return isl::set::empty(instances.space());
  instances = instances.intersect(*certain);
  for (int d = 0; d < statement.reach.firstOf; ++d) {
    const ScopLoop &loop = scop.loops[statement.loops[d]];
    // The domain has the loop start at the last of its firsts.
    std::vector<Condition> starts;
    for (const Polynomial &first : loop.first)
      starts.push_back(Condition::zero(Polynomial::symbol(loop.name) - first));
    instances = instances.intersect(*conditionSet(
        context, statement.id, scop.iteratorsOf(statement), Condition::disjunction(starts)));
  }
  return instances;
}

isl::set whereReached(const IslContext &context, const Scop &scop, const ScopStatement &statement) {
  isl::set runs = certainInstances(context, scop, statement);
  for (const WrapRequirement &wrap : statement.wrapsAround) {
    Condition fits = Condition::conjunction(
        {Condition::lessEqual(wrap.low, wrap.value), Condition::lessEqual(wrap.value, wrap.high)});
    auto kept = conditionSet(context, statement.id, scop.iteratorsOf(statement), fits);
    if (!kept)
      return makeParameterSet(context.get(), {{{{}, -1}, false}});
    runs = runs.intersect(*kept);
  }
  return parameterSetOf(runs);
}

isl::set whereDemandsHold(const IslContext &context, const Scop &scop, size_t count) {
  isl::set where = makeParameterSet(context.get(), {});
  for (size_t k = 0; k < count; ++k) {
    auto holds = conditionSet(context, "", {}, scop.demands[k].condition);
    where = holds ? where.intersect_params(parameterSetOf(*holds))
                  : makeParameterSet(context.get(), {{{{}, -1}, false}});
  }
  return where;
}

isl::set whereDemandsCompute(const IslContext &context, const Scop &scop,
                             const std::set<std::string> &names) {
  isl::set where = makeParameterSet(context.get(), {{{{}, -1}, false}});
  for (size_t k = 0; k < scop.demands.size(); ++k) {
    Condition first = scop.demands[k].tested;
    while (!first.operands().empty()) // of alternatives only the first is certain to be tested
      first = Condition(first.operands().front());
    std::set<std::string> used = first.symbols();
    if (std::any_of(used.begin(), used.end(),
                    [&](const std::string &name) { return names.count(name) != 0; }))
      where = where.unite(whereReached(context, scop, scop.demands[k].place)
                              .intersect_params(whereDemandsHold(context, scop, k)));
  }
  return where;
}

isl::set whereLocationsAreRead(const IslContext &context, const Scop &scop,
                               const std::set<std::string> &locations) {
  isl::set where = makeParameterSet(context.get(), {{{{}, -1}, false}});
  for (const CertainRead &read : scop.reads)
    if (std::any_of(read.locations.begin(), read.locations.end(),
                    [&](const std::string &text) { return locations.count(text) != 0; }))
      where = where.unite(whereReached(context, scop, read.place));
  return where.intersect_params(whereDemandsHold(context, scop, scop.demands.size()));
}

unsigned depthOf(const Scop &scop) {
  size_t depth = 0;
  for (const ScopStatement &statement : scop.statements)
    depth = std::max(depth, statement.loops.size());
  return depth;
}

isl::set rangesOfTypes(const IslContext &context, const Scop &scop) {
  return rangesWhere(context, scop, [](const CType &) { return true; });
}

isl::set contextSet(const IslContext &context, const Scop &scop) {
  return withContext(context, scop, rangesOfTypes(context, scop));
}

isl::set contextOfSizes(const IslContext &context, const Scop &scop) {
  bool all = hasLargeNumber(scop);
  auto hasRange = [&](const CType &type) { return all || type.bits() < 32; };
  return withContext(context, scop, rangesWhere(context, scop, hasRange));
}

} // namespace acc
