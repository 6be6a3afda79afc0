#include "analysis/normalize/Induction.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

std::optional<int64_t> literalOf(const ExprRef &expr) { return constantValue(*expr); }

bool readsElements(const ExprRef &expr) {
  bool reads = false;
  forEachExpr(expr, [&](const ExprRef &part) { reads |= part->kind == Expr::Kind::Access; });
  return reads;
}

ExprRef literal(int64_t value, const CType &type, SourceRange where) {
  ExprRef number = makeInteger(value < 0 ? -value : value, type, where);
  if (value >= 0)
    return number;
  auto minus = std::make_shared<Expr>(*number);
  minus->kind = Expr::Kind::Unary;
  minus->text = "-";
  minus->operands = {number};
  return minus;
}

ExprRef sum(const ExprRef &a, const ExprRef &b, const CType &type) {
  if (!a || literalOf(a) == 0)
    return b;
  if (!b || literalOf(b) == 0)
    return a;
  auto x = literalOf(a), y = literalOf(b);
  if (x && y)
    return literal(*x + *y, type, a->range);
  return makeBinary("+", makeExplicitCast(a, type), makeExplicitCast(b, type), type, a->range);
}

ExprRef difference(const ExprRef &a, const ExprRef &b, const CType &type) {
  if (literalOf(b) == 0)
    return makeExplicitCast(a, type);
  return makeBinary("-", makeExplicitCast(a, type), makeExplicitCast(b, type), type, a->range);
}

ExprRef product(const ExprRef &a, const ExprRef &b, const CType &type) {
  if (literalOf(a) == 1)
    return b;
  if (literalOf(b) == 1)
    return a;
  return makeBinary("*", makeExplicitCast(a, type), makeExplicitCast(b, type), type, a->range);
}

/// Of a loop's test: see countedLoop.
bool isVariable(const ExprRef &expr, SymbolId variable) {
  const Expr &inner = skipCasts(*expr);
  return inner.kind == Expr::Kind::Symbol && inner.symbol == variable;
}

/// The amount of `v += e` and `v -= e`; null for another form. v may be wider than e: what
/// `pointer -= 2u` adds is -2, not 4294967294.
ExprRef amountOf(const Stmt &assign, const UnitFacts &unit) {
  const ExprRef &amount = assign.value;
  if ((assign.op() != Op::PlusEqual && assign.op() != Op::MinusEqual) || !amount->type.isInteger())
    return nullptr;
  if (assign.op() == Op::PlusEqual)
    return amount;
  const CType wide = distanceType(unit);
  const bool isOwn = amount->type.isSigned && amount->type.bits() >= 32;
  if (auto number = literalOf(amount))
    return literal(-*number, isOwn ? amount->type : wide, amount->range);
  if (!isOwn && !keepsValues(amount->type, wide))
    return nullptr;
  auto minus = std::make_shared<Expr>(*amount);
  minus->kind = Expr::Kind::Unary;
  minus->text = "-";
  minus->operands = {isOwn ? amount : makeExplicitCast(amount, wide)};
  minus->type = minus->operands[0]->type;
  return minus;
}

/// w of `v + c < w`, `v + c <= w`, `v < w - c`, `v <= w - c` where the loop goes on while v + step
/// is at most w; null for another test.
ExprRef wholeOf(const Expr &test, SymbolId variable, int64_t step) {
  if (step < 2 || (test.op() != Op::Less && test.op() != Op::LessEqual))
    return nullptr;
  const Expr &left = skipCasts(*test.operands[0]);
  const Expr &right = skipCasts(*test.operands[1]);
  int64_t reach = test.op() == Op::Less ? 1 : 0;
  auto isShifted = [&](const Expr &sum, const char *op) {
    return sum.kind == Expr::Kind::Binary && sum.text == op &&
           literalOf(sum.operands[1]) == step - reach;
  };
  if (isShifted(left, "+") && isVariable(left.operands[0], variable))
    return test.operands[1];
  bool isAlone = isVariable(test.operands[0], variable) && right.type.isSigned;
  return isAlone && isShifted(right, "-") ? right.operands[0] : nullptr;
}

/// c of `v`, `v + c` and `v - c`; none for another expression.
std::optional<int64_t> shiftOf(const ExprRef &expr, SymbolId variable) {
  if (isVariable(expr, variable))
    return 0;
  const Expr &sum = skipCasts(*expr);
  bool isSum = sum.kind == Expr::Kind::Binary && (sum.op() == Op::Plus || sum.op() == Op::Minus);
  auto shift =
      isSum && isVariable(sum.operands[0], variable) ? literalOf(sum.operands[1]) : std::nullopt;
  return shift && sum.op() == Op::Minus ? -*shift : shift;
}

