#include "analysis/normalize/NegatedTests.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

ExprRef plainTest(const ExprRef &test);

/// !test without a negation; null where there is none.
ExprRef opposite(const Expr &test) {
  const Op op = test.kind == Expr::Kind::Binary ? test.op() : Op::None;
  const Op other = op == Op::AmpAmp ? Op::PipePipe : op == Op::PipePipe ? Op::AmpAmp : negated(op);
  if (other == Op::None)
    return nullptr;
  std::vector<ExprRef> sides = test.operands;
  for (ExprRef &side : sides) {
    if (side->type.kind == CType::Kind::Floating)
      return nullptr;
    if (isLogical(op))
      side = plainTest(makeNot(side));
  }
  return makeBinary(opText(other), sides[0], sides[1], test.type, test.range);
}

/// a && b, or a & b of two comparisons without effects.
bool isConjunction(const Expr &test) {
  if (test.op() == Op::AmpAmp)
    return true;
  auto isTest = [](const ExprRef &side) {
    return isTruthValue(skipTruthCasts(*side)) && isPure(*side) && !hasSideEffect(side);
  };
  return test.op() == Op::Amp && isTest(test.operands[0]) && isTest(test.operands[1]);
}

ExprRef plainTest(const ExprRef &test) {
  const bool isNegation = test->kind == Expr::Kind::Unary && test->op() == Op::Exclaim;
  if (ExprRef other = isNegation ? opposite(*test->operands[0]) : nullptr)
    return other;
  if (test->kind != Expr::Kind::Binary || !isConjunction(*test))
    return test;
  ExprRef left = plainTest(test->operands[0]), right = plainTest(test->operands[1]);
  bool isSame = test->op() == Op::AmpAmp && left == test->operands[0] && right == test->operands[1];
  return isSame ? test : makeBinary("&&", left, right, test->type, test->range);
}

} // namespace

SourceNest withPlainTests(SourceNest nest) {
  nest.root = mapStmts(nest.root, [](const StmtRef &stmt) -> StmtRef {
    if (!isLoop(*stmt) || !stmt->condition)
      return stmt;
    ExprRef test = plainTest(stmt->condition);
    if (test == stmt->condition)
      return stmt;
    auto loop = std::make_shared<Stmt>(*stmt);
    loop->condition = test;
    return loop;
  });
  return nest;
}

} // namespace acc
