#include "rewriter/validate/GuardContext.h"

#include "analysis/delinearize/Certificate.h"
#include "analysis/support/Append.h"
#include "analysis/tree/Conversions.h"
#include "rewriter/validate/Monomials.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace acc {
namespace {

/// The value of a derived parameter's definition as isl sees it, with C's
/// division; none for anything that could wrap or is not affine.
class DefinitionReader {
public:
  DefinitionReader(const IslContext &context, const Scop &scop) : context(context), scop(scop) {}

  isl::pw_aff read(const Expr &expr) const {
    switch (expr.kind) {
    case Expr::Kind::Integer:
      return form({{}, expr.value});
    case Expr::Kind::Symbol: {
      const std::string &name = scop.nest.symbol(expr.symbol).name;
      return scop.parameter(name) ? form({{{name, 1}}, 0}) : isl::pw_aff();
    }
    case Expr::Kind::Cast:
      return keepsValues(expr.operands[0]->type, expr.type) ? read(*expr.operands[0])
                                                            : isl::pw_aff();
    case Expr::Kind::Binary:
      return binary(expr);
    case Expr::Kind::Unary: {
      isl::pw_aff operand = read(*expr.operands[0]);
      const bool isExact =
          expr.op() == Op::Minus && expr.type.isSigned && !scop.nest.unit->wrapsSigned;
      return isExact && !operand.is_null() ? operand.neg() : isl::pw_aff();
    }
    case Expr::Kind::Conditional: {
      isl::set holds = condition(*expr.operands[0]);
      isl::pw_aff then = read(*expr.operands[1]), otherwise = read(*expr.operands[2]);
      if (holds.is_null() || then.is_null() || otherwise.is_null())
        return {};
      return then.intersect_domain(holds).union_add(otherwise.subtract_domain(holds));
    }
    default:
      return {};
    }
  }

private:
  /// Where a comparison of signed numbers, or several that must all hold, is true; null for others.
  isl::set condition(const Expr &expr) const {
    if (expr.kind != Expr::Kind::Binary)
      return {};
    if (expr.op() == Op::AmpAmp) {
      isl::set left = condition(*expr.operands[0]), right = condition(*expr.operands[1]);
      return left.is_null() || right.is_null() ? isl::set() : left.intersect(right);
    }
    for (const ExprRef &operand : expr.operands)
      if (!operand->type.isInteger() || !operand->type.isSigned)
        return {};
    auto operands = operandsOf(expr);
    if (!operands)
      return {};
    const auto &[a, b] = *operands;
    if (expr.op() == Op::Less)
      return a.lt_set(b);
    if (expr.op() == Op::LessEqual)
      return a.le_set(b);
    if (expr.op() == Op::Greater)
      return a.gt_set(b);
    return expr.op() == Op::GreaterEqual ? a.ge_set(b) : isl::set();
  }

  /// None where one of them cannot be read.
  std::optional<std::pair<isl::pw_aff, isl::pw_aff>> operandsOf(const Expr &expr) const {
    isl::pw_aff a = read(*expr.operands[0]), b = read(*expr.operands[1]);
    return a.is_null() || b.is_null() ? std::nullopt : std::optional(std::pair(a, b));
  }

  isl::pw_aff form(const LinearForm &value) const {
    return isl::pw_aff(makeAff(context.get(), "", {}, value));
  }

  isl::pw_aff binary(const Expr &expr) const {
    if (!expr.type.isInteger() || !expr.type.isSigned)
      return {};
    auto operands = operandsOf(expr);
    if (!operands)
      return {};
    const auto &[a, b] = *operands;
    if (expr.op() == Op::Plus)
      return a.add(b);
    if (expr.op() == Op::Minus)
      return a.sub(b);
    if (constantValue(*expr.operands[1]).value_or(0) <= 0)
      return {};
    if (expr.op() == Op::Star)
      return a.mul(b);
    if (expr.op() == Op::Slash)
      return a.tdiv_q(b);
    if (expr.op() == Op::Percent)
      return a.tdiv_r(b);
    return {};
  }

