#include "analysis/model/IntegerValue.h"

#include "analysis/model/Quotient.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

using Kind = IntegerValue::Kind;

Kind opposite(Kind kind) {
  return kind == Kind::Min ? Kind::Max : kind == Kind::Max ? Kind::Min : Kind::Single;
}

bool sameEntries(const IntegerValue &a, const IntegerValue &b) {
  return (a.kind == b.kind || (a.entries.size() == 1 && b.entries.size() == 1)) &&
         a.entries == b.entries;
}

} // namespace

IntegerValue exact(Polynomial value, const CType &type) {
  return {Kind::Single, {std::move(value)}, type, false};
}

void IntegerReader::require(const Polynomial &value, Wide low, Wide high, SourceRange where) {
  Interval range = model.rangeOf(value);
  if (range.low >= low && range.high <= high)
    return;
  // A limit beyond what a polynomial holds is stated as the nearest that it does: stronger, never
  // weaker.
  WrapRequirement requirement{value, Polynomial(int64_t(std::max(low, Wide(-INT64_MAX)))),
                              Polynomial(int64_t(std::min(high, Wide(INT64_MAX)))), where};
  for (const WrapRequirement &known : wraps)
    if (known.value == requirement.value && known.low == requirement.low &&
        known.high == requirement.high)
      return;
  wraps.push_back(std::move(requirement));
}

std::vector<Condition> IntegerReader::alsoOutside(std::vector<Condition> facts) const {
  for (Condition &fact : facts) {
    std::set<std::string> names = fact.symbols();
    auto isNamed = [&](const std::string &name) { return names.count(name) > 0; };
    std::vector<Condition> alternatives{fact};
    for (const WrapRequirement &wrap : wraps) {
      std::set<std::string> own = wrap.value.symbols();
      if (!model.isInvariant(wrap.value) || std::none_of(own.begin(), own.end(), isNamed))
        continue;
      // What is beyond 64 bits no condition can say.
      if (*wrap.low.constant() > -INT64_MAX)
        alternatives.push_back(Condition::less(wrap.value, wrap.low));
      if (*wrap.high.constant() < INT64_MAX)
        alternatives.push_back(Condition::less(wrap.high, wrap.value));
    }
    fact = Condition::disjunction(std::move(alternatives));
  }
  return facts;
}

namespace {

/// What is only congruent to a known number is known itself: (unsigned char)257 is 1. For where the
/// value counts: within sums of its type -7 says more of an index than 4294967289 does.
void settleConstant(IntegerValue &value) {
  auto number = value.isRing ? value.single().constant() : std::nullopt;
  Wide settled = number ? converted(*number, value.type) : 0;
  if (!number || settled > INT64_MAX)
    return;
  value.entries = {Polynomial(int64_t(settled))};
  value.isRing = false;
}

bool isRingOperation(Op op) { return op == Op::Plus || op == Op::Minus || op == Op::Star; }

} // namespace

void IntegerReader::force(IntegerValue &value, SourceRange where) {
  settleConstant(value);
  if (!value.isRing)
    return;
  auto [low, high] = limitsOf(value.type);
  require(value.single(), low, high, where);
  value.isRing = false;
}

IntegerValue IntegerReader::convert(IntegerValue value, const CType &type, SourceRange where) {
  auto [low, high] = limitsOf(type);
  auto [sourceLow, sourceHigh] = limitsOf(value.type);
  if (type.bits() > value.type.bits())
    force(value, where);
  if (!value.isSingle()) {
    if (sourceLow < low || sourceHigh > high)
      for (const Polynomial &entry : value.entries)
        require(entry, low, high, where);
    value.type = type;
    return value;
  }
  Interval range = model.rangeOf(value.single());
  if (!value.isRing)
    range = {std::max(range.low, sourceLow), std::min(range.high, sourceHigh)};
  value.isRing = range.low < low || range.high > high;
  value.type = type;
  // Sums of a narrower type are computed in int.
  if (type.bits() < 32)
    settleConstant(value);
  return value;
}

Rejection IntegerReader::notPolynomial(const Expr &expr) const {
  return {RejectionKind::NonPolynomialIndex, expr.range, printExpr(model.nest, expr)};
}

Outcome<Polynomial> IntegerReader::readIndex(const Expr &expr) {
  auto value = read(expr);
  if (!value)
    return value.rejection();
  if (!value->isSingle())
    return notPolynomial(expr);
  if (value->type.bits() < model.nest.unit->pointerBits)
    force(*value, expr.range);
  const Polynomial &number = value->single();
  if ((number * Polynomial(number.denominator())).overflowed())
    return Rejection{RejectionKind::TooComplex, expr.range,
                     "a coefficient does not fit in 64 bits"};
  return value->single();
}

