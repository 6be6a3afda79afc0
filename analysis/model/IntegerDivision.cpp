// IntegerReader: quotients, remainders and shifts as values.
#include "analysis/model/IntegerValue.h"
#include "analysis/model/Quotient.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

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

/// x >> s as x / 2^s, x & (2^s - 1) as x % 2^s, where x >= 0.
Outcome<IntegerValue> IntegerReader::readDivisionBy(const Expr &expr, IntegerValue left,
                                                    int64_t power, bool isRemainder) {
  left = convert(left, expr.type, expr.range);
  force(left, expr.range);
  Quotient parts = reducedBy(left.single(), Polynomial(power));
  if (!model.isNonNegative(parts.rest) || !model.isNonNegative(parts.quotient) ||
      !model.isNonNegative(Polynomial(power - 1) - parts.rest))
    return notPolynomial(expr);
  return exact(isRemainder ? parts.rest : parts.quotient, expr.type);
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
