#include "analysis/tree/RowDistance.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// The pointer in memory whose address the expression is; null for another expression.
ExprRef pointerOf(const Expr &number) {
  bool isAddress = number.kind == Expr::Kind::Cast && number.type.isInteger() &&
                   number.operands[0]->type.kind == CType::Kind::Pointer &&
                   number.operands[0]->kind == Expr::Kind::Access &&
                   number.operands[0]->type.size == number.type.size;
  return isAddress ? number.operands[0] : nullptr;
}

} // namespace

ExprRef convertedLiteral(int64_t value, const CType &type, SourceRange where) {
  if (type.spelling == truthType().spelling || value != int32_t(value))
    return makeInteger(value, type, where);
  auto converted = std::make_shared<Expr>();
  converted->kind = Expr::Kind::Cast;
  converted->type = type;
  converted->range = where;
  converted->isImplicit = true;
  converted->operands = {makeInteger(value, truthType(), where)};
  return converted;
}

CType unsignedOf(CType type) {
  type.isSigned = false;
  type.spelling = "unsigned " + type.spelling;
  return type;
}

ExprRef makeRowDistance(const RowDistance &rows, const CType &number, SourceRange where) {
  const CType address = unsignedOf(number);
  ExprRef bytes = makeBinary("-", makeExplicitCast(rows.next, address),
                             makeExplicitCast(rows.first, address), address, where);
  return makeBinary("/", makeExplicitCast(bytes, number),
                    convertedLiteral(rows.first->type.element->size, number, where), number, where);
}

std::optional<RowDistance> rowDistance(const Expr &expr) {
  if (expr.kind != Expr::Kind::Binary || expr.op() != Op::Slash)
    return std::nullopt;
  const Expr &number = *expr.operands[0];
  const Expr &bytes = number.kind == Expr::Kind::Cast ? *number.operands[0] : number;
  if (bytes.kind != Expr::Kind::Binary || bytes.op() != Op::Minus)
    return std::nullopt;
  ExprRef next = pointerOf(*bytes.operands[0]), first = pointerOf(*bytes.operands[1]);
  if (!next || !first || !first->type.element || first->type.element->size == 0 ||
      constantValue(*expr.operands[1]) != int64_t(first->type.element->size))
    return std::nullopt;
  return RowDistance{first, next};
}

} // namespace acc
