#include "analysis/model/LoopForm.h"

#include "analysis/model/Conditions.h"
#include "analysis/model/ScopIsl.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

using Kind = IntegerValue::Kind;

/// Steps that are taken for those of blocks.
constexpr int64_t kMostWhole = 1024;

/// Reading of one loop. While its condition is read the loop is the innermost
/// one in scope of `model`.
class LoopReader {
public:
  LoopReader(ModelContext &model, const Stmt &stmt) : model(model), stmt(stmt) {}

  Outcome<LoopHeader> read(std::vector<WrapRequirement> &entryWraps) {
    if (stmt.kind != Stmt::Kind::For)
      return refuse(RejectionKind::LoopForm,
                    std::string("it is a ") + (stmt.kind == Stmt::Kind::DoWhile ? "do" : "while") +
                        " loop without a variable that is set before it, tested by it and "
                        "stepped once in it");
    variable = loopVariable(stmt);
    if (variable < 0)
      return refuse(RejectionKind::LoopForm, "its header does not initialize exactly one variable");
    if (!stmt.condition)
      return refuse(RejectionKind::LoopForm, "it has no condition");
    if (stmt.condition->kind == Expr::Kind::Unsupported)
      return Rejection{stmt.condition->reason, stmt.condition->range, stmt.condition->text};
    if (!stmt.step || assignedSymbol(*stmt.step) != variable)
      return refuse(RejectionKind::LoopForm, "its header does not step " + sourceName());
    type = model.nest.symbol(variable).type;
    if (!type.isInteger() || type.kind == CType::Kind::Boolean)
      return refuse(RejectionKind::LoopForm, sourceName() + " is not an integer");
    if (auto reason = checkVariable())
      return *reason;
    header.loop.variable = variable;
    header.loop.where = stmt.range;
    header.loop.parent = model.scope.empty() ? -1 : model.scope.back();
    header.loop.name = uniqueName();
    if (auto reason = readFirst(entryWraps))
      return *reason;
    if (auto reason = readStep())
      return *reason;
    if (auto reason = readEnd(entryWraps))
      return *reason;
    if (auto reason = checkCounter(entryWraps))
      return *reason;
    if (auto reason = checkFirst(entryWraps))
      return *reason;
    endWhole();
    return header;
  }

private:
  Rejection refuse(RejectionKind kind, const std::string &detail) const {
    return {kind, stmt.range, detail};
  }
  Rejection refuseBound(const Expr &bound) const {
    return {RejectionKind::LoopBound, bound.range, printExpr(model.nest, bound)};
  }

  /// The reason why a bound could not be read, in words for a bound instead of an index.
  static Rejection ofBound(Rejection why) {
    if (why.kind == RejectionKind::NonPolynomialIndex)
      why.kind = RejectionKind::LoopBound;
    return why;
  }

  std::optional<Rejection> checkVariable() const {
    const Symbol &symbol = model.nest.symbol(variable);
    if (symbol.type.isVolatile)
      return Rejection{RejectionKind::Volatile, stmt.range, sourceName()};
    bool isChanged = symbol.kind == Symbol::Kind::Path || model.stores.isMemory(variable) ||
                     assignedIn(stmt.children[0]).count(variable);
    if (isChanged || model.iterator(variable))
      return refuse(RejectionKind::LoopVariable, symbol.name);
    return std::nullopt;
  }

  const std::string &sourceName() const {
    const Symbol &symbol = model.nest.symbol(variable);
    return symbol.counts >= 0 ? model.nest.symbol(symbol.counts).name : symbol.name;
  }

  std::string uniqueName() const {
    SymbolId counted = model.nest.symbol(variable).counts;
    bool isCounted = counted >= 0 && stmt.init->value->symbol != counted &&
                     model.nest.symbol(counted).kind != Symbol::Kind::Path;
    const std::string &own = model.nest.symbol(isCounted ? counted : variable).name;
    bool isUsed = model.isIterator(own) || model.ranges.count(own);
    return isUsed ? model.fresh(own) : own;
  }

  bool isAffine(const Polynomial &value) const {
    return linearForm(value, model.iterators()).has_value();
  }