/// bound - shift as a number; null where it may overflow or be taken modulo 2^n: with n = 0,
/// `v + 1u < n` never holds and `v < n - 1u` does.
ExprRef shiftedBack(const ExprRef &bound, int64_t shift, const UnitFacts &unit) {
  if (shift == 0)
    return bound;
  if (!bound->type.isSigned || (bound->type.bits() > 32 && !literalOf(bound)))
    return nullptr;
  const CType wide = literalOf(bound) ? bound->type : distanceType(unit);
  return sum(bound, literal(-shift, wide, bound->range), wide);
}

} // namespace

std::optional<CountedLoop> countedLoop(const Stmt &loop, const UnitFacts &unit) {
  CountedLoop result;
  result.variable = loopVariable(loop);
  if (result.variable < 0 || !loop.step || assignedSymbol(*loop.step) != result.variable ||
      loop.step->kind != Stmt::Kind::Assign)
    return std::nullopt;
  result.first = loop.init->value;
  ExprRef amount = amountOf(*loop.step, unit);
  auto step = amount ? literalOf(amount) : std::nullopt;
  if (!amount || step == 0 || !result.first->type.isInteger())
    return std::nullopt;
  if (!step) {
    result.step = 0;
    result.namedStep = amount;
    return result;
  }
  result.step = *step;
  const Expr *test = loop.condition ? &skipTruthCasts(*loop.condition) : nullptr;
  if (!test || test->kind != Expr::Kind::Binary ||
      (!isOrder(test->op()) && test->op() != Op::ExclaimEqual))
    return result;
  result.whole = wholeOf(*test, result.variable, *step);
  auto left = shiftOf(test->operands[0], result.variable);
  auto right = shiftOf(test->operands[1], result.variable);
  bool isLeft = left.has_value(), isRight = right.has_value();
  if (isLeft == isRight)
    return result;
  ExprRef bound = shiftedBack(test->operands[isLeft ? 1 : 0], isLeft ? *left : *right, unit);
  if (!bound)
    return result;
  const Op op = isRight ? mirrored(test->op()) : test->op();
  const bool up = *step > 0, isWithEnd = op == Op::LessEqual || op == Op::GreaterEqual;
  const int64_t beyond = isWithEnd ? (up ? 1 : -1) : 0;
  const bool fits =
      op == Op::ExclaimEqual ? std::abs(*step) == 1 : (op == Op::Less || op == Op::LessEqual) == up;
  if (fits && bound->type.isInteger())
    result.end =
        beyond ? sum(bound, literal(beyond, bound->type, bound->range), bound->type) : bound;
  return result;
}

ExprRef tripCount(const CountedLoop &loop, const CType &type) {
  if (loop.whole)
    return makeBinary("/", makeExplicitCast(difference(loop.whole, loop.first, type), type),
                      literal(loop.step, type, loop.first->range), type, loop.first->range);
  if (!loop.end || std::abs(loop.step) != 1)
    return nullptr;
  return loop.step > 0 ? difference(loop.end, loop.first, type)
                       : difference(loop.first, loop.end, type);
}

ExprRef tripCondition(const CountedLoop &loop, const ExprRef &amount) {
  std::string order = loop.step > 0 ? "<" : ">";
  if (!readsElements(amount))
    order += "=";
  return makeBinary(order, loop.first, loop.bound(), truthType(), loop.first->range);
}

std::optional<Advance> advanceOf(const StmtRef &stmt, SymbolId variable, const CType &type,
                                 const UnitFacts &unit,
                                 const std::function<bool(const ExprRef &)> &isFixed) {
  if (!stmt)
    return Advance{};
  if (stmt->kind == Stmt::Kind::Block) {
    Advance all;
    for (const StmtRef &child : stmt->children) {
      auto part = advanceOf(child, variable, type, unit, isFixed);
      if (!part)
        return std::nullopt;
      if (part->amount)
        all.amount = all.amount ? sum(all.amount, part->amount, type) : part->amount;
      all.needs.insert(all.needs.end(), part->needs.begin(), part->needs.end());
    }
    return all;
  }
  if (!assignedIn(stmt).count(variable))
    return Advance{};
  if (stmt->kind == Stmt::Kind::Assign) {
    ExprRef amount = amountOf(*stmt, unit);
    return amount && isFixed(amount) ? std::optional(Advance{makeExplicitCast(amount, type), {}})
                                     : std::nullopt;
  }
  auto loop = stmt->kind == Stmt::Kind::For ? countedLoop(*stmt, unit) : std::nullopt;
  ExprRef count = loop ? tripCount(*loop, type) : nullptr;
  if (!count || loop->variable == variable || !isFixed(loop->first) || !isFixed(loop->bound()))
    return std::nullopt;
  auto body = advanceOf(stmt->children[0], variable, type, unit, isFixed);
  if (!body || !body->amount)
    return std::nullopt;
  auto first = literalOf(loop->first), end = literalOf(loop->bound());
  if (!first || !end)
    body->needs.push_back(tripCondition(*loop, body->amount));
  else if (int64_t length = loop->step > 0 ? *end - *first : *first - *end;
           length < 0 || (length == 0 && readsElements(body->amount)))
    return std::nullopt;
  body->amount = product(count, body->amount, type);
  return body;
}

