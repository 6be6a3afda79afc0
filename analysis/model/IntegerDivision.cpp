// IntegerReader: quotients, remainders and shifts as values.
#include "analysis/model/IntegerValue.h"
#include "analysis/model/Quotient.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <bit>

namespace acc {
namespace {

/// Where positions count in parts of a whole, it has at least so many: a shift by less may as well
/// take bits of an index apart, such as i*n >> 3.
constexpr int64_t kLeastWhole = 16;

/// Something is shifted right by the bits of the power: a place is what is above them, and not only
/// what is left below, as in a[(i*n + j) & 63].
bool shiftsBy(const StmtRef &root, int64_t power) {
  bool found = false;
  forEachExprIn(root, [&](const ExprRef &expr) {
    const std::optional<DivisionForm> form = divisionForm(*expr);
    found |= form && !form->divisor && !form->isRemainder && form->power == power;
  });
  return found;
}

std::string operandText(const Polynomial &value) {
  std::vector<Term> terms = value.terms();
  bool simple =
      terms.empty() ||
      (terms.size() == 1 && terms[0].coefficient >= 0 &&
       (terms[0].powers.empty() || (terms[0].coefficient == 1 && terms[0].degree() == 1)));
  return simple ? value.str() : "(" + value.str() + ")";
}

} // namespace

std::string quotientText(const Polynomial &dividend, const Polynomial &divisor) {
  return operandText(dividend) + " / " + operandText(divisor);
}

std::string remainderText(const Polynomial &dividend, const Polynomial &divisor) {
  return operandText(dividend) + " % " + operandText(divisor);
}

/// x / c and x % c by a quotient parameter q: x % c is x - c*q, so that
/// n - n % 8 becomes 8*q.
Outcome<IntegerValue> IntegerReader::readDivision(const Expr &expr, IntegerValue left,
                                                  IntegerValue right) {
  left = convert(left, expr.type, expr.range);
  right = convert(right, expr.type, expr.range);
  force(left, expr.range);
  force(right, expr.range);
  Polynomial x = left.single(), c = right.single();
  bool isRemainder = expr.op() == Op::Percent;
  if (auto quotient = c.constant() && *c.constant() != 0 ? x.dividedBy(c) : std::nullopt)
    return exact(isRemainder ? Polynomial(0) : *quotient, expr.type);
  if (auto a = x.constant(), b = c.constant(); a && b && *b != 0)
    return exact(Polynomial(isRemainder ? *a % *b : *a / *b), expr.type);
  // i*(i + 1)/2: exact without each coefficient being so.
  if (c.constant() && !model.isInvariant(x))
    if (auto quotient = x.exactQuotient(*c.constant()))
      return exact(isRemainder ? Polynomial(0) : *quotient, expr.type);
  if (!model.isInvariant(x) && model.isInvariant(c)) {
    // (i*m + j) / m with 0 <= j < m, 0 <= i; exact, without a rest, for any m.
    Quotient parts = reducedBy(x, c);
    bool isBetween = model.isNonNegative(parts.rest) &&
                     model.isNonNegative(c - Polynomial(1) - parts.rest) &&
                     (model.isNonNegative(parts.quotient) || model.isNonNegative(x));
    if (parts.rest.isZero() || isBetween)
      return exact(isRemainder ? parts.rest : parts.quotient, expr.type);
  }
  if (!model.isInvariant(x) || !model.isInvariant(c))
    return notPolynomial(expr);
  Interval divisor = model.rangeOf(c);
  bool isPositive = divisor.low > 0;
  if (isRemainder && !c.constant())
    return opaque(expr);
  ExprRef definition = makeBinary("/", expr.operands[0], expr.operands[1], expr.type, expr.range);
  Polynomial zero(0), one(1);
  bool isNonNegative = model.rangeOf(x).low >= 0;
  auto facts = [&](const Polynomial &q) {
    // With r = x - c*q: 0 <= r < c where x >= 0, -c < r <= 0 where x <= 0.
    Polynomial r = x - c * q;
    Condition up = Condition::conjunction({Condition::nonNegative(x), Condition::nonNegative(q),
                                           Condition::nonNegative(r), Condition::less(r, c)});
    Condition down = Condition::conjunction({Condition::nonNegative(-x), Condition::nonNegative(-q),
                                             Condition::nonNegative(-r), Condition::less(-r, c)});
    Condition whenPositive = isNonNegative ? up : Condition::disjunction({up, down});
    return alsoOutside({isPositive
                            ? whenPositive
                            : Condition::disjunction({whenPositive, Condition::less(c, one)})});
  };
  Polynomial q = model.derived(quotientText(x, c), expr.type, definition, "q", facts);
  if (isNonNegative && isPositive)
    model.ranges[*q.symbols().begin()].low = 0;
  return exact(isRemainder ? x - c * q : q, expr.type);
}

/// x >> s as x / 2^s, x & (2^s - 1) as x % 2^s, where x >= 0 or readFixedPoint() knows better.
Outcome<IntegerValue> IntegerReader::readDivisionBy(const Expr &expr, IntegerValue left,
                                                    int64_t power, bool isRemainder) {
  left = convert(left, expr.type, expr.range);
  force(left, expr.range);
  Quotient parts = reducedBy(left.single(), Polynomial(power));
  if (!model.isNonNegative(parts.rest) || !model.isNonNegative(parts.quotient) ||
      !model.isNonNegative(Polynomial(power - 1) - parts.rest))
    return readFixedPoint(expr, std::move(parts), power, isRemainder);
  return exact(isRemainder ? parts.rest : parts.quotient, expr.type);
}

/// The quotient by 2^s, downwards, or its rest, where the parts of x that are no multiples of 2^s
/// do not change. The step of a position in fixed-point numbers is required to be one whole:
///   (x0 + 16*i) >> 4   ->   i + (x0 >> 4)          (x0 + i*step) >> 4   ->   the same, step == 16
Outcome<IntegerValue> IntegerReader::readFixedPoint(const Expr &expr, Quotient parts, int64_t power,
                                                    bool isRemainder) {
  std::set<std::string> steps;
  const bool mayStep = power >= kLeastWhole && shiftsBy(model.nest.root, power);
  for (const Term &term : Polynomial(parts.rest).terms()) {
    if (!mayStep || term.coefficient != 1 || term.powers.size() != 2 || term.degree() != 2)
      continue;
    const std::string &one = term.powers.begin()->first, &other = term.powers.rbegin()->first;
    if (model.isIterator(one) == model.isIterator(other))
      continue;
    parts.quotient += Polynomial::symbol(model.isIterator(one) ? one : other);
    parts.rest = parts.rest - Polynomial::fromTerm(term);
    steps.insert(model.isIterator(one) ? other : one);
  }
  Polynomial below(0); // of parts.rest; a constant one is below 2^s
  if (!parts.rest.constant()) {
    auto start = std::find_if(model.parameters.begin(), model.parameters.end(),
                              [&](const Parameter &parameter) {
                                return Polynomial::symbol(parameter.name) == parts.rest;
                              });
    if (start == model.parameters.end())
      return notPolynomial(expr);
    const ExprRef value =
        start->definition ? start->definition : makeSymbol(start->symbol, start->type, expr.range);
    const ExprRef shift = makeBinary(
        ">>", value, makeInteger(std::countr_zero(uint64_t(power)), truthType(), expr.range),
        value->type, expr.range);
    auto quotient = readInvariantShift(*shift, parts.rest, power);
    if (!quotient)
      return quotient;
    below = quotient->single();
  }
  for (const std::string &step : steps)
    require(Polynomial::symbol(step), power, power, expr.range);
  return exact(isRemainder ? parts.rest - Polynomial(power) * below : parts.quotient + below,
               expr.type);
}

/// The parameter x >> s for an x that does not change, with what it says of x: it is x / 2^s,
/// downwards.
Outcome<IntegerValue> IntegerReader::readInvariantShift(const Expr &shift, const Polynomial &x,
                                                        int64_t power) {
  return opaque(shift, [&](const Polynomial &q) {
    const Polynomial rest = x - Polynomial(power) * q;
    return alsoOutside(
        {Condition::nonNegative(rest), Condition::nonNegative(Polynomial(power - 1) - rest)});
  });
}

/// x & ~(2^s - 1) as 2^s * (x >> s), and x & (2^s - 1) as what is left, for an x that does not
/// change.
Outcome<IntegerValue> IntegerReader::readMask(const Expr &expr, IntegerValue left,
                                              const MaskForm &mask) {
  left = convert(left, expr.type, expr.range);
  force(left, expr.range);
  const Polynomial x = left.single();
  const ExprRef shift =
      makeBinary(">>", expr.operands[0], makeInteger(mask.bits, truthType(), expr.range), expr.type,
                 expr.range);
  const int64_t power = int64_t(1) << mask.bits;
  auto quotient = readInvariantShift(*shift, x, power);
  if (!quotient)
    return quotient;
  const Polynomial whole = Polynomial(power) * quotient->single();
  return exact(mask.isRest ? x - whole : whole, expr.type);
}

/// x << s is x * P with the parameter P = 1 << s.
Outcome<IntegerValue> IntegerReader::readShift(const Expr &expr, IntegerValue left,
                                               IntegerValue right) {
  force(right, expr.range);
  auto amount = right.single().constant();
  if (amount && (*amount < 0 || *amount >= expr.type.bits()))
    return notPolynomial(expr);
  if (expr.op() == Op::GreaterGreater) {
    force(left, expr.range);
    if (amount && *amount < 62) {
      const Polynomial &x = left.single();
      int64_t power = int64_t(1) << *amount;
      if (auto quotient =
              model.isInvariant(x) ? x.dividedBy(Polynomial(power)) : x.exactQuotient(power))
        return exact(*quotient, expr.type);
      if (!model.isInvariant(x))
        return readDivisionBy(expr, left, power, false);
      if (*amount > 0 && *amount < 31)
        return readInvariantShift(expr, x, power);
    }
    return opaque(expr);
  }
  auto product = std::make_shared<Expr>(expr);
  product->text = "*";
  if (amount && *amount < 62)
    return arithmetic(*product, left, exact(Polynomial(int64_t(1) << *amount), expr.type));
  if (amount || !model.isInvariant(right.single()))
    return notPolynomial(expr);
  ExprRef definition = makeBinary("<<", makeInteger(1, expr.type, expr.range), expr.operands[1],
                                  expr.type, expr.range);
  Polynomial power = model.derived("1 << " + operandText(right.single()), expr.type,
                                   makeExplicitCast(definition, expr.type), "p");
  Interval &range = model.ranges[*power.symbols().begin()];
  // Of a signed type 1 << 31 is undefined, unless signed arithmetic wraps.
  bool isPositive = !expr.type.isSigned || !model.nest.unit->wrapsSigned;
  if (isPositive && range.low < 1) {
    range.low = 1;
    model.facts.push_back(Condition::nonNegative(power - Polynomial(1)));
  }
  return arithmetic(*product, left, exact(power, expr.type));
}

} // namespace acc