  /// Requirements on a bound are judged at nest entry.
  bool hoist(const std::vector<WrapRequirement> &wraps, std::vector<WrapRequirement> &entryWraps) {
    auto hoisted = model.hoisted(wraps);
    if (hoisted)
      entryWraps.insert(entryWraps.end(), hoisted->begin(), hoisted->end());
    return hoisted.has_value();
  }

  std::optional<Rejection> readFirst(std::vector<WrapRequirement> &entryWraps) {
    std::vector<WrapRequirement> wraps;
    IntegerReader reader(model, wraps);
    const Expr &text = *stmt.init->value;
    if (text.kind == Expr::Kind::Symbol && text.symbol == variable)
      return refuse(RejectionKind::LoopForm,
                    "it continues counting in " + sourceName() + ", which is used after the nest");
    auto value = reader.read(text);
    if (!value)
      return ofBound(value.rejection());
    *value = reader.convert(*value, type, text.range);
    reader.force(*value, text.range);
    for (const Polynomial &entry : value->entries)
      if (!isAffine(entry))
        return refuseBound(text);
    first = *value;
    return hoist(wraps, entryWraps) ? std::nullopt : std::optional(refuseBound(text));
  }

  std::optional<Rejection> readStep() {
    const Stmt &step = *stmt.step;
    Rejection notConstant{RejectionKind::LoopStep, step.range,
                          sourceName() + " " + step.text + " " +
                              (step.value ? printExpr(model.nest, *step.value) : "")};
    std::optional<int64_t> constant;
    if (step.op() == Op::PlusEqual || step.op() == Op::MinusEqual) {
      constant = constantOf(*step.value);
      if (constant && step.op() == Op::MinusEqual)
        constant = -*constant;
    }
    if (!constant)
      return notConstant;
    if (*constant == 0)
      return refuse(RejectionKind::LoopForm, "its step is zero");
    header.loop.step = *constant;
    bool up = *constant > 0;
    if (first.kind == (up ? Kind::Min : Kind::Max))
      return refuseBound(*stmt.init->value);
    header.loop.first = first.entries;
    return std::nullopt;
  }

  std::optional<int64_t> constantOf(const Expr &expr) {
    if (auto value = constantValue(expr))
      return value;
    std::vector<WrapRequirement> needed;
    auto value = IntegerReader(model, needed).read(expr);
    bool isKnown = value && value->isSingle() && !value->isRing && needed.empty();
    return isKnown ? value->single().constant() : std::nullopt;
  }

  std::optional<Rejection> readEnd(std::vector<WrapRequirement> &entryWraps) {
    auto [typeLow, typeHigh] = limitsOf(type);
    Interval range{typeLow, typeHigh};
    bool up = header.loop.step > 0;
    for (const Polynomial &entry : header.loop.first) {
      if (up)
        range.low = std::max(range.low, model.rangeOf(entry).low);
      else
        range.high = std::min(range.high, model.rangeOf(entry).high);
    }
    model.ranges[header.loop.name] = range;
    model.loops.push_back(header.loop);
    model.scope.push_back(int(model.loops.size()) - 1);
    std::vector<WrapRequirement> wraps;
    std::vector<const Expr *> parts;
    split(*stmt.condition, parts);
    std::optional<Rejection> reason;
    for (const Expr *part : parts)
      if (!reason)
        reason = readConjunct(*part, wraps);
    if (!reason && header.loop.end.empty())
      reason = refuse(RejectionKind::LoopForm, "its condition does not bound " + sourceName());
    model.scope.pop_back();
    model.loops.pop_back();
    if (!reason && !hoist(atTestedValues(wraps), entryWraps))
      reason = refuseBound(*stmt.condition);
    model.ranges.erase(header.loop.name);
    return reason;
  }

  /// The condition is evaluated for the first value, even if the loop does not
  /// run, and up to the value that ends the loop, one step beyond `end`. What it
  /// requires is linear in the counter: those two places imply the rest.
  std::vector<WrapRequirement> atTestedValues(const std::vector<WrapRequirement> &wraps) const {
    const ScopLoop &loop = header.loop;
    Polynomial unit(loop.step > 0 ? 1 : -1);
    std::vector<Polynomial> values = loop.first;
    values.push_back(loop.end.front() - unit + Polynomial(loop.step));
    std::vector<WrapRequirement> result;
    for (const WrapRequirement &wrap : wraps) {
      if (!wrap.value.contains(loop.name)) {
        result.push_back(wrap);
        continue;
      }
      for (const Polynomial &value : values)
        IntegerReader(model, result)
            .require(wrap.value.substitute({{loop.name, value}}), *wrap.low.constant(),
                     *wrap.high.constant(), wrap.where);
    }
    return result;
  }

