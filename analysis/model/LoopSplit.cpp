#include "analysis/model/LoopSplit.h"

#include "analysis/model/Quotient.h"
#include "analysis/normalize/Induction.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <numeric>

namespace acc {
namespace {

constexpr int64_t kMaxConstantDivisor = 64;

struct Divisor {
  Polynomial value;
  ExprRef text; // null for a constant
  /// What the nest does not change is added to the counter before it is divided: (x + j) / 4.
  Polynomial offset{};
  ExprRef offsetText = nullptr; // null for no offset
};

int degreeOf(const Polynomial &value) {
  return value.totalDegree([](const std::string &) { return true; });
}

/// The divisors that the loop `name` is to be split by, from the body's indices
/// and conditions.
class DivisorSearch {
public:
  DivisorSearch(ModelContext &model, const std::string &name) : model(model), name(name) {}

  /// Most bodies have no division, and need no loop of theirs read.
  void lookThrough(const StmtRef &body) {
    bool hasDivisions = false;
    forEachExprIn(body,
                  [&](const ExprRef &expr) { hasDivisions |= divisionForm(*expr).has_value(); });
    if (hasDivisions)
      scan(body);
  }

  std::vector<Divisor> found;

private:
  void scan(const StmtRef &stmt) {
    if (!stmt)
      return;
    bool entered = false;
    if (stmt->kind == Stmt::Kind::For) {
      conditionsOf(stmt->init ? stmt->init->value : nullptr);
      std::vector<WrapRequirement> ignored;
      if (auto header = readLoop(model, *stmt, ignored)) {
        model.enter(header->loop);
        entered = true;
      }
      conditionsOf(stmt->condition);
    } else if (stmt->kind == Stmt::Kind::If) {
      conditionsOf(stmt->condition);
    }
    for (const ExprRef &expr : ownExprs(*stmt))
      forEachExpr(expr, [&](const ExprRef &part) {
        if (part->kind == Expr::Kind::Access)
          for (const ExprRef &operand : part->operands)
            forEachExpr(operand, [&](const ExprRef &inner) { consider(*inner); });
      });
    for (const StmtRef &child : stmt->children)
      scan(child);
    if (entered)
      model.forget();
  }

  void conditionsOf(const ExprRef &condition) {
    if (condition)
      forEachExpr(condition, [&](const ExprRef &part) { consider(*part); });
  }

  void consider(const Expr &expr) {
    auto form = divisionForm(expr);
    std::vector<WrapRequirement> ignored;
    IntegerReader reader(model, ignored);
    if (!form || reader.read(expr))
      return;
    auto dividend = reader.read(*form->dividend);
    if (!dividend || !dividend->isSingle())
      return;
    Divisor divisor{Polynomial(form->power), form->divisor};
    if (form->divisor) {
      auto value = reader.read(*form->divisor);
      if (!value || !value->isSingle() || !model.isInvariant(value->single()))
        return;
      divisor.value = value->single();
    }
    Polynomial rest = reducedBy(dividend->single(), divisor.value).rest;
    bool isWalked = rest.degree(name) == 1 && rest.coefficient(name, 1) == Polynomial(1);
    readOffset(*form, dividend->single(), rest, divisor);
    bool isKnown = std::any_of(found.begin(), found.end(),
                               [&](const Divisor &other) { return other.value == divisor.value; });
    if (isWalked && !isKnown)
      found.push_back(std::move(divisor));
  }

  /// Only of sums that the source makes in the counter's own type: then they are numbers of it.
  void readOffset(const DivisionForm &form, const Polynomial &dividend, const Polynomial &rest,
                  Divisor &divisor) const {
    auto own = std::find_if(model.loops.begin(), model.loops.end(),
                            [&](const ScopLoop &loop) { return loop.name == name; });
    const CType &type = model.nest.symbol(own->variable).type;
    const CType &sum = skipWidening(*form.dividend).type;
    Polynomial offset = dividend - Polynomial::symbol(name);
    bool isAdded = !form.divisor && rest != Polynomial::symbol(name) && !offset.constant() &&
                   model.isInvariant(offset) && type.isSigned && sum.isSigned &&
                   sum.bits() == type.bits();
    if (!isAdded)
      return;
    divisor.offset = offset;
    divisor.offsetText = mapExpr(form.dividend, [&](const ExprRef &part) -> ExprRef {
      bool isCounter = part->kind == Expr::Kind::Symbol && part->symbol == own->variable;
      return isCounter ? makeInteger(0, type, part->range) : nullptr;
    });
  }