  const IslContext &context;
  const Scop &scop;
};

/// Alternatives of the guard that are looked at one by one.
constexpr unsigned kMaxCases = 4;

/// A parameter or a constant as the operand of a definition, read without a change of value.
std::optional<Polynomial> operandOf(const Scop &scop, const Expr &expr) {
  if (expr.kind == Expr::Kind::Integer)
    return Polynomial(expr.value);
  if (expr.kind == Expr::Kind::Symbol) {
    const std::string &name = scop.nest.symbol(expr.symbol).name;
    return scop.parameter(name) ? std::optional(Polynomial::symbol(name)) : std::nullopt;
  }
  const Expr &inner = skipWidening(expr);
  return &inner != &expr ? operandOf(scop, inner) : std::nullopt;
}

/// What q = a / d says where d is a positive parameter, over the product d*q.
std::optional<Condition> quotientFacts(const Scop &scop, const Parameter &parameter) {
  const Expr *quotient = &skipWidening(*parameter.definition);
  if (quotient->kind != Expr::Kind::Binary || quotient->op() != Op::Slash ||
      !quotient->type.isInteger() || !quotient->type.isSigned)
    return std::nullopt;
  auto a = operandOf(scop, *quotient->operands[0]), d = operandOf(scop, *quotient->operands[1]);
  if (!a || !d)
    return std::nullopt;
  Polynomial q = Polynomial::symbol(parameter.name), whole = *d * q, zero(0);
  // Truncation: towards zero from either side.
  Condition above =
      Condition::conjunction({Condition::lessEqual(zero, *a), Condition::lessEqual(zero, q),
                              Condition::lessEqual(whole, *a), Condition::less(*a, whole + *d)});
  Condition below =
      Condition::conjunction({Condition::lessEqual(*a, zero), Condition::lessEqual(q, zero),
                              Condition::lessEqual(*a, whole), Condition::less(whole - *d, *a)});
  return Condition::disjunction({Condition::lessEqual(*d, zero), above, below});
}

/// None where the point does not have a value for each name, or beyond 64 bits.
std::optional<int64_t> valueAt(const LinearForm &form,
                               const std::map<std::string, int64_t> &point) {
  int64_t sum = form.constant;
  for (const auto &[name, coefficient] : form.coefficients) {
    auto found = point.find(name);
    int64_t product = 0;
    if (found == point.end() || __builtin_mul_overflow(coefficient, found->second, &product) ||
        __builtin_add_overflow(sum, product, &sum))
      return std::nullopt;
  }
  return sum;
}

/// Lower bounds of a value that are tried at most.
constexpr size_t kMaxCandidates = 64;

/// How far before its end the loop's counter stops, at least: 8 from 0 to 8*n in steps of 8, 5 from
/// 0 to 29, 1 where it is not known.
int64_t lastDistance(const Polynomial &first, const Polynomial &end, int64_t step) {
  const Polynomial way = step > 0 ? end - first : first - end;
  const int64_t size = std::abs(step);
  int64_t constant = 0;
  for (const Term &term : way.terms())
    if (term.powers.empty())
      constant = term.coefficient;
  const int64_t rest = constant % size;
  const int64_t distance = rest > 0 ? rest : rest + size;
  return (way - Polynomial(distance)).dividedBy(Polynomial(size)) ? distance : 1;
}

IteratorBounds boundsOf(const ScopLoop &loop) {
  IteratorBounds bounds;
  for (const Polynomial &first : loop.first)
    (loop.step > 0 ? bounds.low : bounds.high).insert(first);
  for (const Polynomial &end : loop.end) {
    const int64_t distance =
        loop.first.size() == 1 ? lastDistance(loop.first.front(), end, loop.step) : 1;
    (loop.step > 0 ? bounds.high : bounds.low)
        .insert(end - Polynomial(loop.step > 0 ? distance : -distance));
  }
  return bounds;
}

/// What the inner loops and conditions add: `for i for (k = 0; k < i; ...)` runs
/// only where i >= 1. Read off the domain projected on the outer iterators.
void addProjectedBounds(const isl::set &domain, const std::vector<std::string> &iterators,
                        size_t depth, IteratorBounds &bounds) {
  std::vector<std::string> outer(iterators.begin(), iterators.begin() + depth + 1);
  isl::set shadow = projectOut(domain, depth + 1, iterators.size() - depth - 1).coalesce();
  auto disjuncts = disjunctsOf(shadow, outer);
  if (!disjuncts || disjuncts->size() != 1 || !disjuncts->front().divs.empty())
    return;
  for (const LinearConstraint &constraint : disjuncts->front().constraints) {
    auto slope = constraint.form.coefficients.find(iterators[depth]);
    if (slope == constraint.form.coefficients.end() || std::abs(slope->second) != 1)
      continue;
    // slope*v + rest >= 0
    Polynomial v = Polynomial::symbol(iterators[depth]);
    Polynomial rest = acc::polynomialOf(constraint.form) - Polynomial(slope->second) * v;
    if (slope->second == 1 || constraint.equality)
      bounds.low.insert(slope->second == 1 ? -rest : rest);
    if (slope->second == -1 || constraint.equality)
      bounds.high.insert(slope->second == 1 ? -rest : rest);
  }
}

/// What the statement's condition says of iterators: i + d < w bounds i by w - d - 1. A
/// bound is that of the innermost iterator in it.
void addConditionBounds(const Condition &condition, const std::vector<std::string> &iterators,
                        std::vector<IteratorBounds> &bounds) {
  for (const Condition &term : condition.conjuncts()) {
    bool isZero = term.kind() == Condition::Kind::Zero;
    if (!isZero && term.kind() != Condition::Kind::NonNegative)
      continue;
    size_t depth = iterators.size();
    while (depth > 0 && !term.value().contains(iterators[depth - 1]))
      --depth;
    if (depth == 0 || term.value().degree(iterators[depth - 1]) != 1)
      continue;
    auto slope = term.value().coefficient(iterators[depth - 1], 1).constant();
    if (!slope || std::abs(*slope) != 1)
      continue;
    // slope*v + rest >= 0
    Polynomial end = Polynomial::symbol(iterators[depth - 1]) - Polynomial(*slope) * term.value();
    if (*slope == 1 || isZero)
      bounds[depth - 1].low.insert(end);
    if (*slope == -1 || isZero)
      bounds[depth - 1].high.insert(end);
  }
}

void collectNames(const Expr &expr, const SourceNest &nest, std::set<std::string> &names) {
  if (expr.kind == Expr::Kind::Symbol)
    names.insert(nest.symbol(expr.symbol).name);
  for (const ExprRef &operand : expr.operands)
    collectNames(*operand, nest, names);
}

/// Parameters that are added to an index as they are: `d` of A[i + d], which says by
/// how much two accesses are apart.
void collectOffsets(const Scop &scop, const Polynomial &index, std::set<std::string> &names) {
  for (const Term &term : index.terms())
    if (term.degree() == 1 && !scop.isIterator(term.powers.begin()->first))
      names.insert(term.powers.begin()->first);
}

/// Names of the isl parameters that bounds and conditions use, and offsets.
std::set<std::string> boundParameters(const Scop &source, const Scop &emitted) {
  std::set<std::string> names;
  for (const Scop *scop : {&source, &emitted}) {
    std::vector<Polynomial> values;
    std::vector<std::string> iterators;
    for (const ScopLoop &loop : scop->loops) {
      iterators.push_back(loop.name);
      append(values, loop.first);
      append(values, loop.end);
    }
    for (const ScopStatement &statement : scop->statements) {
      append(values, statement.condition.values());
      for (const ScopAccess &access : statement.accesses)
        for (const Polynomial &index : access.subscripts)
          collectOffsets(*scop, index, names);
    }
    for (const Polynomial &value : values)
      if (auto form = linearForm(value, iterators))
        for (const auto &[name, coefficient] : form->coefficients)
          names.insert(name);
    // A quotient in a bound means something through what it divides.
    for (auto at = scop->parameters.rbegin(); at != scop->parameters.rend(); ++at)
      if (at->definition && names.count(at->name))
        collectNames(*at->definition, scop->nest, names);
  }
  return names;
}

/// Of the iterators, the value has that at `depth`, with degree 1, and none deeper.
bool isInnermost(const std::vector<std::string> &iterators, size_t depth, const Polynomial &value) {
  for (size_t deeper = depth + 1; deeper < iterators.size(); ++deeper)
    if (value.contains(iterators[deeper]))
      return false;
  return value.degree(iterators[depth]) == 1;
}

} // namespace