  static void split(const Expr &expr, std::vector<const Expr *> &parts) {
    const Expr &inner = skipTruthCasts(expr);
    if (inner.kind == Expr::Kind::Binary && inner.op() == Op::AmpAmp) {
      split(*inner.operands[0], parts);
      split(*inner.operands[1], parts);
    } else {
      parts.push_back(&inner);
    }
  }

  std::optional<Rejection> readConjunct(const Expr &part, std::vector<WrapRequirement> &wraps) {
    IntegerReader reader(model, wraps);
    bool isComparison =
        part.kind == Expr::Kind::Binary &&
        (part.op() == Op::Less || part.op() == Op::LessEqual || part.op() == Op::Greater ||
         part.op() == Op::GreaterEqual || part.op() == Op::ExclaimEqual) &&
        part.operands[0]->type.isInteger() && part.operands[1]->type.isInteger();
    if (!isComparison) {
      if (part.kind == Expr::Kind::Symbol && part.symbol == variable) // i means i != 0
        return notEqual(Polynomial::symbol(header.loop.name), part);
      return invariantPart(part, wraps);
    }
    if (auto margin = marginBeforeWrap(part, wraps))
      return endBelowZero(*margin);
    auto left = reader.read(*part.operands[0]);
    if (!left)
      return ofBound(left.rejection());
    auto right = reader.read(*part.operands[1]);
    if (!right)
      return ofBound(right.rejection());
    reader.force(*left, part.range);
    reader.force(*right, part.range);
    if (part.op() == Op::ExclaimEqual) {
      if (!left->isSingle() || !right->isSingle())
        return refuseBound(part);
      Polynomial difference = left->single() - right->single();
      Polynomial aboveEnd = Polynomial::symbol(header.loop.name) + Polynomial(1);
      if (isComparedAsCounted(part) && (difference == aboveEnd || difference == -aboveEnd))
        return endBelowZero(Polynomial(0));
      return notEqual(difference, part);
    }
    bool swaps = part.text[0] == '>';
    const IntegerValue &small = swaps ? *right : *left;
    const IntegerValue &large = swaps ? *left : *right;
    bool strict = part.text.size() == 1;
    if (small.kind == Kind::Min || large.kind == Kind::Max)
      return refuseBound(part);
    for (const Polynomial &s : small.entries)
      for (const Polynomial &l : large.entries)
        if (auto reason = bound(l - s - Polynomial(strict ? 1 : 0), part))
          return reason;
    return std::nullopt;
  }

  /// The counter steps down by one in an unsigned type, and values of that type are compared:
  /// below zero it has the highest one.
  bool isComparedAsCounted(const Expr &part) const {
    const CType &compared = part.operands[0]->type;
    return !type.isSigned && type.bits() >= 32 && header.loop.step == -1 && !compared.isSigned &&
           compared.bits() == type.bits();
  }

  /// Where the counter is compared as it counts:
  /// `v != (size_t)-1` (0) and `v < m` (m - 1 - v) hold as long as it has not gone below zero,
  /// where the rest holds for the first value. None for other conditions.
  std::optional<Polynomial> marginBeforeWrap(const Expr &part,
                                             std::vector<WrapRequirement> &wraps) {
    const Op op = part.op();
    if (!isComparedAsCounted(part) ||
        (op != Op::ExclaimEqual && op != Op::Less && op != Op::Greater))
      return std::nullopt;
    for (size_t side : {0, 1}) {
      const Expr &counter = skipWidening(*part.operands[side]);
      const Expr &other = *part.operands[1 - side];
      if (counter.kind != Expr::Kind::Symbol || counter.symbol != variable ||
          op == (side == 0 ? Op::Greater : Op::Less))
        continue;
      std::vector<WrapRequirement> needed;
      IntegerReader reader(model, needed);
      auto value = reader.read(other);
      if (op == Op::ExclaimEqual) {
        std::optional<int64_t> constant =
            value && value->isSingle() ? value->single().constant() : std::nullopt;
        uint64_t highest = type.bits() == 64 ? ~uint64_t(0) : (uint64_t(1) << type.bits()) - 1;
        return constant && (uint64_t(*constant) & highest) == highest ? std::optional(Polynomial(0))
                                                                      : std::nullopt;
      }
      if (!value || !value->isSingle() || value->single().contains(header.loop.name) ||
          header.loop.first.size() != 1 || !isAffine(value->single()))
        return std::nullopt;
      reader.force(*value, part.range);
      wraps.insert(wraps.end(), needed.begin(), needed.end());
      return value->single() - Polynomial(1) - header.loop.first.front();
    }
    return std::nullopt;
  }

