#include "analysis/normalize/UnrolledRange.h"

#include "analysis/normalize/LoopHead.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

bool isSimple(const ExprRef &expr) {
  bool simple = true;
  forEachExpr(expr, [&](const ExprRef &part) {
    simple &= part->kind == Expr::Kind::Integer || part->kind == Expr::Kind::Cast ||
              part->kind == Expr::Kind::Binary || part->kind == Expr::Kind::Unary ||
              part->kind == Expr::Kind::Symbol;
  });
  return simple;
}

bool isCounterType(const CType &type) {
  return type.kind == CType::Kind::Integer && type.bits() >= 32 && !type.isVolatile;
}

bool isPowerOfTwo(int64_t value) { return (value & (value - 1)) == 0; }

/// The counter, or a sum of it and a number; none for others.
std::optional<int64_t> reachOf(const Expr &expr, SymbolId counter) {
  if (isWidened(expr, counter))
    return 0;
  const Expr &sum = skipWidening(expr);
  auto number =
      sum.kind == Expr::Kind::Binary && sum.op() == Op::Plus && isWidened(*sum.operands[0], counter)
          ? constantValue(*sum.operands[1])
          : std::nullopt;
  return number && *number >= 0 && *number <= 1024 ? number : std::nullopt;
}

/// x behind conversions of signed numbers to unsigned ones, which do not change what is not
/// negative.
const Expr &skipSignLoss(const Expr &expr) {
  const Expr &inner = skipWidening(expr);
  bool isLoss = inner.kind == Expr::Kind::Cast && inner.type.isInteger() &&
                inner.operands[0]->type.isInteger() && inner.operands[0]->type.isSigned &&
                !inner.type.isSigned && inner.type.bits() >= inner.operands[0]->type.bits();
  return isLoss ? skipWidening(*inner.operands[0]) : inner;
}

/// a <= b, as `a < b + 1`, and the like: the smaller side, the larger one, and what is added to
/// that.
struct Comparison {
  ExprRef small, large;
  int64_t more = 0;
};

std::optional<Comparison> comparisonOf(const Stmt &loop) {
  const Expr &test = skipTruthCasts(*loop.condition);
  if (test.kind != Expr::Kind::Binary || !test.operands[0]->type.isInteger() ||
      !test.operands[1]->type.isInteger())
    return std::nullopt;
  if (test.op() == Op::Less || test.op() == Op::LessEqual)
    return Comparison{test.operands[0], test.operands[1], test.text.size() == 2};
  if (test.op() == Op::Greater || test.op() == Op::GreaterEqual)
    return Comparison{test.operands[1], test.operands[0], test.text.size() == 2};
  return std::nullopt;
}

class RangeReader {
public:
  RangeReader(const Stmt &loop, const SourceNest &nest, ShiftedForms &forms)
      : loop(loop), nest(nest), forms(forms) {}

  std::optional<SteppedRange> read() {
    if (loop.kind != Stmt::Kind::For || loop.runsFirst || !loop.condition || !loop.step ||
        !loop.loop.pragma.empty() || !readStep() || !readFirst())
      return std::nullopt;
    return readEnd() ? std::optional(range) : std::nullopt;
  }

private:
  bool readStep() {
    range.counter = loop.init ? loopVariable(loop) : openCounter(loop);
    if (range.counter < 0 || loop.step->kind != Stmt::Kind::Assign ||
        loop.step->op() != Op::PlusEqual || assignedSymbol(*loop.step) != range.counter ||
        !isCounterType(nest.symbol(range.counter).type))
      return false;
    auto step = constantValue(*loop.step->value);
    range.step = step.value_or(0);
    return range.step >= 1 && range.step <= 1024;
  }

  bool readFirst() {
    if (!loop.init)
      return true;
    range.start = forms.resolved(loop.init->value);
    if (!isSimple(range.start) || names(range.start, range.counter) ||
        !range.start->type.isInteger())
      return false;
    // As the counter has it.
    bool isKept =
        keepsValues(range.start->type, type()) || constantValue(*range.start).value_or(-1) >= 0;
    range.first = isKept ? forms.valueOf(range.start, range.counter) : std::nullopt;
    return range.first.has_value();
  }

