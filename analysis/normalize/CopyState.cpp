#include "analysis/normalize/CopyState.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

bool isFloating(const Expr &expr) { return expr.type.kind == CType::Kind::Floating; }
bool isNumber(const CType &type) {
  return type.isInteger() || type.kind == CType::Kind::Pointer ||
         type.kind == CType::Kind::Floating;
}

} // namespace

bool CopyState::isRootOfPath(SymbolId id) const {
  return std::any_of(nest.symbols->begin(), nest.symbols->end(), [&](const Symbol &symbol) {
    return symbol.kind == Symbol::Kind::Path && symbol.root == id;
  });
}

ExprRef CopyState::resolved(const ExprRef &expr) const {
  return mapExpr(expr, [&](const ExprRef &part) -> ExprRef {
    auto known =
        part->kind == Expr::Kind::Symbol ? definitions.find(part->symbol) : definitions.end();
    return known == definitions.end() ? nullptr : known->second;
  });
}

bool CopyState::isKeepable(const Expr &access) const {
  bool isOnePlace = skipPointerCasts(*access.operands[0]).kind == Expr::Kind::Symbol;
  for (size_t k = 1; k < access.operands.size(); ++k)
    forEachExpr(access.operands[k], [&](const ExprRef &part) {
      isOnePlace &= part->kind != Expr::Kind::Access &&
                    (part->kind != Expr::Kind::Symbol ||
                     std::find(active.begin(), active.end(), part->symbol) == active.end());
    });
  return isOnePlace;
}

bool CopyState::isPure(const ExprRef &expr, bool isAddressed, bool mayKeep) const {
  switch (expr->kind) {
  case Expr::Kind::Integer:
    return true;
  case Expr::Kind::Symbol: {
    const Symbol &symbol = nest.symbol(expr->symbol);
    if (std::find(active.begin(), active.end(), expr->symbol) != active.end())
      return true;
    if (symbol.type.kind == CType::Kind::Array || entryValues.count(expr->symbol))
      return true;
    return isNumber(symbol.type) && !stores.whyNotInvariant(expr->symbol, expr->range);
  }
  case Expr::Kind::Literal:
    return isFloating(*expr);
  case Expr::Kind::Access:
    // Read later than the source reads it: no store at all may change it.
    if (!isAddressed && expr->type.kind != CType::Kind::Array &&
        (!isNumber(expr->type) || stores.whyNotInvariant(*expr) ||
         (!stores.keptBy(*expr).empty() && !(mayKeep && isKeepable(*expr)))))
      return false;
    break;
  case Expr::Kind::Unary:
    if (expr->op() == Op::Amp)
      return isPure(expr->operands[0], true, mayKeep);
    break;
  case Expr::Kind::Binary:
  case Expr::Kind::Conditional:
    break;
  case Expr::Kind::Cast:
    if (!isNumber(expr->type))
      return false;
    break;
  default:
    return false;
  }
  // The only integers made of floating-point numbers are comparisons of them.
  bool mayFloat = isFloating(*expr) || expr->kind == Expr::Kind::Binary;
  return std::all_of(expr->operands.begin(), expr->operands.end(), [&](const ExprRef &operand) {
    bool isKnown = isFloating(*operand)
                       ? mayFloat
                       : isNumber(operand->type) || operand->type.kind == CType::Kind::Array;
    return isKnown && isPure(operand, false, mayKeep);
  });
}

} // namespace acc