  /// The loop runs down to 0 where margin >= 0, and not at all elsewhere.
  std::optional<Rejection> endBelowZero(const Polynomial &margin) {
    header.entry = Condition::conjunction({header.entry, Condition::nonNegative(margin)});
    header.loop.end.push_back(Polynomial(-1));
    endsByWrapping = true;
    return std::nullopt;
  }

  /// A conjunct that does not depend on the counter.
  std::optional<Rejection> invariantPart(const Expr &part, std::vector<WrapRequirement> &wraps) {
    auto condition = readCondition(model, part, wraps);
    if (!condition || condition->symbols().count(header.loop.name))
      return refuse(RejectionKind::LoopForm,
                    "its condition is " + printExpr(model.nest, *stmt.condition));
    header.entry = Condition::conjunction({header.entry, *condition});
    return std::nullopt;
  }

  /// The loop goes on while margin >= 0.
  std::optional<Rejection> bound(const Polynomial &margin, const Expr &part) {
    const std::string &name = header.loop.name;
    if (!margin.contains(name)) {
      if (!isAffine(margin))
        return refuseBound(part);
      header.entry = Condition::conjunction({header.entry, Condition::nonNegative(margin)});
      return std::nullopt;
    }
    auto coefficient = margin.coefficient(name, 1).constant();
    if (!coefficient || margin.degree(name) != 1)
      return refuseBound(part);
    if (std::abs(*coefficient) != 1)
      return boundByQuotient(margin, -*coefficient, part);
    bool up = header.loop.step > 0;
    if ((*coefficient < 0) != up)
      return refuse(RejectionKind::LoopForm, kStepsAway);
    Polynomial v = Polynomial::symbol(name);
    // up: v <= margin + v, so v < margin + v + 1; down: v >= v - margin.
    Polynomial end = up ? margin + v + Polynomial(1) : v - margin - Polynomial(1);
    if (!isAffine(end))
      return refuseBound(part);
    header.loop.end.push_back(end);
    return std::nullopt;
  }

  /// The loop goes on while c*v <= rest, margin = rest - c*v: v < (rest + c) / c, where no first
  /// value is negative.   2*y < h: rest = h - 1, v < (h + 1) / 2
  std::optional<Rejection> boundByQuotient(const Polynomial &margin, int64_t c, const Expr &part) {
    Polynomial whole =
        margin + Polynomial(c) * (Polynomial::symbol(header.loop.name) + Polynomial(1));
    ExprRef text = sumOfParameters(whole, part.range);
    bool isCounted = c > 1 && header.loop.step > 0 && text;
    for (const Polynomial &start : header.loop.first)
      isCounted = isCounted && model.rangeOf(start).low >= 0;
    if (!isCounted)
      return refuseBound(part);
    std::vector<WrapRequirement> none;
    ExprRef divisor = makeInteger(c, text->type, part.range);
    auto end =
        IntegerReader(model, none).read(*makeBinary("/", text, divisor, text->type, part.range));
    if (!end || !end->isSingle() || !none.empty())
      return refuseBound(part);
    header.loop.end.push_back(end->single());
    return std::nullopt;
  }