  bool readEnd() {
    auto test = comparisonOf(loop);
    if (test)
      test->large = forms.resolved(test->large);
    if (!test || !isSimple(test->small) || !isSimple(test->large) ||
        names(test->large, range.counter))
      return false;
    const bool isSigned = test->small->type.isSigned;
    auto first = range.first ? range.first->constant() : std::nullopt;
    const bool fromZeroOn = first && *first >= 0;
    const Expr &counted =
        !isSigned && type().isSigned && fromZeroOn ? skipSignLoss(*test->small) : *test->small;
    auto reach = reachOf(counted, range.counter);
    auto bound = forms.valueOf(test->large, range.counter);
    if (!reach || !bound)
      return false;
    range.reach = *reach;
    range.more = test->more;
    range.bound = test->large;
    range.end = *bound + Polynomial(test->more) - Polynomial(*reach);
    // Signed numbers that wrap are undefined.
    const bool mayWrap = !type().isSigned;
    const int64_t last = range.step - 1;
    if (!mayWrap)
      range.isSafe = true;
    else if (range.step == 1)
      range.isSafe = *reach == 0 && test->more == 0;
    else // the last multiple of 2^s below 2^n is as far from that as a step
      range.isSafe = *reach == last && test->more == 0 && first == 0 && isPowerOfTwo(range.step) &&
                     counted.type.bits() >= type().bits();
    if (mayWrap && !range.isSafe)
      range.isSafe = *reach == 0 && test->more == 0 && endsInStep();
    return mayWrap ? range.isSafe || (*reach == 0 && test->more == 0) : true;
  }

  /// A multiple of the step lies between its ends: it comes to its end itself.
  bool endsInStep() const {
    return range.first && (range.end - *range.first).dividedBy(Polynomial(range.step)).has_value();
  }

  const CType &type() const { return nest.symbol(range.counter).type; }

  const Stmt &loop;
  const SourceNest &nest;
  ShiftedForms &forms;
  SteppedRange range;
};

/// A quotient of the whole length in the value, and what is left without it.
struct PartOfLength {
  int64_t divisor = 1;
  bool isFloor = false;
};

/// `value` is divisor * (length / divisor), or (`isRest`) length minus that, where steps divide the
/// divisor.
std::optional<PartOfLength> partOf(const Polynomial &length, const Polynomial &value, int64_t step,
                                   bool isRest, const ShiftedForms &forms) {
  for (const std::string &name : value.symbols()) {
    const NamedQuotient *quotient = forms.quotientOf(name);
    if (!quotient || quotient->divisor % step != 0 || !(quotient->dividend == length))
      continue;
    Polynomial whole = Polynomial(quotient->divisor) * Polynomial::symbol(name);
    if (value == (isRest ? length - whole : whole))
      return PartOfLength{quotient->divisor, quotient->isFloor};
  }
  return std::nullopt;
}

/// The first in larger steps.
bool restFollows(const SteppedRange &main, const SteppedRange &rest, const ShiftedForms &forms) {
  const Polynomial length = rest.end - *main.first, steps = main.end - *main.first;
  const bool isOpen = !rest.first;
  auto lengthNumber = length.constant(), stepsNumber = steps.constant();
  if (lengthNumber && stepsNumber) {
    int64_t taken = *stepsNumber > 0 ? (*stepsNumber + main.step - 1) / main.step * main.step : 0;
    return taken <= std::max<int64_t>(*lengthNumber, 0) &&
           (isOpen || *rest.first == *main.first + Polynomial(taken));
  }
  auto isTaken = [&](const Polynomial &way) { // to the end of the whole steps in the length
    auto part = partOf(length, way, main.step, false, forms);
    // Downwards, a negative length has steps before its start, where the loop of the rest would
    // begin.
    return part && !part->isFloor ? part : std::nullopt;
  };
  if (auto apart = (rest.end - main.end).constant(); apart && *apart >= main.step - 1) {
    if (isOpen)
      return true;
    auto part = *apart == main.step - 1 ? isTaken(*rest.first - *main.first) : std::nullopt;
    return part && part->divisor == main.step;
  }
  if (isOpen)
    return partOf(length, steps, main.step, false, forms).has_value();
  return *rest.first == main.end && isTaken(steps);
}

/// The second in larger steps.
bool restLeads(const SteppedRange &rest, const SteppedRange &main, const ShiftedForms &forms) {
  const Polynomial length = main.end - *rest.first;
  auto part = partOf(length, rest.end - *rest.first, main.step, true, forms);
  return main.reach == 0 && part && !part->isFloor && (!main.first || *main.first == rest.end);
}

} // namespace

std::optional<SteppedRange> steppedRange(const Stmt &loop, const SourceNest &nest,
                                         ShiftedForms &forms) {
  return RangeReader(loop, nest, forms).read();
}

bool meet(const SteppedRange &first, const SteppedRange &second, const ShiftedForms &forms) {
  if (!first.first || !first.isSafe || (second.step > 1 && !second.isSafe))
    return false;
  if (second.step == 1)
    return first.step > 1 && second.reach == 0 && restFollows(first, second, forms);
  return first.step == 1 && restLeads(first, second, forms);
}

} // namespace acc