ExprRef advanced(const ExprRef &start, const ExprRef &amount, const CType &type) {
  if (start->type.kind != CType::Kind::Pointer)
    return sum(start, amount, type);
  if (literalOf(amount) == 0)
    return start;
  return makeBinary("+", start, makeExplicitCast(amount, type), start->type, start->range);
}

/// The number that an unsigned variable goes back by where it goes forwards by `amount`, and the
/// smaller of both: of `k -= 1` the amount is 4294967295. Null for another amount.
ExprRef backwards(const ExprRef &amount, const CType &type) {
  const auto number = type.isInteger() && !type.isSigned ? literalOf(amount) : std::nullopt;
  if (!number || type.bits() > 32)
    return nullptr;
  const int64_t back = int64_t(converted(-Wide(*number), type));
  return back < *number ? literal(back, type, amount->range) : nullptr;
}

ExprRef valueInIteration(const CountedLoop &loop, const ExprRef &start, const ExprRef &amount,
                         const CType &loopType, const CType &type, SourceRange where) {
  const ExprRef back = start->type.kind == CType::Kind::Pointer ? nullptr : backwards(amount, type);
  ExprRef perStep = back ? back : amount;
  ExprRef counter = makeSymbol(loop.variable, loopType, where);
  if (loop.namedStep) {
    ExprRef run = difference(counter, loop.first, type);
    return advanced(start,
                    product(makeBinary("/", makeExplicitCast(run, type),
                                       makeExplicitCast(loop.namedStep, type), type, where),
                            amount, type),
                    type);
  }
  int64_t apart = std::abs(loop.step);
  if (auto number = literalOf(perStep); number && *number % apart == 0) {
    perStep = literal(*number / apart, type, where);
    apart = 1;
  }
  ExprRef run =
      loop.step > 0 ? difference(counter, loop.first, type) : difference(loop.first, counter, type);
  if (apart != 1)
    run = makeBinary("/", makeExplicitCast(run, type), literal(apart, type, where), type, where);
  const ExprRef moved = product(run, perStep, type);
  return back ? difference(start, moved, type) : advanced(start, moved, type);
}

std::optional<LinearAmount> linearIn(const ExprRef &amount, SymbolId counter, const CType &type,
                                     unsigned width) {
  bool isNamed = false;
  forEachExpr(amount, [&](const ExprRef &part) {
    isNamed |= part->kind == Expr::Kind::Symbol && part->symbol == counter;
  });
  if (!isNamed)
    return LinearAmount{makeExplicitCast(amount, type), nullptr};
  if (amount->kind == Expr::Kind::Symbol)
    return LinearAmount{nullptr, literal(1, type, amount->range)};
  bool isRing = amount->type.bits() >= width, mayWrap = !amount->type.isSigned && !isRing;
  if (!amount->type.isInteger() || amount->operands.empty())
    return std::nullopt;
  auto left = linearIn(amount->operands[0], counter, type, width);
  if (amount->kind == Expr::Kind::Cast)
    return isRing || keepsValues(amount->operands[0]->type, amount->type) ? left : std::nullopt;
  if (amount->kind != Expr::Kind::Binary || mayWrap)
    return std::nullopt;
  auto right = linearIn(amount->operands[1], counter, type, width);
  if (!left || !right)
    return std::nullopt;
  auto combined = [&](const ExprRef &a, const ExprRef &b) {
    if (amount->op() == Op::Plus || !b)
      return sum(a, b, type);
    return difference(a ? a : literal(0, type, b->range), b, type);
  };
  if (amount->op() == Op::Plus || amount->op() == Op::Minus)
    return LinearAmount{combined(left->base, right->base), combined(left->slope, right->slope)};
  if (amount->op() != Op::Star || (left->slope && right->slope))
    return std::nullopt;
  const ExprRef &factor = left->slope ? right->base : left->base;
  const LinearAmount &linear = left->slope ? *left : *right;
  return LinearAmount{linear.base ? product(linear.base, factor, type) : nullptr,
                      product(linear.slope, factor, type)};
}

ExprRef valueAfterSum(const CountedLoop &loop, const ExprRef &start, const LinearAmount &amount,
                      const ExprRef &at, const CType &type) {
  SourceRange where = at->range;
  auto twoLess = [&](const ExprRef &value) { // value*(value - 1)
    return product(value, difference(value, literal(1, type, where), type), type);
  };
  auto first = literalOf(loop.first);
  ExprRef total =
      amount.base ? product(difference(at, loop.first, type), amount.base, type) : nullptr;
  if (amount.slope) {
    ExprRef pairs = twoLess(at);
    if (first != 0 && first != 1)
      pairs = difference(pairs, twoLess(loop.first), type);
    ExprRef half = makeBinary("/", pairs, literal(2, type, where), type, where);
    total = sum(total, product(half, amount.slope, type), type);
  }
  return total ? advanced(start, total, type) : start;
}

} // namespace acc