Outcome<IntegerValue> IntegerReader::read(const Expr &expr) {
  if (auto value = model.chosen.find(&expr); value != model.chosen.end())
    return exact(value->second, expr.type);
  if (auto operand = model.taken.find(&expr); operand != model.taken.end()) {
    auto value = read(*operand->second);
    return value ? convert(*value, expr.type, expr.range) : value;
  }
  switch (expr.kind) {
  case Expr::Kind::Integer:
    if (!expr.type.isSigned && expr.value < 0)
      return Rejection{RejectionKind::IndexType, expr.range, expr.text};
    return exact(Polynomial(expr.value), expr.type);
  case Expr::Kind::Symbol:
  case Expr::Kind::Access:
    return readName(expr);
  case Expr::Kind::Unary:
    return readUnary(expr);
  case Expr::Kind::Binary:
    // 0x7FFFFFFF >> 4. Sums and products of numbers stay in the ring: (unsigned)-7 is -7 there.
    if (!isRingOperation(expr.op()))
      if (auto number = constantValue(expr))
        return exact(Polynomial(*number), expr.type);
    return readBinary(expr);
  case Expr::Kind::Conditional:
    return readConditional(expr);
  case Expr::Kind::Cast: {
    if (!expr.type.isInteger() || !expr.operands[0]->type.isInteger())
      return notPolynomial(expr);
    auto value = read(*expr.operands[0]);
    if (!value)
      return value;
    if (expr.type.kind == CType::Kind::Boolean) {
      force(*value, expr.range);
      Interval range = model.rangeOf(value->entries.front());
      if (!value->isSingle() || range.low < 0 || range.high > 1)
        return opaque(expr);
    }
    return convert(*value, expr.type, expr.range);
  }
  case Expr::Kind::Call:
    return Rejection{expr.effect == CallEffect::Unknown ? RejectionKind::Call
                                                        : RejectionKind::NonPolynomialIndex,
                     expr.range, printExpr(model.nest, expr)};
  case Expr::Kind::Unsupported:
    return Rejection{expr.reason, expr.range, expr.text};
  case Expr::Kind::Literal:
  case Expr::Kind::Assign: // these are in no plain tree
  case Expr::Kind::Step:
  case Expr::Kind::Comma:
  case Expr::Kind::Block:
    break;
  }
  return notPolynomial(expr);
}

Outcome<IntegerValue> IntegerReader::readName(const Expr &expr) {
  if (!expr.type.isInteger())
    return notPolynomial(expr);
  if (expr.kind == Expr::Kind::Symbol) {
    if (auto name = model.iterator(expr.symbol))
      return exact(Polynomial::symbol(*name), expr.type);
    auto parameter = model.parameterOf(expr.symbol, expr.range);
    if (!parameter)
      return parameter.rejection();
    return exact(*parameter, expr.type);
  }
  // An element at an invariant place, of memory that the nest does not change,
  // is a parameter: dims[2].
  if (auto why = whyNotFixed(expr))
    return *why;
  keepFixed(expr);
  bool isConstantPlace = true;
  for (size_t k = 1; k < expr.operands.size(); ++k) {
    auto subscript = read(*expr.operands[k]);
    isConstantPlace &= subscript->single().constant().has_value();
  }
  std::string text = printExpr(model.nest, expr);
  auto node = std::make_shared<Expr>(expr);
  return exact(model.derived(text, expr.type, node, isConstantPlace ? text : "q"), expr.type);
}

std::optional<Rejection> IntegerReader::whyNotFixed(const Expr &access) const {
  RejectionKind kind = access.type.kind == CType::Kind::Pointer ? RejectionKind::IndirectBase
                                                                : RejectionKind::IndirectIndex;
  Rejection indirect{kind, access.range, printExpr(model.nest, access)};
  if (access.type.isVolatile)
    return Rejection{RejectionKind::Volatile, access.range, indirect.detail};
  for (size_t k = 1; k < access.operands.size(); ++k) {
    std::vector<WrapRequirement> ignored;
    auto subscript = IntegerReader(model, ignored).read(*access.operands[k]);
    if (!subscript || !subscript->isSingle() || !model.isInvariant(subscript->single()))
      return indirect;
  }
  const Expr &base = skipPointerCasts(*access.operands[0]);
  if (base.kind == Expr::Kind::Access) {
    if (auto why = whyNotFixed(base))
      return why;
  } else if (base.kind == Expr::Kind::Symbol) {
    const Symbol &symbol = model.nest.symbol(base.symbol);
    if (symbol.type.isVolatile)
      return Rejection{RejectionKind::Volatile, access.range, indirect.detail};
    if (symbol.type.kind != CType::Kind::Array)
      if (auto why = model.stores.whyNotInvariant(base.symbol, access.range))
        return why;
  } else {
    return indirect;
  }
  return model.stores.whyNotInvariant(access);
}

