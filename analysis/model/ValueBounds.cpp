#include "analysis/model/ValueBounds.h"

#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <bit>

namespace acc {
namespace {

using Bounds = std::optional<ValueBounds>;

/// Whether it has a sign is a flag of the compiler, which may be another one tomorrow.
bool isPlainChar(const CType &type) { return type.spelling == "char"; }

Bounds typeBounds(const CType &type) {
  if (type.kind == CType::Kind::Boolean)
    return ValueBounds{0, 1};
  if (type.kind != CType::Kind::Integer || type.bits() == 0 || type.bits() > 32)
    return std::nullopt;
  int64_t half = int64_t(1) << (type.bits() - 1);
  if (isPlainChar(type))
    return ValueBounds{-half, 2 * half - 1};
  return type.isSigned ? ValueBounds{-half, half - 1} : ValueBounds{0, 2 * half - 1};
}

/// The numbers that the type holds whatever the flags are.
Bounds certainOf(const CType &type) {
  Bounds limits = typeBounds(type);
  return isPlainChar(type) ? ValueBounds{0, (limits->high - 1) / 2} : limits;
}

bool isInside(const ValueBounds &inner, const ValueBounds &outer) {
  return outer.low <= inner.low && inner.high <= outer.high;
}

/// The value of `known` converted to the type: the same where it fits, else any of the type.
/// 64 bits hold what they are given unless that is negative and they have no sign.
Bounds converted(const Bounds &known, const CType &type) {
  Bounds certain = certainOf(type);
  bool isWide = type.kind == CType::Kind::Integer && type.bits() == 64;
  if (known && (isWide ? type.isSigned || known->low >= 0 : certain && isInside(*known, *certain)))
    return known;
  return typeBounds(type);
}

/// Least and greatest of the four results; none where one of them overflows.
template <class Operation>
Bounds ofEnds(const ValueBounds &a, const ValueBounds &b, const Operation &overflows) {
  Bounds result;
  for (int64_t left : {a.low, a.high})
    for (int64_t right : {b.low, b.high}) {
      int64_t value = 0;
      if (overflows(left, right, &value))
        return std::nullopt;
      result = result ? ValueBounds{std::min(result->low, value), std::max(result->high, value)}
                      : ValueBounds{value, value};
    }
  return result;
}

Bounds unionOf(const Bounds &a, const Bounds &b) {
  if (!a || !b)
    return std::nullopt;
  return ValueBounds{std::min(a->low, b->low), std::max(a->high, b->high)};
}

Bounds ofShift(const ValueBounds &value, const ValueBounds &by, bool isLeft) {
  if (value.low < 0 || by.low < 0 || by.high > 31)
    return std::nullopt;
  if (!isLeft)
    return ValueBounds{value.low >> by.high, value.high >> by.low};
  if (value.high > INT32_MAX)
    return std::nullopt;
  return ValueBounds{value.low << by.low, value.high << by.high};
}

Bounds ofRemainder(const ValueBounds &value, const ValueBounds &by) {
  if (by.low <= 0)
    return std::nullopt;
  return ValueBounds{value.low < 0 ? std::max(value.low, 1 - by.high) : 0,
                     value.high > 0 ? std::min(value.high, by.high - 1) : 0};
}

} // namespace

AssignedValues::AssignedValues(const SourceNest &nest, const StmtRef &root) : nest(nest) {
  forEachStmt(root, [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::Declare && stmt->value)
      values[stmt->symbol].push_back(stmt->value);
    if (stmt->kind == Stmt::Kind::Assign && stmt->target &&
        stmt->target->kind == Expr::Kind::Symbol) {
      if (stmt->op() == Op::Equal && stmt->value)
        values[stmt->target->symbol].push_back(stmt->value);
      else
        other.insert(stmt->target->symbol);
    }
    other.insert(stmt->changed.begin(), stmt->changed.end());
    // The variables of loops, and what else a statement that is not read may set.
    if (stmt->kind != Stmt::Kind::Declare && stmt->kind != Stmt::Kind::Assign)
      for (const StmtRef &part : {stmt->init, stmt->step})
        forEachExprIn(part, [&](const ExprRef &expr) {
          if (expr->kind == Expr::Kind::Symbol)
            other.insert(expr->symbol);
        });
  });
  forEachExprIn(
      root, [&](const ExprRef &expr) { other.insert(expr->changed.begin(), expr->changed.end()); });
}