  /// The body takes whole steps, so that what it accesses ends where the last step does, behind
  /// `end`:
  ///   for (i = 0; i < n; i += 8) for (k = 0; k < 8; k++)   ->   i < 8*q, with q = (n + 7) / 8
  void endWhole() {
    ScopLoop &loop = header.loop;
    int64_t c = loop.step;
    if (c < 2 || c > kMostWhole || loop.first.size() != 1 || loop.end.size() != 1 ||
        !takesWholeSteps(*stmt.children[0], c))
      return;
    Polynomial distance = loop.end.front() - loop.first.front();
    if (!model.isInvariant(distance) || !model.isInvariant(loop.first.front()) ||
        distance.dividedBy(Polynomial(c)))
      return;
    ExprRef text = sumOfParameters(distance + Polynomial(c - 1), stmt.range);
    if (!text)
      return;
    std::vector<WrapRequirement> none;
    ExprRef divisor = makeInteger(c, text->type, stmt.range);
    auto steps =
        IntegerReader(model, none).read(*makeBinary("/", text, divisor, text->type, stmt.range));
    if (steps && steps->isSingle() && none.empty())
      loop.end = {loop.first.front() + Polynomial(c) * steps->single()};
  }

  /// A loop in the body runs `count` times:   for (k = 0; k < 8; k++)
  static bool takesWholeSteps(const Stmt &body, int64_t count) {
    bool isInner = body.kind == Stmt::Kind::For && body.init && body.init->value &&
                   body.condition && body.condition->kind == Expr::Kind::Binary &&
                   body.condition->op() == Op::Less && constantValue(*body.init->value) == 0 &&
                   constantValue(*body.condition->operands[1]) == count;
    return isInner ||
           std::any_of(body.children.begin(), body.children.end(),
                       [&](const StmtRef &part) { return part && takesWholeSteps(*part, count); });
  }

  /// A sum of variables of at most 32 bits times small numbers, and of one product of two that are
  /// signed, in 64 bits; null for others.
  ExprRef sumOfParameters(const Polynomial &value, SourceRange where) const {
    constexpr int64_t kSmall = 1 << 16;
    const CType wide = distanceType(*model.nest.unit);
    ExprRef sum;
    int64_t constant = 0;
    bool hasProduct = false;
    for (const Term &term : value.terms()) {
      bool isProduct = term.degree() == 2;
      if (std::abs(term.coefficient) > kSmall || term.degree() > 2 || value.denominator() != 1 ||
          (isProduct && (hasProduct || std::abs(term.coefficient) != 1)))
        return nullptr;
      hasProduct |= isProduct;
      if (term.powers.empty()) {
        constant = term.coefficient;
        continue;
      }
      ExprRef one;
      for (const auto &[name, exponent] : term.powers) {
        ExprRef factor = widened(name, isProduct, where);
        if (!factor)
          return nullptr;
        for (int k = 0; k < exponent; ++k)
          one = one ? makeBinary("*", one, factor, wide, where) : factor;
      }
      int64_t factor = std::abs(term.coefficient);
      if (factor != 1)
        one = makeBinary("*", makeInteger(factor, wide, where), one, wide, where);
      bool isMinus = term.coefficient < 0;
      if (!sum && isMinus)
        sum = makeInteger(0, wide, where);
      sum = sum ? makeBinary(isMinus ? "-" : "+", sum, one, wide, where) : one;
    }
    if (!sum || constant != 0)
      sum = sum ? makeBinary(constant < 0 ? "-" : "+", sum,
                             makeInteger(std::abs(constant), wide, where), wide, where)
                : makeInteger(constant, wide, where);
    return sum;
  }

  /// The parameter in 64 bits; null for one that has more than 32 or (`mustBeSigned`) no sign.
  ExprRef widened(const std::string &name, bool mustBeSigned, SourceRange where) const {
    auto parameter = std::find_if(model.parameters.begin(), model.parameters.end(),
                                  [&](const Parameter &each) { return each.name == name; });
    if (parameter == model.parameters.end() || parameter->type.bits() > 32 ||
        (mustBeSigned && !parameter->type.isSigned))
      return nullptr;
    ExprRef value = parameter->symbol >= 0 ? makeSymbol(parameter->symbol, parameter->type, where)
                                           : parameter->definition;
    return value ? makeExplicitCast(value, distanceType(*model.nest.unit)) : nullptr;
  }