  ModelContext &model;
  const std::string &name;
};

bool isSplittable(const ModelContext &model, const ScopLoop &loop) {
  if ((loop.step != 1 && loop.step != -1) || loop.first.size() != 1 || loop.variable < 0)
    return false;
  const CType &type = model.nest.symbol(loop.variable).type;
  return type.bits() >= 32;
}

class Splitter {
public:
  Splitter(ModelContext &model, const ScopLoop &loop, const StmtRef &body,
           const NewSymbol &newSymbol)
      : model(model), loop(loop), body(body), newSymbol(newSymbol),
        type(model.nest.symbol(loop.variable).type) {}

  std::optional<LoopSplit> byParameter(const Divisor &divisor) {
    if (loop.end.size() != 1 || loop.step != 1)
      return std::nullopt;
    auto first = multiple(loop.first.front(), divisor.value);
    auto end = multiple(loop.end.front(), divisor.value);
    if (!first || !end || (*end - *first).constant() == 1)
      return std::nullopt;
    auto split = nested(divisor, *first, {*end});
    if (!split)
      return split;
    split->need = positive(divisor.value);
    if (first->isZero() && model.rangeOf(divisor.value).low < 0) {
      ScopLoop &outer = split->loops[0], &inner = split->loops[1];
      inner.endSigns = inner.stepSigns;
      inner.endSigns.push_back(divisor.value);
      outer.stepSigns.push_back(divisor.value);
    }
    return split;
  }

  std::optional<LoopSplit> byConstant(const Divisor &by) {
    return loop.step == 1 ? upward(by) : downward(by);
  }

  /// x == divisor*i for the loop's values x.
  std::optional<LoopSplit> byStep(const Divisor &divisor) {
    if (loop.end.size() != 1 || loop.step != 1)
      return std::nullopt;
    auto first = multiple(loop.first.front(), divisor.value);
    auto end = multiple(loop.end.front(), divisor.value);
    if (!end && type.isSigned) // x <= k*m
      if (auto last = multiple(loop.end.front() - Polynomial(1), divisor.value))
        end = *last + Polynomial(1);
    if (auto step = divisor.value.constant(); step && !end) { // 4*m - 3
      Quotient parts = reducedBy(loop.end.front() + Polynomial(*step - 1), divisor.value);
      if (parts.rest.constant())
        end = parts.quotient;
    }
    if (!first || !end)
      return byCount(divisor);
    LoopSplit split;
    split.loops = {loopFor("_step", *first, {*end})};
    split.value = divisor.value * Polynomial::symbol(split.loops[0].name);
    auto product = scaled(divisor, split.loops[0].variable);
    if (!product)
      return std::nullopt;
    split.body = substituted(*product);
    if (!divisor.value.constant())
      split.need = positive(divisor.value);
    return split;
  }

private:
  /// The counter and its offset start at 0 or above, which is known or checked.
  std::optional<LoopSplit> upward(const Divisor &by) {
    int64_t divisor = *by.value.constant();
    Polynomial first = loop.first.front() + by.offset;
    auto start = first.constant();
    bool isKnown = model.isNonNegative(first);
    if (start ? *start < 0 : !isKnown && !model.isInvariant(first))
      return std::nullopt;
    std::optional<int64_t> last; // least constant end
    std::vector<Polynomial> ends;
    for (const Polynomial &end : loop.end) {
      ends.push_back(end + by.offset);
      if (auto constant = ends.back().constant(); constant && (!last || *constant < *last))
        last = constant;
    }
    // Two pieces at most: those are found without another loop.
    if (start && last && *last - *start <= divisor)
      return std::nullopt;
    // t >= 0 ends before e, so its quotient does, too.
    if (last)
      ends = {Polynomial((*last + divisor - 1) / divisor)};
    auto split = nested(by, Polynomial(start ? *start / divisor : 0), ends);
    if (!split)
      return std::nullopt;
    const Polynomial &value = split->value;
    std::vector<Condition> bounds;
    if (!start || *start % divisor != 0)
      bounds.push_back(Condition::lessEqual(loop.first.front(), value));
    for (const Polynomial &end : loop.end) {
      bool isLast = last && (end + by.offset).constant() == last;
      if (!(end + by.offset).constant() || (isLast && *last % divisor != 0))
        bounds.push_back(Condition::less(value, end));
    }
    split->condition = Condition::conjunction(bounds);
    if (!start && !isKnown)
      split->need = Assumption{AssumptionKind::InBounds, Condition::nonNegative(first), "",
                               Verdict::RunTime, loop.where};
    return split;
  }

