#include "analysis/normalize/KnownTests.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

class Tests {
public:
  explicit Tests(const SymbolTable &symbols) : symbols(symbols) {}

  ExprRef known(const ExprRef &expr) const {
    std::vector<ExprRef> operands;
    for (const ExprRef &operand : expr->operands)
      operands.push_back(known(operand));
    const bool isLogical = expr->kind == Expr::Kind::Binary &&
                           (expr->op() == Op::AmpAmp || expr->op() == Op::PipePipe);
    const bool isNegation = expr->kind == Expr::Kind::Unary && expr->op() == Op::Exclaim;
    const size_t tested = isLogical                                             ? 2
                          : isNegation || expr->kind == Expr::Kind::Conditional ? 1
                                                                                : 0;
    for (size_t k = 0; k < tested; ++k)
      operands[k] = truth(operands[k]);
    if (isNegation && isPointer(*expr->operands[0]) && isInteger(*operands[0]))
      return number(*expr, operands[0]->value == 0);
    if (isNullTest(*expr))
      if (ExprRef value = truth(operands[0]); isInteger(*value))
        return number(*expr, (expr->op() == Op::ExclaimEqual) == (value->value != 0));
    if (isLogical)
      if (std::optional<bool> value = decided(expr->op(), *operands[0], *operands[1]))
        return number(*expr, *value);
    if (operands == expr->operands && expr->statements.empty())
      return expr;
    auto copy = std::make_shared<Expr>(*expr);
    copy->operands = std::move(operands);
    for (StmtRef &stmt : copy->statements)
      stmt = known(stmt);
    return copy;
  }

  StmtRef known(const StmtRef &root) const {
    StmtRef all = mapExprs(root, [this](const ExprRef &expr) { return known(expr); });
    return mapStmts(all, [this](const StmtRef &stmt) -> StmtRef {
      if (stmt->kind != Stmt::Kind::If)
        return stmt;
      auto copy = std::make_shared<Stmt>(*stmt);
      copy->condition = truth(stmt->condition);
      return copy;
    });
  }

  ExprRef truth(const ExprRef &value) const {
    const bool isAddress = isAddressOfVariable(*value, symbols);
    const bool isZero = (isPointer(*value) || isInteger(*value)) && isNull(*value);
    return isAddress || isZero ? number(*value, isAddress) : value;
  }

private:
  static bool isPointer(const Expr &expr) { return expr.type.kind == CType::Kind::Pointer; }
  static bool isInteger(const Expr &expr) { return expr.kind == Expr::Kind::Integer; }
  static ExprRef number(const Expr &at, bool value) {
    return makeInteger(value, truthType(), at.range);
  }

  /// p == 0, p != NULL
  static bool isNullTest(const Expr &expr) {
    return expr.kind == Expr::Kind::Binary &&
           (expr.op() == Op::EqualEqual || expr.op() == Op::ExclaimEqual) &&
           isPointer(*expr.operands[0]) && isNull(*expr.operands[1]);
  }

  /// Of && and ||: where one side decides it alone, or both are known.
  static std::optional<bool> decided(Op op, const Expr &left, const Expr &right) {
    if (!isInteger(left))
      return std::nullopt;
    const bool first = left.value != 0;
    if (first == (op == Op::PipePipe))
      return first;
    return isInteger(right) ? std::optional(right.value != 0) : std::nullopt;
  }

  const SymbolTable &symbols;
};

} // namespace

ExprRef knownTruth(const ExprRef &condition, const SymbolTable &symbols) {
  const Tests tests(symbols);
  return tests.truth(tests.known(condition));
}

SourceNest withKnownTests(SourceNest nest) {
  const Tests tests(*nest.symbols);
  nest.root = tests.known(nest.root);
  for (KnownAtEntry &entry : nest.knownAtEntry)
    entry.value = tests.known(entry.value);
  return nest;
}

} // namespace acc