void IntegerReader::keepFixed(const Expr &access) const {
  const Expr &base = skipPointerCasts(*access.operands[0]);
  if (base.kind == Expr::Kind::Access)
    keepFixed(base);
  else
    model.keep(base.symbol, access.range);
  if (access.type.kind != CType::Kind::Array)
    model.keep(access);
}

Outcome<IntegerValue> IntegerReader::readUnary(const Expr &expr) {
  const Expr &operand = *expr.operands[0];
  if (expr.op() == Op::Exclaim || expr.op() == Op::Amp)
    return expr.op() == Op::Exclaim ? opaque(expr) : Outcome<IntegerValue>(notPolynomial(expr));
  auto value = read(operand);
  if (!value || expr.op() == Op::Plus)
    return value;
  IntegerValue zero = exact(Polynomial(expr.op() == Op::Tilde ? -1 : 0), expr.type);
  auto minus = std::make_shared<Expr>(expr);
  minus->text = "-"; // ~x is -1 - x in two's complement
  return arithmetic(*minus, zero, *value);
}

IntegerValue IntegerReader::arithmetic(const Expr &expr, IntegerValue left, IntegerValue right) {
  left = convert(std::move(left), expr.type, expr.range);
  right = convert(std::move(right), expr.type, expr.range);
  bool wraps = !expr.type.isSigned || model.nest.unit->wrapsSigned;
  if (!wraps) {
    force(left, expr.range);
    force(right, expr.range);
  }
  IntegerValue result;
  result.type = expr.type;
  bool negates = expr.op() == Op::Minus;
  result.kind = !left.isSingle() ? left.kind : negates ? opposite(right.kind) : right.kind;
  for (const Polynomial &a : left.entries)
    for (const Polynomial &b : right.entries)
      result.entries.push_back(expr.op() == Op::Star ? a * b : negates ? a - b : a + b);
  if (expr.op() == Op::Star && !result.isSingle()) {
    const IntegerValue &factor = left.isSingle() ? left : right;
    if (*factor.single().constant() < 0)
      result.kind = opposite(result.kind);
  }
  auto [low, high] = limitsOf(expr.type);
  if (!wraps)
    return result;
  if (result.isSingle()) {
    Interval range = model.rangeOf(result.single());
    result.isRing = range.low < low || range.high > high;
  } else {
    for (const Polynomial &entry : result.entries)
      require(entry, low, high, expr.range);
  }
  return result;
}

namespace {

/// A pointer as what it starts from and the numbers that are added to it and taken from it.
struct PointerSum {
  const Expr *base;
  std::vector<const Expr *> added, taken;
};

unsigned unitOf(const Expr &pointer) {
  return pointer.type.element ? pointer.type.element->size : 0;
}

/// Through casts that leave the unit in which a pointer counts.
const Expr &inSameUnit(const Expr &pointer) {
  bool isCast = pointer.kind == Expr::Kind::Cast && unitOf(pointer) != 0 &&
                unitOf(pointer) == unitOf(*pointer.operands[0]);
  return isCast ? inSameUnit(*pointer.operands[0]) : pointer;
}

PointerSum pointerSum(const Expr &pointer) {
  PointerSum sum{&inSameUnit(pointer), {}, {}};
  while (sum.base->kind == Expr::Kind::Binary) {
    const Expr &left = *sum.base->operands[0], &right = *sum.base->operands[1];
    if (left.type.isInteger() == right.type.isInteger())
      break;
    const Expr &number = left.type.isInteger() ? left : right;
    (sum.base->op() == Op::Minus ? sum.taken : sum.added).push_back(&number);
    sum.base = &inSameUnit(&number == &left ? right : left);
  }
  return sum;
}

} // namespace