  /// for (x = a; x > e; x--)   ->   for (q = a; q > -1; q--) for (r = divisor - 1; r > -1; r--)
  /// where e < divisor*q + r <= a; the counter and its offset end at 0 or above, which is known or
  /// checked.
  std::optional<LoopSplit> downward(const Divisor &by) {
    int64_t divisor = *by.value.constant();
    Polynomial first = loop.first.front() + by.offset;
    std::optional<Polynomial> below; // an end that is known to be -1 or above
    for (const Polynomial &end : loop.end)
      if (!below && model.isNonNegative(end + by.offset + Polynomial(1)))
        below = end + by.offset;
    bool isKnown = below.has_value();
    if (!isKnown)
      below = loop.end.front() + by.offset;
    if (!isKnown && !model.isInvariant(*below))
      return std::nullopt;
    auto start = first.constant(), last = below->constant();
    if ((start && *start < 0) || (start && last && *start - *last <= divisor))
      return std::nullopt;
    auto split = nested(by, start ? Polynomial(*start / divisor) : first, {Polynomial(-1)});
    if (!split)
      return std::nullopt;
    split->loops[1].first = {Polynomial(divisor - 1)};
    split->loops[1].end = {Polynomial(-1)};
    std::vector<Condition> bounds{Condition::lessEqual(split->value, loop.first.front())};
    for (const Polynomial &end : loop.end)
      if ((end + by.offset).constant() != -1)
        bounds.push_back(Condition::less(end, split->value));
    split->condition = Condition::conjunction(bounds);
    if (!isKnown)
      split->need =
          Assumption{AssumptionKind::InBounds, Condition::nonNegative(*below + Polynomial(1)), "",
                     Verdict::RunTime, loop.where};
    return split;
  }

  /// Variables and numbers only: it may be evaluated where the loop does not run.
  bool readsPlainValues(const ExprRef &expr) const {
    bool plain = true;
    forEachExpr(expr, [&](const ExprRef &part) {
      plain &=
          part->kind == Expr::Kind::Integer || part->kind == Expr::Kind::Cast ||
          (part->kind == Expr::Kind::Symbol && !model.nest.symbol(part->symbol).throughPointer);
    });
    return plain;
  }

