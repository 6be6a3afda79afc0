#include "analysis/model/IntegerValue.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

bool isFloating(const Expr &expr) { return expr.type.kind == CType::Kind::Floating; }

bool isPointer(const Expr &expr) { return expr.type.kind == CType::Kind::Pointer; }

/// C11 6.5.6p8: a sum stays in the object that its pointer is in, so it is null where that is.
///   p + k, &p[k], (char *)(p + k)   ->   p
ExprRef withoutSteps(ExprRef pointer) {
  for (;;) {
    const std::vector<ExprRef> &parts = pointer->operands;
    bool isSum = pointer->kind == Expr::Kind::Binary &&
                 (pointer->op() == Op::Plus || pointer->op() == Op::Minus);
    bool isElement = pointer->kind == Expr::Kind::Unary && pointer->op() == Op::Amp &&
                     parts[0]->kind == Expr::Kind::Access;
    if ((isSum || pointer->kind == Expr::Kind::Cast) && isPointer(*parts[0]))
      pointer = parts[0];
    else if (isSum && isPointer(*parts[1]))
      pointer = parts[1];
    else if (isElement && isPointer(*parts[0]->operands[0]))
      pointer = parts[0]->operands[0];
    else
      return pointer;
  }
}

/// As `p == 0`, `p != 0`: the pointer without its steps beside the null.
ExprRef nullTest(const Expr &expr) {
  auto test = std::make_shared<Expr>(expr);
  if (test->op() == Op::EqualEqual || test->op() == Op::ExclaimEqual)
    for (size_t side : {0, 1}) {
      if (isPointer(*test->operands[side]) && isNull(*test->operands[1 - side]))
        test->operands[side] = withoutSteps(test->operands[side]);
    }
  return test;
}

} // namespace

/// A pointer or number that keeps its value in the nest, in terms that may be computed
/// anywhere: integer arithmetic might overflow where the source does not compute it.
bool IntegerReader::isFixed(const Expr &expr) const {
  auto partsAreFixed = [&] {
    return std::all_of(expr.operands.begin(), expr.operands.end(),
                       [&](const ExprRef &part) { return isFixed(*part); });
  };
  switch (expr.kind) {
  case Expr::Kind::Integer:
  case Expr::Kind::Literal:
    return true;
  case Expr::Kind::Symbol: {
    // An element of an array that is stored to belongs to the data.
    const Symbol &symbol = model.nest.symbol(expr.symbol);
    bool isData = symbol.kind == Symbol::Kind::Path && model.stores.storesTo(symbol.root);
    return !isData && !model.iterator(expr.symbol) && !model.state.count(expr.symbol) &&
           !model.stores.whyNotInvariant(expr.symbol, expr.range);
  }
  case Expr::Kind::Access:
    return !model.stores.storesTo(rootOf(*expr.operands[0])) && !whyNotFixed(expr);
  case Expr::Kind::Cast:
    return !(expr.type.isInteger() && isFloating(*expr.operands[0])) && partsAreFixed();
  case Expr::Kind::Unary:
  case Expr::Kind::Binary:
    return isFloating(expr) && partsAreFixed();
  default:
    return false;
  }
}

/// States what isFixed rests on.
void IntegerReader::keepParts(const Expr &expr) const {
  if (expr.kind == Expr::Kind::Symbol)
    return model.keep(expr.symbol, expr.range);
  if (expr.kind == Expr::Kind::Access)
    return keepFixed(expr);
  for (const ExprRef &part : expr.operands)
    keepParts(*part);
}

Outcome<IntegerValue> IntegerReader::readTruth(const Expr &written) {
  bool isComparison = written.kind == Expr::Kind::Binary && written.type.isInteger();
  ExprRef node = isComparison ? nullTest(written) : std::make_shared<Expr>(written);
  if (isPointer(*node))
    node = withoutSteps(node);
  const Expr &expr = *node;
  bool isKnown =
      isComparison ? isFixed(*expr.operands[0]) && isFixed(*expr.operands[1]) : isFixed(expr);
  if (!isKnown)
    return notPolynomial(expr);
  keepParts(expr);
  CType truth = truthType();
  if (!isComparison)
    node = makeBinary("!=", node, makeInteger(0, truth, expr.range), truth, expr.range);
  Polynomial value = model.derived(printExpr(model.nest, *node), truth, node, "is", [](auto &is) {
    return std::vector<Condition>{Condition::nonNegative(is),
                                  Condition::nonNegative(Polynomial(1) - is)};
  });
  std::string name = *value.symbols().begin();
  model.ranges[name] = {0, 1};
  for (Parameter &parameter : model.parameters)
    parameter.isTruth |= parameter.name == name;
  return IntegerValue{IntegerValue::Kind::Single, {value}, truth, false};
}

} // namespace acc