/// The distance of two pointers that are made of the same variable: (A + n*m) - (A + i).
Outcome<IntegerValue> IntegerReader::readDistance(const Expr &expr) {
  PointerSum from = pointerSum(*expr.operands[0]), to = pointerSum(*expr.operands[1]);
  bool isSame = from.base->kind == Expr::Kind::Symbol && to.base->kind == Expr::Kind::Symbol &&
                from.base->symbol == to.base->symbol && unitOf(*expr.operands[0]) != 0 &&
                unitOf(*expr.operands[0]) == unitOf(*expr.operands[1]);
  if (!isSame)
    return notPolynomial(expr);
  Polynomial distance;
  auto add = [&](const std::vector<const Expr *> &numbers,
                 int64_t sign) -> std::optional<Rejection> {
    for (const Expr *number : numbers) {
      auto index = readIndex(*number);
      if (!index)
        return index.rejection();
      distance += Polynomial(sign) * *index;
    }
    return std::nullopt;
  };
  for (auto &reason :
       {add(from.added, 1), add(from.taken, -1), add(to.added, -1), add(to.taken, 1)})
    if (reason)
      return *reason;
  return exact(distance, expr.type);
}

/// The distance of two pointers in memory, as a parameter.
Outcome<IntegerValue> IntegerReader::readRowDistance(const Expr &expr, const RowDistance &rows) {
  for (const ExprRef &row : {rows.first, rows.next}) {
    if (auto why = whyNotFixed(*row))
      return *why;
    keepFixed(*row);
  }
  return exact(
      model.derived(printExpr(model.nest, expr), expr.type, std::make_shared<Expr>(expr), "pitch"),
      expr.type);
}

Outcome<IntegerValue> IntegerReader::readBinary(const Expr &expr) {
  if (auto rows = rowDistance(expr))
    return readRowDistance(expr, *rows);
  if (isTruth(expr.op())) {
    bool isArithmetic = expr.operands[0]->type.isInteger() && expr.operands[1]->type.isInteger();
    return isArithmetic ? opaque(expr) : readTruth(expr);
  }
  auto isPointer = [](const Expr &operand) {
    return operand.type.kind == CType::Kind::Pointer || operand.type.kind == CType::Kind::Array;
  };
  if (expr.op() == Op::Minus && isPointer(*expr.operands[0]) && isPointer(*expr.operands[1]))
    return readDistance(expr);
  if (!expr.type.isInteger() || !expr.operands[0]->type.isInteger() ||
      !expr.operands[1]->type.isInteger())
    return notPolynomial(expr);
  auto left = read(*expr.operands[0]);
  if (!left)
    return left;
  auto right = read(*expr.operands[1]);
  if (!right)
    return right;
  if (expr.op() == Op::Star && !(left->isSingle() && right->isSingle()))
    for (size_t k : {0, 1}) {
      Outcome<IntegerValue> &side = k == 0 ? left : right;
      const Outcome<IntegerValue> &factor = k == 0 ? right : left;
      if (!side->isSingle() && !(factor->isSingle() && factor->single().constant()))
        side = asFactor(*expr.operands[k], *side);
      if (!side)
        return side;
    }
  if (expr.op() == Op::Plus || expr.op() == Op::Minus || expr.op() == Op::Star) {
    bool bothSets = !left->isSingle() && !right->isSingle();
    const IntegerValue &factor = left->isSingle() ? *left : *right;
    if (bothSets || (expr.op() == Op::Star && !(left->isSingle() && right->isSingle()) &&
                     !factor.single().constant()))
      return opaque(expr);
    return arithmetic(expr, *left, *right);
  }
  if (!left->isSingle() || !right->isSingle())
    return opaque(expr);
  if (expr.op() == Op::Slash || expr.op() == Op::Percent)
    return readDivision(expr, *left, *right);
  if (expr.op() == Op::LessLess || expr.op() == Op::GreaterGreater)
    return readShift(expr, *left, *right);
  if (expr.op() == Op::Pipe && (haveNoCommonBit(left->single(), right->single()) ||
                                haveNoCommonBit(right->single(), left->single()))) {
    auto sum = std::make_shared<Expr>(expr);
    sum->text = "+";
    return arithmetic(*sum, *left, *right);
  }
  if (auto form = divisionForm(expr); form && !model.isInvariant(left->single()))
    return readDivisionBy(expr, *left, form->power, form->isRemainder);
  if (auto mask = maskForm(expr); mask && model.isInvariant(left->single()))
    return readMask(expr, *left, *mask);
  return opaque(expr);
}

/// `high` is a multiple of a power of two that `low` is below: i << 4 and j, 0 <= j < 16.
bool IntegerReader::haveNoCommonBit(const Polynomial &high, const Polynomial &low) const {
  int64_t power = high.content() & -high.content();
  return power > 1 && model.isNonNegative(low) && model.isNonNegative(Polynomial(power - 1) - low);
}