  /// for (x = a; x < b; x += m)   ->   for t in [0, q)  x = a + t*m,   q = ceil((b - a)/m)
  std::optional<LoopSplit> byCount(const Divisor &divisor) {
    const Polynomial &first = loop.first.front(), &end = loop.end.front();
    bool isConstant = divisor.value.constant().has_value();
    // Signed and narrow, or such that b - a - 1 is a number of its own type where a < b.
    bool isNarrow = type.bits() == 32 && model.nest.unit->longBits == 64;
    auto start = first.constant();
    bool isSafe = isNarrow ? type.isSigned || isConstant : isConstant && start && *start >= 0;
    bool isRead =
        (isConstant || (divisor.text && readsPlainValues(divisor.text))) && startText && endText;
    if (!isSafe || !isRead || !model.isInvariant(first) || !model.isInvariant(end))
      return std::nullopt;
    CType wide = wideType(), reckoned = isNarrow ? wide : type;
    auto binary = [&](const char *op, ExprRef a, ExprRef b, const CType &result) {
      return makeBinary(op, std::move(a), std::move(b), result, loop.where);
    };
    ExprRef one = makeInteger(1, type, loop.where), zero = makeInteger(0, type, loop.where);
    ExprRef by =
        isConstant ? makeInteger(*divisor.value.constant(), type, loop.where) : divisor.text;
    ExprRef reach = start == 0 ? reckonedIn(endText, reckoned)
                               : binary("-", reckonedIn(endText, reckoned), startText, reckoned);
    ExprRef count =
        binary("+", binary("/", binary("-", reach, one, reckoned), by, reckoned), one, reckoned);
    count = makeExplicitCast(count, wide);
    auto choice = std::make_shared<Expr>(*count);
    choice->kind = Expr::Kind::Conditional;
    choice->text.clear();
    choice->type = wide;
    ExprRef tested = runsText;
    if (tested->kind == Expr::Kind::Binary && isNarrow) {
      auto copy = std::make_shared<Expr>(*tested);
      for (ExprRef &operand : copy->operands)
        operand = reckonedIn(operand, wide);
      tested = copy;
    }
    ExprRef runs = isConstant ? tested : binary("&&", binary("<", zero, by, type), tested, type);
    choice->operands = {runs, count, makeExplicitCast(zero, wide)};
    Polynomial length = end - first;
    auto facts = [&](const Polynomial &q) {
      Condition runs =
          Condition::conjunction({Condition::nonNegative(q - Polynomial(1)),
                                  Condition::less((q - Polynomial(1)) * divisor.value, length),
                                  Condition::lessEqual(length, q * divisor.value)});
      Condition isEmpty = Condition::conjunction(
          {Condition::zero(q), Condition::disjunction({Condition::nonNegative(-length),
                                                       Condition::nonNegative(-divisor.value)})});
      return std::vector<Condition>{Condition::disjunction({runs, isEmpty})};
    };
    auto distance = length.constant(), step = divisor.value.constant();
    bool isNumber = distance && step && *step > 0;
    Polynomial q = isNumber
                       ? Polynomial(*distance > 0 ? (*distance - 1) / *step + 1 : 0)
                       : model.derived(printExpr(model.nest, *choice), wide, choice, "q", facts);
    Interval reachable = model.rangeOf(length);
    if (!isNumber)
      model.ranges[*q.symbols().begin()] = {0, std::max<Wide>(reachable.high, 0)};
    LoopSplit split;
    split.loops = {loopFor("_step", Polynomial(0), {q})};
    split.value = first + divisor.value * Polynomial::symbol(split.loops[0].name);
    auto product = scaled(divisor, split.loops[0].variable);
    if (!product)
      return std::nullopt;
    split.body = substituted(start == 0 ? *product : binary("+", startText, *product, type));
    if (!isConstant)
      split.need = positive(divisor.value);
    return split;
  }

  /// The sum in the wider type, term by term: where the loop is not reached, the source does not
  /// make it, and it may overflow in its own type. One of unsigned numbers as a whole.
  ///     w - 4   ->   (long)w - 4
  ExprRef reckonedIn(const ExprRef &expr, const CType &wide) const {
    bool isSum = expr->kind == Expr::Kind::Binary &&
                 (expr->op() == Op::Plus || expr->op() == Op::Minus) && expr->type.isInteger() &&
                 expr->type.isSigned && expr->type.bits() < wide.bits();
    if (!isSum)
      return expr->kind == Expr::Kind::Integer ? expr : makeExplicitCast(expr, wide);
    ExprRef left = reckonedIn(expr->operands[0], wide);
    if (left->type.bits() < wide.bits())
      left = makeExplicitCast(left, wide);
    return makeBinary(expr->text, left, reckonedIn(expr->operands[1], wide), wide, expr->range);
  }

  CType wideType() const { return distanceType(*model.nest.unit); }

  static std::optional<Polynomial> multiple(const Polynomial &value, const Polynomial &divisor) {
    return value.isZero() ? std::optional(Polynomial(0)) : value.dividedBy(divisor);
  }

  Assumption positive(const Polynomial &divisor) const {
    return {AssumptionKind::SizePositive, Condition::less(Polynomial(0), divisor), "",
            Verdict::RunTime, loop.where};
  }

  ScopLoop loopFor(const std::string &suffix, const Polynomial &first,
                   std::vector<Polynomial> ends) {
    ScopLoop result = loop;
    result.variable = newSymbol(loop.name + suffix, type);
    result.name = model.nest.symbol(result.variable).name;
    result.first = {first};
    result.end = std::move(ends);
    return result;
  }

  /// divisor * variable in the old variable's type; none when that may lose bits.
  std::optional<ExprRef> scaled(const Divisor &divisor, SymbolId variable) const {
    ExprRef factor =
        divisor.text ? divisor.text : makeInteger(*divisor.value.constant(), type, loop.where);
    if (factor->type.bits() > type.bits() ||
        (!type.isSigned && factor->type.isSigned && factor->type.bits() < type.bits()))
      return std::nullopt;
    return makeBinary("*", makeSymbol(variable, type, loop.where), makeExplicitCast(factor, type),
                      type, loop.where);
  }