GuardContext::GuardContext(const IslContext &context, const Scop &source, const Scop &emitted,
                           const Condition &guard, const std::vector<Polynomial> &interesting)
    : context(&context), numbers(source.nest) {
  known = contextSet(context, source).intersect(contextSet(context, emitted));
  // Terms that are not affine over products are left out: less is known then.
  for (const Condition &term : guard.conjuncts())
    if (auto set = conditionSet(context, "", {}, term))
      known = known.intersect(parameterSetOf(*set));
  addDefinitions(source);
  addDefinitions(emitted);

  for (const Condition &what : {source.context, guard})
    numbers.learn(what);
  for (const Parameter &parameter : source.parameters)
    sourceParameters.insert(parameter.name);

  // rows == columns: products of both are those of one.
  for (auto &[name, solution] : equationsOf(guard))
    equal.emplace(name, solution);
  Condition same = guard.substitute(equal);
  for (const Condition &term : same.conjuncts())
    if (auto set = equal.empty() ? std::nullopt : conditionSet(context, "", {}, term))
      known = known.intersect(parameterSetOf(*set));

  std::vector<Polynomial> values = interesting;
  append(values, guard.values());
  for (Polynomial &value : values)
    value = value.substitute(equal);
  std::set<Monomial> monomials;
  for (const Polynomial &value : values)
    for (const Term &term : value.terms()) {
      Monomial parametric;
      for (const auto &[name, exponent] : term.powers)
        if (!source.isIterator(name) && !emitted.isIterator(name))
          parametric[name] = exponent;
      if (degreeOf(parametric) >= 2)
        monomials.insert(parametric);
    }
  for (const Monomial &monomial : std::set<Monomial>(monomials))
    for (const Monomial &factor : properFactors(monomial))
      if (degreeOf(factor) >= 2)
        monomials.insert(factor);
  products = std::move(monomials);
  addProducts();
  known = known.coalesce();
  boundNames = boundParameters(source, emitted);
  ofBounds = restrictedToParameters(known, boundNames).coalesce();
}

