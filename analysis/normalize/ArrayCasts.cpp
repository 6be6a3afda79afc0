#include "analysis/normalize/ArrayCasts.h"

#include "analysis/normalize/NestExprs.h"
#include "analysis/tree/TreeUtil.h"

#include <utility>

namespace acc {
namespace {

bool isArrayCast(const Expr &expr) {
  return expr.kind == Expr::Kind::Cast && expr.operands.size() > 1;
}

ExprRef widened(const ExprRef &value, const CType &wide) {
  if (value->type.spelling == wide.spelling)
    return value;
  auto cast = std::make_shared<Expr>();
  cast->kind = Expr::Kind::Cast;
  cast->type = wide;
  cast->range = value->range;
  cast->operands = {value};
  return cast;
}

/// ((T (*)[n][m])A)[i][j][k]   ->   ((T *)A)[(i*n + j)*m + k]; null for other expressions. A row
/// that is no element is no value.
ExprRef flattened(const Expr &access, const CType &wide) {
  if (access.kind != Expr::Kind::Access || !isArrayCast(*access.operands[0]))
    return nullptr;
  const Expr &rows = *access.operands[0];
  if (access.operands.size() != rows.operands.size() + 1) {
    auto row = std::make_shared<Expr>();
    row->type = access.type;
    row->range = access.range;
    row->text = "a row of a cast array used as a value";
    return row;
  }
  auto combined = [&](const char *op, const ExprRef &left, const ExprRef &right) {
    return makeBinary(op, left, widened(right, wide), wide, access.range);
  };
  ExprRef index = widened(access.operands[1], wide);
  for (size_t d = 1; d < rows.operands.size(); ++d)
    index = combined("+", combined("*", index, rows.operands[d]), access.operands[d + 1]);
  auto flat = std::make_shared<Expr>(access);
  flat->operands = {rows.operands[0], index};
  return flat;
}

} // namespace

SourceNest withoutArrayCasts(SourceNest nest) {
  const CType wide = distanceType(*nest.unit);
  std::function<ExprRef(const ExprRef &)> flat = [&](const ExprRef &expr) -> ExprRef {
    if (ExprRef access = flattened(*expr, wide))
      return mapExpr(access, flat);
    return isArrayCast(*expr) ? mapExpr(expr->operands[0], flat) : nullptr;
  };
  return withExprs(std::move(nest), flat);
}

} // namespace acc