  StmtRef substituted(const ExprRef &value) const {
    return mapExprs(body, [&](const ExprRef &expr) -> ExprRef {
      bool isOld = expr->kind == Expr::Kind::Symbol && expr->symbol == loop.variable;
      return isOld ? value : nullptr;
    });
  }

  std::optional<LoopSplit> nested(const Divisor &divisor, const Polynomial &first,
                                  std::vector<Polynomial> ends) {
    LoopSplit split;
    split.loops = {loopFor("_outer", first, std::move(ends)),
                   loopFor("_inner", Polynomial(0), {divisor.value})};
    split.value = divisor.value * Polynomial::symbol(split.loops[0].name) +
                  Polynomial::symbol(split.loops[1].name);
    auto product = scaled(divisor, split.loops[0].variable);
    if (!product)
      return std::nullopt;
    ExprRef value = makeBinary("+", *product, makeSymbol(split.loops[1].variable, type, loop.where),
                               type, loop.where);
    if (divisor.offsetText) {
      split.value -= divisor.offset;
      value = makeBinary("-", value, makeExplicitCast(divisor.offsetText, type), type, loop.where);
    }
    split.body = substituted(value);
    return split;
  }

  ModelContext &model;
  const ScopLoop &loop;
  const StmtRef &body;
  const NewSymbol &newSymbol;
  CType type;

public:
  /// last + 1, in a type in which it does not overflow; null when there is none.
  ExprRef behind(const ExprRef &last) const {
    CType wide = wideType();
    if (last->type.bits() > 32)
      return nullptr;
    return makeBinary("+", makeExplicitCast(last, wide), makeInteger(1, wide, loop.where), wide,
                      loop.where);
  }

  /// last + 1 - offset, where the loop goes on while x + offset is at most `last`.
  ExprRef behind(const ExprRef &last, int64_t offset) const {
    if (offset <= 0)
      return offset == 0 ? behind(last) : nullptr;
    CType result = last->type.bits() <= 32 ? wideType() : last->type;
    return makeBinary("-", makeExplicitCast(last, result),
                      makeInteger(offset - 1, result, loop.where), result, loop.where);
  }