std::vector<GuardContext> GuardContext::cases() const {
  std::vector<GuardContext> all;
  if (pieceCount(known) > kMaxCases)
    return {*this};
  known.foreach_basic_set([&](const isl::basic_set &piece) {
    GuardContext one = *this;
    one.known = isl::set(piece);
    one.nonNegative.clear();
    one.pointsOfKnown.clear();
    one.nonNegativeOn.clear();
    one.facts.clear();
    one.addProducts();
    one.ofBounds = restrictedToParameters(one.known, boundNames).coalesce();
    all.push_back(std::move(one));
  });
  return all;
}

bool GuardContext::isNonNegativeByRanges(const Polynomial &value) const {
  const std::set<std::string> names = value.symbols();
  return std::includes(sourceParameters.begin(), sourceParameters.end(), names.begin(),
                       names.end()) &&
         numbers.isNonNegative(value);
}

bool GuardContext::isNonNegative(const Polynomial &given) const {
  Polynomial value = given.substitute(equal);
  if (auto constant = value.constant())
    return *constant >= 0;
  auto known = nonNegative.find(value);
  if (known != nonNegative.end())
    return known->second;
  bool result = implies(Condition::nonNegative(value)) || isProductOfSigned(value);
  return nonNegative[value] = result;
}

bool GuardContext::isProductOfSigned(const Polynomial &value) const {
  if (value.totalDegree([](const std::string &) { return true; }) < 2)
    return false;
  const auto factors = value.factors();
  if (factors.size() < 2)
    return false;
  bool isNegated = false;
  for (const auto &[factor, power] : factors) {
    if (power % 2 == 0 || isNonNegative(factor))
      continue;
    if (!isNonNegative(-factor))
      return false;
    isNegated = !isNegated;
  }
  return !isNegated;
}

void GuardContext::addDefinitions(const Scop &scop) {
  for (const Parameter &parameter : scop.parameters) {
    if (!parameter.definition)
      continue;
    isl::pw_aff value = DefinitionReader(*context, scop).read(*parameter.definition);
    if (value.is_null()) {
      if (auto facts = quotientFacts(scop, parameter))
        if (auto set = conditionSet(*context, "", {}, *facts))
          known = known.intersect(parameterSetOf(*set));
      continue;
    }
    isl::pw_aff name = isl::pw_aff(makeAff(context->get(), "", {}, {{{parameter.name, 1}}, 0}));
    known = known.intersect(parameterSetOf(name.eq_set(value)));
  }
}