  /// The loop goes on while difference != 0: it must meet the end exactly.
  std::optional<Rejection> notEqual(const Polynomial &difference, const Expr &part) {
    const std::string &name = header.loop.name;
    if (!difference.contains(name) && isAffine(difference)) {
      header.entry = Condition::conjunction({header.entry, Condition::zero(difference).negated()});
      return std::nullopt;
    }
    auto coefficient = difference.coefficient(name, 1).constant();
    if (!coefficient || difference.degree(name) != 1 || std::abs(*coefficient) != 1)
      return refuseBound(part);
    if (std::abs(header.loop.step) != 1)
      return refuse(RejectionKind::LoopForm, "its condition is != but its step is not 1");
    Polynomial v = Polynomial::symbol(name);
    Polynomial end = *coefficient > 0 ? v - difference : v + difference;
    if (!isAffine(end))
      return refuseBound(part);
    header.loop.end.push_back(end);
    meets.push_back(end);
    return std::nullopt;
  }

  std::optional<Rejection>
  demand(const Polynomial &value, Wide low, Wide high, std::vector<WrapRequirement> &entryWraps,
         const char *otherwise = "it ends only when its counter wraps around, or never") {
    std::vector<WrapRequirement> wraps;
    IntegerReader(model, wraps).require(value, low, high, stmt.range);
    for (const WrapRequirement &wrap : wraps)
      if (wrap.value.constant())
        return refuse(RejectionKind::LoopForm, otherwise);
    if (!hoist(wraps, entryWraps))
      return refuseBound(*stmt.condition);
    return std::nullopt;
  }

  /// The value that ends the loop is at most |step| - 1 beyond `end`; a counter
  /// whose arithmetic wraps must be able to hold it.
  std::optional<Rejection> checkCounter(std::vector<WrapRequirement> &entryWraps) {
    auto [low, high] = limitsOf(type);
    bool up = header.loop.step > 0;
    for (const Polynomial &end : meets)
      for (const Polynomial &start : header.loop.first)
        if (auto reason = demand(up ? end - start : start - end, 0, INT64_MAX, entryWraps))
          return reason;
    if (endsByWrapping) {
      // The highest value may be the one that ends the loop.
      for (const Polynomial &start : header.loop.first)
        if (auto reason = demand(start, -INT64_MAX, high - 1, entryWraps))
          return reason;
      return std::nullopt;
    }
    bool isPromoted = type.bits() < 32;
    if (type.isSigned && !isPromoted && !model.nest.unit->wrapsSigned)
      return std::nullopt;
    std::optional<Polynomial> needed;
    for (const Polynomial &end : header.loop.end) {
      Polynomial last = end + Polynomial(header.loop.step + (up ? -1 : 1));
      Interval range = model.rangeOf(last);
      if (up ? range.high <= high : range.low >= low)
        return std::nullopt;
      if (!needed)
        needed = last;
    }
    return up ? demand(*needed, -INT64_MAX, high, entryWraps)
              : demand(*needed, low, INT64_MAX, entryWraps);
  }

  /// The condition holds for the first value too, where a do loop does not test it.
  std::optional<Rejection> checkFirst(std::vector<WrapRequirement> &entryWraps) {
    if (!stmt.runsFirst)
      return std::nullopt;
    bool up = header.loop.step > 0;
    std::vector<Polynomial> margins;
    for (const Polynomial &start : header.loop.first)
      for (const Polynomial &end : header.loop.end)
        margins.push_back((up ? end - start : start - end) - Polynomial(1));
    for (const Condition &part : header.entry.conjuncts()) {
      if (part.isTrue())
        continue;
      if (part.kind() != Condition::Kind::NonNegative)
        return refuse(RejectionKind::LoopForm,
                      "it is a do loop, and its body runs before the test");
      margins.push_back(part.value());
    }
    header.entry = Condition::always();
    for (const Polynomial &margin : margins)
      if (auto reason =
              demand(margin, 0, INT64_MAX, entryWraps, "it is a do loop that runs only once"))
        return reason;
    return std::nullopt;
  }

  ModelContext &model;
  const Stmt &stmt;
  SymbolId variable = -1;
  CType type;
  IntegerValue first;
  LoopHeader header;
  /// Ends that the counter must meet exactly.
  std::vector<Polynomial> meets;
  /// An end is reached by going below zero, which unsigned types allow.
  bool endsByWrapping = false;
};

} // namespace

Outcome<LoopHeader> readLoop(ModelContext &model, const Stmt &loop,
                             std::vector<WrapRequirement> &entryWraps) {
  return LoopReader(model, loop).read(entryWraps);
}

} // namespace acc