  /// The bounds as the source writes them, both ends exclusive, and its test of the first value;
  /// for byCount.
  ExprRef startText, endText, runsText;
};

/// The body takes quotients of the counter by the step, or by a divisor of it.
bool countsIterations(ModelContext &model, const ScopLoop &loop, const StmtRef &body,
                      int64_t step) {
  DivisorSearch search(model, loop.name);
  model.enter(loop);
  search.lookThrough(body);
  model.forget();
  return std::any_of(search.found.begin(), search.found.end(), [&](const Divisor &divisor) {
    auto by = divisor.value.constant();
    return by && *by > 1 && step % *by == 0;
  });
}

/// How the source writes the bounds of a loop in steps of one.
void readTexts(const Stmt &loop, const UnitFacts &unit, Splitter &splitter) {
  const Expr &test = skipTruthCasts(*loop.condition);
  auto counted = countedLoop(loop, unit);
  if (!counted || counted->namedStep || test.kind != Expr::Kind::Binary)
    return;
  SymbolId counter = loopVariable(loop);
  splitter.startText = counted->first;
  splitter.runsText = mapExpr(loop.condition, [&](const ExprRef &part) -> ExprRef {
    bool isCounter = part->kind == Expr::Kind::Symbol && part->symbol == counter;
    return isCounter ? counted->first : nullptr;
  });
  // As in countedLoop: readLoop has required that the conversions in the test keep what is tested.
  auto isCounter = [&](const ExprRef &expr) { return skipCasts(*expr).symbol == counter; };
  if (counted->end &&
      std::find(test.operands.begin(), test.operands.end(), counted->end) != test.operands.end()) {
    splitter.endText = counted->end;
    return;
  }
  const Expr &left = skipCasts(*test.operands[0]);
  bool isSum = left.kind == Expr::Kind::Binary && left.op() == Op::Plus &&
               isCounter(left.operands[0]) && constantValue(*left.operands[1]);
  int64_t offset = isSum ? *constantValue(*left.operands[1]) : 0;
  if ((isSum || isCounter(test.operands[0])) &&
      (test.op() == Op::Less || test.op() == Op::LessEqual))
    splitter.endText = splitter.behind(test.operands[1], offset + (test.op() == Op::Less ? 1 : 0));
}

} // namespace

std::optional<LoopSplit> splitByDivisor(ModelContext &model, const std::vector<ScopLoop> &pending,
                                        const StmtRef &body, const NewSymbol &newSymbol) {
  const ScopLoop &loop = pending.front();
  if (!isSplittable(model, loop))
    return std::nullopt;
  DivisorSearch search(model, loop.name);
  for (const ScopLoop &each : pending)
    model.enter(each);
  search.lookThrough(body);
  for (size_t k = 0; k < pending.size(); ++k)
    model.forget();
  // The coarsest first: what is left of the inner loop may be split again.
  std::stable_sort(
      search.found.begin(), search.found.end(),
      [](const Divisor &a, const Divisor &b) { return degreeOf(a.value) > degreeOf(b.value); });
  Splitter splitter(model, loop, body, newSymbol);
  int64_t common = 1;
  Divisor whole; // the constants with the offset of the first
  for (const Divisor &divisor : search.found) {
    auto constant = divisor.value.constant();
    if (common == 1)
      whole = divisor;
    if (constant && *constant > 1 && *constant <= kMaxConstantDivisor &&
        divisor.offset == whole.offset)
      common = std::lcm(common, *constant);
    if (constant && *constant < 1)
      return std::nullopt;
    if (!constant)
      if (auto split = splitter.byParameter(divisor))
        return split;
  }
  whole.value = Polynomial(common);
  whole.text = nullptr;
  if (common > 1 && common <= kMaxConstantDivisor)
    return splitter.byConstant(whole);
  return std::nullopt;
}

Outcome<std::optional<std::pair<LoopHeader, LoopSplit>>>
splitByStep(ModelContext &model, const Stmt &stmt, std::vector<WrapRequirement> &entryWraps,
            const NewSymbol &newSymbol) {
  std::optional<std::pair<LoopHeader, LoopSplit>> none;
  if (stmt.kind != Stmt::Kind::For || !stmt.step || stmt.step->op() != Op::PlusEqual ||
      loopVariable(stmt) < 0 || assignedSymbol(*stmt.step) != loopVariable(stmt))
    return none;
  std::vector<WrapRequirement> wraps;
  IntegerReader reader(model, wraps);
  auto step = reader.read(*stmt.step->value);
  if (!step || !step->isSingle() || !model.isInvariant(step->single()))
    return none;
  reader.force(*step, stmt.step->value->range);
  const Polynomial &stride = step->single();
  if (auto constant = stride.constant(); constant && *constant < 2)
    return none;
  // The bounds are read as those of a loop that steps by one.
  auto unit = std::make_shared<Stmt>(*stmt.step);
  unit->value = makeInteger(1, stmt.step->value->type, stmt.step->range);
  Stmt plain = stmt;
  plain.step = unit;
  std::vector<WrapRequirement> ignored;
  auto header =
      stride.constant() ? readLoop(model, stmt, ignored) : readLoop(model, plain, entryWraps);
  if (!header && stride.constant())
    return none;
  if (!header) {
    Rejection why = header.rejection();
    if (why.detail == kStepsAway)
      why.detail = "it comes to its bound only where the step " +
                   printExpr(model.nest, *stmt.step->value) + " has the other sign";
    return why;
  }
  if (stride.constant()) {
    if (!countsIterations(model, header->loop, stmt.children[0], *stride.constant()))
      return none;
    header = readLoop(model, stmt, entryWraps);
    header->loop.step = 1;
  }
  if (!isSplittable(model, header->loop) || model.nest.unit->wrapsSigned)
    return none;
  Splitter splitter(model, header->loop, stmt.children[0], newSymbol);
  readTexts(plain, *model.nest.unit, splitter);
  auto split = splitter.byStep({stride, stride.constant() ? nullptr : stmt.step->value});
  if (!split)
    return none;
  entryWraps.insert(entryWraps.end(), wraps.begin(), wraps.end());
  return std::optional(std::pair(*header, *split));
}

} // namespace acc