std::vector<Condition> GuardContext::productFacts() const {
  // A product is at least 1 where two factors are that make it up. They may be products
  // themselves: h*w > 0 says nothing of h.
  std::map<Monomial, bool> answers;
  std::function<bool(const Monomial &)> isPositive = [&](const Monomial &monomial) {
    auto [entry, isNew] = answers.try_emplace(monomial, false);
    if (!isNew)
      return entry->second;
    bool result = isNonNegative(polynomialOf(monomial) - 1);
    for (const Monomial &factor : result ? std::vector<Monomial>() : properFactors(monomial))
      result = result || (isPositive(factor) && isPositive(quotient(monomial, factor)));
    return answers[monomial] = result;
  };
  std::vector<Condition> facts;
  for (const Monomial &monomial : products) {
    Polynomial value = polynomialOf(monomial);
    bool wholeIsPositive = isPositive(monomial);
    if (wholeIsPositive)
      facts.push_back(Condition::lessEqual(Polynomial(1), value));
    else if (std::all_of(monomial.begin(), monomial.end(), [&](const auto &power) {
               return power.second % 2 == 0 || isNonNegative(Polynomial::symbol(power.first));
             }))
      facts.push_back(Condition::nonNegative(value));
    // x*x >= |x| of every integer.
    if (monomial.size() == 1 && monomial.begin()->second == 2)
      for (int sign : {1, -1})
        facts.push_back(Condition::lessEqual(
            Polynomial(sign) * Polynomial::symbol(monomial.begin()->first), value));
    for (const Monomial &factor : properFactors(monomial)) {
      Monomial rest = quotient(monomial, factor);
      bool wanted = degreeOf(factor) == 1 || degreeOf(rest) == 1 || products.count(factor) != 0;
      if (wanted && wholeIsPositive && isPositive(factor) && isPositive(rest))
        facts.push_back(Condition::lessEqual(polynomialOf(factor), value));
    }
    for (const auto &[name, exponent] : monomial) {
      Monomial rest = without(monomial, name);
      for (const Monomial &other : products)
        for (const auto &[otherName, otherExponent] : other)
          if (otherName != name && without(other, otherName) == rest && isPositive(rest)) {
            const Polynomial gap = Polynomial::symbol(name) - Polynomial::symbol(otherName);
            if (isNonNegative(gap - 1))
              facts.push_back(
                  Condition::lessEqual(polynomialOf(other) + polynomialOf(rest), value));
            else if (isNonNegative(gap))
              facts.push_back(Condition::lessEqual(polynomialOf(other), value));
          }
    }
  }
  return facts;
}

void GuardContext::addProducts() {
  // A product may be what makes another factor positive: kStride >= jStride*(n - 1) + 1.
  for (size_t count = 0;;) {
    const std::vector<Condition> facts = productFacts();
    if (facts.size() == count)
      return;
    count = facts.size();
    if (auto set = conditionSet(*context, "", {}, Condition::conjunction(facts)))
      known = known.intersect(parameterSetOf(*set));
    nonNegative.clear(); // what was not known before may be now
    pointsOfKnown.clear();
  }
}

bool GuardContext::isNowhereNegative(const LinearForm &form) const {
  for (const auto &point : pointsOfKnown)
    if (auto value = valueAt(form, point); value && *value < 0)
      return false;
  LinearForm below{{}, 0}; // -form - 1
  for (const auto &[name, coefficient] : form.coefficients)
    if (__builtin_sub_overflow(0, coefficient, &below.coefficients[name]))
      return false;
  if (__builtin_sub_overflow(-1, form.constant, &below.constant))
    return false;
  isl::set where = known.intersect(makeParameterSet(context->get(), {{below, false}}));
  auto point = samplePoint(where);
  if (!point)
    return where.is_empty();
  pointsOfKnown.push_back(std::move(point->parameters));
  return false;
}

bool GuardContext::implies(const Condition &condition) const {
  auto holds = [&](const Condition &same) {
    auto form =
        same.kind() == Condition::Kind::NonNegative ? linearForm(same.value(), {}) : std::nullopt;
    if (form)
      return isNowhereNegative(*form);
    auto set = conditionSet(*context, "", {}, same);
    return set && known.is_subset(parameterSetOf(*set));
  };
  if (holds(condition))
    return true;
  if (!equal.empty() && holds(condition.substitute(equal)))
    return true;
  const std::vector<Condition> parts = condition.conjuncts();
  return std::all_of(parts.begin(), parts.end(), [&](const Condition &part) {
    return (part.kind() == Condition::Kind::NonNegative &&
            isNonNegativeByRanges(part.value().substitute(equal))) ||
           (parts.size() > 1 && implies(part));
  });
}

GuardContext::StatementFacts &GuardContext::factsOf(const Scop &scop,
                                                    const ScopStatement &statement) const {
  auto [entry, isNew] = facts.try_emplace(statement.id);
  if (isNew) {
    entry->second.domain = iterationDomain(*context, scop, statement);
    for (int loop : statement.loops)
      entry->second.plain.push_back(boundsOf(scop.loops[loop]));
    addConditionBounds(statement.condition, scop.iteratorsOf(statement), entry->second.plain);
  }
  return entry->second;
}