Bounds AssignedValues::boundsOf(const Expr &expr) const {
  std::set<SymbolId> open;
  return boundsOf(expr, open);
}

std::set<SymbolId> AssignedValues::variablesOf(const ExprRef &expr) const {
  std::set<SymbolId> found;
  auto visit = [&](const ExprRef &whole, auto &&self) -> void {
    forEachExpr(whole, [&](const ExprRef &part) {
      if (part->kind != Expr::Kind::Symbol || !found.insert(part->symbol).second)
        return;
      if (auto assigned = values.find(part->symbol); assigned != values.end())
        for (const ExprRef &value : assigned->second)
          self(value, self);
    });
  };
  visit(expr, visit);
  return found;
}

Bounds AssignedValues::ofSymbol(SymbolId id, std::set<SymbolId> &open) const {
  const Symbol &symbol = nest.symbol(id);
  auto assigned = values.find(id);
  bool isKnown = (symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter) &&
                 !symbol.addressTaken && !symbol.isStaticOrThreadLocal && !other.count(id) &&
                 assigned != values.end();
  if (auto before = found.find(id); before != found.end())
    return before->second;
  if (!isKnown || !open.insert(id).second)
    return typeBounds(symbol.type);
  Bounds all;
  for (const ExprRef &value : assigned->second) {
    Bounds one = converted(boundsOf(*value, open), symbol.type);
    all = &value == &assigned->second.front() ? one : unionOf(all, one);
  }
  open.erase(id);
  return found[id] = all;
}

Bounds AssignedValues::ofBinary(const Expr &expr, std::set<SymbolId> &open) const {
  const Op op = expr.op();
  if (isTruth(op))
    return ValueBounds{0, 1};
  Bounds a = boundsOf(*expr.operands[0], open), b = boundsOf(*expr.operands[1], open);
  if (op == Op::Amp) {
    // The bits of a number that is not negative are all that can stay.
    Bounds least;
    for (const Bounds &side : {a, b})
      if (side && side->low >= 0 && (!least || side->high < least->high))
        least = ValueBounds{0, side->high};
    return least;
  }
  if (!a || !b)
    return std::nullopt;
  if (op == Op::Pipe || op == Op::Caret) {
    if (a->low < 0 || b->low < 0)
      return std::nullopt;
    uint64_t bits = std::bit_ceil(uint64_t(std::max(a->high, b->high)) + 1);
    return ValueBounds{0, int64_t(bits) - 1};
  }
  if (op == Op::GreaterGreater || op == Op::LessLess)
    return ofShift(*a, *b, op == Op::LessLess);
  if (op == Op::Slash && b->low > 0)
    return ofEnds(*a, *b, [](int64_t x, int64_t y, int64_t *z) { return *z = x / y, false; });
  if (op == Op::Percent)
    return ofRemainder(*a, *b);
  if (op == Op::Plus)
    return ofEnds(*a, *b,
                  [](int64_t x, int64_t y, int64_t *z) { return __builtin_add_overflow(x, y, z); });
  if (op == Op::Minus)
    return ofEnds(*a, *b,
                  [](int64_t x, int64_t y, int64_t *z) { return __builtin_sub_overflow(x, y, z); });
  if (op == Op::Star)
    return ofEnds(*a, *b,
                  [](int64_t x, int64_t y, int64_t *z) { return __builtin_mul_overflow(x, y, z); });
  return std::nullopt;
}

Bounds AssignedValues::boundsOf(const Expr &expr, std::set<SymbolId> &open) const {
  if (!expr.type.isInteger())
    return std::nullopt;
  Bounds result;
  switch (expr.kind) {
  case Expr::Kind::Integer:
    result = ValueBounds{expr.value, expr.value};
    break;
  case Expr::Kind::Symbol:
    return ofSymbol(expr.symbol, open);
  case Expr::Kind::Cast:
    result = boundsOf(*expr.operands[0], open);
    break;
  case Expr::Kind::Unary:
    if (expr.op() == Op::Exclaim)
      result = ValueBounds{0, 1};
    if (expr.op() == Op::Plus)
      result = boundsOf(*expr.operands[0], open);
    break;
  case Expr::Kind::Binary:
    result = ofBinary(expr, open);
    break;
  case Expr::Kind::Conditional:
    result = unionOf(boundsOf(*expr.operands[1], open), boundsOf(*expr.operands[2], open));
    break;
  default:
    break;
  }
  return converted(result, expr.type);
}

} // namespace acc