Outcome<IntegerValue> IntegerReader::readConditional(const Expr &expr) {
  const Expr &test = skipTruthCasts(*expr.operands[0]);
  const bool isBelow = test.op() == Op::Less || test.op() == Op::LessEqual;
  if (test.kind != Expr::Kind::Binary || !isOrder(test.op()) || !test.operands[0]->type.isInteger())
    return opaque(expr);
  auto a = read(*test.operands[0]);
  auto b = read(*test.operands[1]);
  auto chosen = read(*expr.operands[1]);
  auto other = read(*expr.operands[2]);
  for (auto *part : {&a, &b, &chosen, &other})
    if (!*part)
      return part->rejection();
  for (auto *part : {&a, &b, &chosen, &other})
    force(**part, expr.range);
  // a < b ? t : e is min(t, e) when t - e == a - b, max when t - e == b - a.
  bool isMin;
  if (a->isSingle() && b->isSingle() && chosen->isSingle() && other->isSingle()) {
    Polynomial tested = a->single() - b->single();
    Polynomial values = chosen->single() - other->single();
    if (!(values == tested) && !(values == -tested))
      return opaque(expr);
    isMin = (values == tested) == isBelow;
  } else if (sameEntries(*a, *chosen) && sameEntries(*b, *other)) {
    isMin = isBelow;
  } else if (sameEntries(*a, *other) && sameEntries(*b, *chosen)) {
    isMin = !isBelow;
  } else {
    return opaque(expr);
  }
  IntegerValue result = exact(Polynomial(0), expr.type);
  result.kind = isMin ? Kind::Min : Kind::Max;
  result.entries.clear();
  for (const IntegerValue *part : {&*chosen, &*other}) {
    if (!part->isSingle() && part->kind != result.kind)
      return opaque(expr);
    for (const Polynomial &entry : part->entries)
      if (std::find(result.entries.begin(), result.entries.end(), entry) == result.entries.end())
        result.entries.push_back(entry);
  }
  if (result.entries.size() == 1)
    result.kind = Kind::Single;
  return result;
}

Outcome<IntegerValue> IntegerReader::asFactor(const Expr &expr, IntegerValue value) {
  if (value.isSingle() || !std::all_of(value.entries.begin(), value.entries.end(),
                                       [&](const auto &entry) { return model.isInvariant(entry); }))
    return value;
  bool isMax = value.kind == Kind::Max;
  // `convert` has required that every conversion keeps each of the entries.
  auto parameter = opaque(skipCasts(expr), [&](const Polynomial &q) {
    std::vector<Condition> facts, equal;
    for (const Polynomial &entry : value.entries) {
      facts.push_back(isMax ? Condition::lessEqual(entry, q) : Condition::lessEqual(q, entry));
      equal.push_back(Condition::zero(q - entry));
    }
    facts.push_back(Condition::disjunction(equal));
    return alsoOutside(std::move(facts));
  });
  if (!parameter)
    return parameter;
  Interval &range = model.ranges[*parameter->single().symbols().begin()];
  for (const Polynomial &entry : value.entries) {
    Interval known = model.rangeOf(entry);
    if (isMax)
      range.low = std::max(range.low, known.low);
    else
      range.high = std::min(range.high, known.high);
  }
  return convert(*parameter, expr.type, expr.range);
}

Outcome<IntegerValue> IntegerReader::opaque(const Expr &expr, const Facts &facts) {
  std::optional<Rejection> reason;
  std::map<const Expr *, std::string> names;
  forEachExpr(std::make_shared<Expr>(expr), [&](const ExprRef &part) {
    bool isName = part->kind == Expr::Kind::Symbol || part->kind == Expr::Kind::Access;
    bool isForeign = part->kind == Expr::Kind::Call || part->kind == Expr::Kind::Literal ||
                     part->kind == Expr::Kind::Unsupported || !part->type.isInteger();
    if (reason)
      return;
    if (isForeign || (part->kind == Expr::Kind::Unary && part->op() == Op::Amp)) {
      reason = notPolynomial(expr);
    } else if (isName) {
      auto value = readName(*part);
      if (!value)
        reason = value.rejection();
      else if (!value->isSingle() || !model.isInvariant(value->single()))
        reason = notPolynomial(expr);
      else
        names[part.get()] = value->single().str();
    }
  });
  if (reason)
    return *reason;
  PrintHooks hooks;
  hooks.replace = [&](const Expr &part) -> std::optional<std::string> {
    auto name = names.find(&part);
    return name == names.end() ? std::nullopt : std::optional(name->second);
  };
  std::string text = printExpr(model.nest, expr, hooks);
  std::string hint = expr.kind == Expr::Kind::Binary && expr.op() == Op::Percent ? "r" : "q";
  return exact(model.derived(text, expr.type, std::make_shared<Expr>(expr), hint, facts),
               expr.type);
}

} // namespace acc