bool GuardContext::isNonNegativeAtBounds(const std::vector<std::string> &iterators,
                                         const std::vector<IteratorBounds> &bounds,
                                         const std::vector<Polynomial> &tested,
                                         const Polynomial &value) const {
  std::set<Polynomial> open{value};
  for (size_t depth = iterators.size(); depth-- > 0;) {
    const std::string &name = iterators[depth];
    std::set<Polynomial> next;
    auto holds = [&](const Polynomial &change, const std::vector<IteratorBounds> &between) {
      return isNonNegativeAtBounds({iterators.begin(), iterators.begin() + depth + 1}, between,
                                   tested, change);
    };
    auto add = [&](const Polynomial &candidate) {
      if (next.size() < kMaxCandidates)
        next.insert(candidate);
    };
    for (const Polynomial &candidate : open) {
      int degree = candidate.degree(name);
      if (degree == 0) {
        add(candidate);
        continue;
      }
      for (const Polynomial &known : tested) {
        auto factor = degree == 1 && isInnermost(iterators, depth, known)
                          ? candidate.coefficient(name, 1).dividedBy(known.coefficient(name, 1))
                          : std::nullopt;
        // candidate >= candidate - factor*known where the factor is not negative.
        if (factor && holds(*factor, bounds))
          add(candidate - *factor * known);
      }
      // The least value lies at the low end of a rising value, at the high end of a
      // falling one.
      Polynomial change = candidate.substitute({{name, Polynomial::symbol(name) + 1}}) - candidate;
      if (degree == 1) {
        bool rising = holds(change, bounds);
        if (!rising && !holds(-change, bounds)) {
          // Not known which: where it is linear, it is nowhere less than at both ends.
          auto holdsAt = [&](const std::set<Polynomial> &ends) {
            return std::any_of(ends.begin(), ends.end(), [&](const Polynomial &end) {
              return isNonNegativeAtBounds({iterators.begin(), iterators.begin() + depth}, bounds,
                                           tested, candidate.substitute({{name, end}}));
            });
          };
          if (holdsAt(bounds[depth].low) && holdsAt(bounds[depth].high))
            return true;
          continue;
        }
        for (const Polynomial &bound : rising ? bounds[depth].low : bounds[depth].high)
          add(candidate.substitute({{name, bound}}));
        continue;
      }
      // It must rise (fall) on the whole way from that very end.
      for (const Polynomial &low : bounds[depth].low)
        for (const Polynomial &high : bounds[depth].high) {
          std::vector<IteratorBounds> between = bounds;
          between[depth] = {{low}, {high}};
          if (holds(change, between))
            add(candidate.substitute({{name, low}}));
          else if (holds(-change, between))
            add(candidate.substitute({{name, high}}));
        }
    }
    open = next;
  }
  return std::any_of(open.begin(), open.end(),
                     [&](const Polynomial &candidate) { return isNonNegative(candidate); });
}

bool GuardContext::isNonNegativeOn(const Scop &scop, const ScopStatement &statement,
                                   const Polynomial &value, const Condition &when) const {
  auto [entry, isNew] = nonNegativeOn.try_emplace({statement.id, when.str(), value}, false);
  bool &good = entry->second;
  if (!isNew)
    return good;
  std::vector<std::string> iterators = scop.iteratorsOf(statement);
  std::vector<Polynomial> tested;
  for (const Condition &part : when.conjuncts())
    if (part.kind() == Condition::Kind::NonNegative || part.kind() == Condition::Kind::Zero) {
      tested.push_back(part.value());
      if (part.kind() == Condition::Kind::Zero)
        tested.push_back(-part.value());
    }
  StatementFacts &own = factsOf(scop, statement);
  if (isNonNegativeAtBounds(iterators, own.plain, tested, value))
    return good = true;
  // Where everything is affine, isl decides exactly, conditions included.
  if (auto set = conditionSet(*context, statement.id, iterators, Condition::nonNegative(value)))
    if (own.domain.intersect_params(known).is_subset(*set))
      return good = true;
  if (own.projected.empty() && !iterators.empty()) {
    own.projected = own.plain;
    isl::set domain = own.domain.intersect_params(ofBounds);
    for (size_t depth = 0; depth < iterators.size(); ++depth)
      addProjectedBounds(domain, iterators, depth, own.projected[depth]);
  }
  return good = isNonNegativeAtBounds(iterators, own.projected, tested, value);
}

} // namespace acc
