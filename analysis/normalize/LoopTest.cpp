#include "analysis/normalize/LoopTest.h"

#include "analysis/normalize/MovedEffects.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

bool isVariable(const Expr &expr, SymbolId variable) {
  const Expr &inner = skipImplicitCasts(expr);
  return inner.kind == Expr::Kind::Symbol && inner.symbol == variable;
}

/// `v`, `v > 0`, `v != 0` and the like: where it holds, v is not 0.
bool saysNotZero(const Expr &condition, SymbolId variable) {
  const Expr &test = skipImplicitCasts(condition);
  if (isVariable(test, variable))
    return true;
  if (test.kind != Expr::Kind::Binary)
    return false;
  auto isZero = [](const Expr &expr) { return constantValue(expr) == 0; };
  bool isLeft = isVariable(*test.operands[0], variable) && isZero(*test.operands[1]);
  bool isRight = isVariable(*test.operands[1], variable) && isZero(*test.operands[0]);
  return (isLeft && (test.op() == Op::ExclaimEqual || test.op() == Op::Greater)) ||
         (isRight && (test.op() == Op::ExclaimEqual || test.op() == Op::Less));
}

/// Of `v > 0 && v--` the step: it is made where the test holds, and is true there. Null for all
/// else.
const Expr *stepBehindTest(const SourceNest &nest, const Expr &condition) {
  const Expr &both = skipImplicitCasts(condition);
  if (both.kind != Expr::Kind::Binary || both.op() != Op::AmpAmp)
    return nullptr;
  const Expr &step = skipImplicitCasts(*both.operands[1]);
  bool isStep = step.kind == Expr::Kind::Step && step.op() == Op::MinusMinus && step.isPostfix &&
                step.operands[0]->type.isInteger() && isOwnVariable(nest, *step.operands[0]);
  return isStep && saysNotZero(*both.operands[0], step.operands[0]->symbol) ? &step : nullptr;
}

bool mayBeReadBehind(const SourceNest &nest, const Stmt &loop, SymbolId variable) {
  const std::vector<SymbolId> &live = loop.loop.liveOut;
  return nest.symbol(variable).isInvented ||
         std::find(live.begin(), live.end(), variable) != live.end();
}

class Test {
public:
  Test(const SourceNest &nest, Stmt &loop) : nest(nest), loop(loop) {}

  /// The step for the body; null where there is none.
  StmtRef take() {
    const bool isPossible = !(loop.kind == Stmt::Kind::For && loop.step);
    if (isPossible && loop.kind != Stmt::Kind::DoWhile)
      if (const Expr *step = stepBehindTest(nest, *loop.condition)) {
        StmtRef statement = asStatement(*step);
        loop.condition = skipImplicitCasts(*loop.condition).operands[0];
        return statement;
      }
    const ExprRef whole = loop.condition;
    if (!isPossible) {
      loop.condition = withoutSideEffects(whole);
      return nullptr;
    }
    MovedEffects moved(nest, {whole}, true);
    loop.condition = moved.without(whole);
    if (moved.before.empty() && moved.after.empty())
      return nullptr;
    if (auto taken = stepFrom(moved))
      return *taken;
    auto refused = std::make_shared<Expr>(*asUnsupported(whole));
    refused->text = "a side effect in the condition of a loop";
    loop.condition = refused;
    return nullptr;
  }

private:
  /// None where it cannot be taken; null where the head of the loop takes it.
  std::optional<StmtRef> stepFrom(const MovedEffects &moved) {
    const bool isBefore = !moved.before.empty(), isRepeated = loop.kind == Stmt::Kind::DoWhile;
    const StmtRef step = isBefore ? moved.before.front() : moved.after.front();
    bool isOne = moved.before.size() + moved.after.size() == 1 &&
                 step->kind == Stmt::Kind::Assign && step->op() != Op::Equal &&
                 step->value->kind == Expr::Kind::Integer &&
                 step->target->kind == Expr::Kind::Symbol && step->target->type.isInteger();
    if (!isOne)
      return std::nullopt;
    const SymbolId symbol = step->target->symbol;
    const std::string forwards = step->text.substr(0, 1), back = forwards == "-" ? "+" : "-";
    if (isRepeated) {
      if (!isBefore)
        testSteppedBy(back, *step);
      return step;
    }
    bool startsHere = loop.init && loop.init->kind != Stmt::Kind::Block &&
                      assignedSymbol(*loop.init) == symbol && loop.init->value &&
                      (loop.init->kind == Stmt::Kind::Declare || loop.init->op() == Op::Equal);
    if (isBefore && startsHere) {
      auto init = std::make_shared<Stmt>(*loop.init);
      init->value = makeBinary(forwards, init->value, step->value, step->target->type, init->range);
      loop.init = init;
      loop.step = step;
      return StmtRef();
    }
    bool isWide = step->target->type.bits() >= 32;
    if ((isBefore && !isWide) || mayBeReadBehind(nest, loop, symbol))
      return std::nullopt;
    if (isBefore)
      testSteppedBy(forwards, *step);
    return step;
  }

  void testSteppedBy(const std::string &op, const Stmt &step) {
    loop.condition = mapExpr(loop.condition, [&](const ExprRef &part) -> ExprRef {
      bool isCounter = part->kind == Expr::Kind::Symbol && part->symbol == step.target->symbol;
      return isCounter ? stepped(part, op, step.value) : nullptr;
    });
  }

  const SourceNest &nest;
  Stmt &loop;
};

} // namespace

void takeStepOfTest(const SourceNest &nest, Stmt &loop) {
  if (!loop.condition || !hasSideEffect(loop.condition))
    return;
  const StmtRef step = Test(nest, loop).take();
  if (!step)
    return;
  const StmtRef &body = loop.children[0];
  if (loop.kind != Stmt::Kind::DoWhile) {
    loop.children = {makeBlock({step, body}, body->range)};
    return;
  }
  StmtRef runsOn = withoutContinueIn(body);
  if (hasJump(runsOn, "continue")) {
    auto refused = std::make_shared<Stmt>();
    refused->range = body->range;
    refused->reason = RejectionKind::Jump;
    refused->text = "continue";
    const std::set<SymbolId> changed = assignedIn(body);
    refused->changed = {changed.begin(), changed.end()};
    runsOn = refused;
  }
  loop.children = {makeBlock({runsOn, step}, body->range)};
}

} // namespace acc
