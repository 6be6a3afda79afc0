#include "analysis/model/Conditions.h"

#include "analysis/model/ScopIsl.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <optional>
#include <set>

namespace acc {
namespace {

using Kind = IntegerValue::Kind;

/// a < b (strict) or a <= b, with min and max on either side.
Condition less(const IntegerValue &a, const IntegerValue &b, bool strict) {
  std::vector<Condition> rows;
  for (const Polynomial &left : a.entries) {
    std::vector<Condition> row;
    for (const Polynomial &right : b.entries)
      row.push_back(strict ? Condition::less(left, right) : Condition::lessEqual(left, right));
    // min(l) < x when some l < x; x < min(r) when all x < r.
    rows.push_back(b.kind == Kind::Max ? Condition::disjunction(row) : Condition::conjunction(row));
  }
  return a.kind == Kind::Min ? Condition::disjunction(rows) : Condition::conjunction(rows);
}

/// A truth value in other words, or its opposite; none for what is no such thing.
///   (int)(a < b), (a < b) != 0, 1 == (a < b)  ->  a < b;   (a < b) == 0, !(a < b)  ->  not a < b
struct Reworded {
  const Expr *truth;
  bool isNegated;
};

std::optional<Reworded> reworded(const Expr &expr) {
  if (expr.kind == Expr::Kind::Unary && expr.op() == Op::Exclaim)
    return Reworded{expr.operands[0].get(), true};
  if (expr.kind == Expr::Kind::Cast && isTruthValue(skipTruthCasts(expr)))
    return Reworded{&skipTruthCasts(expr), false};
  if (expr.kind != Expr::Kind::Binary ||
      (expr.op() != Op::EqualEqual && expr.op() != Op::ExclaimEqual))
    return std::nullopt;
  for (size_t side : {0, 1}) {
    const Expr &truth = skipTruthCasts(*expr.operands[side]);
    auto number = constantValue(*expr.operands[1 - side]);
    if ((number == 0 || number == 1) && isTruthValue(truth))
      return Reworded{&truth, (expr.op() == Op::EqualEqual) == (number == 0)};
  }
  return std::nullopt;
}

/// A signed number below conversions to unsigned types that are no narrower: where it is negative,
/// the last of `bits` bits makes it at least 2^(bits - 1), and at most 2^bits - 1.
struct Unsigned {
  const Expr *number;
  unsigned bits;
};

/// Which conditions are read; the others depend on data.
enum class ConditionForm { Affine, Polynomial };

class ConditionReader {
public:
  ConditionReader(ModelContext &model, std::vector<WrapRequirement> &wraps, ConditionForm form)
      : model(model), wraps(wraps), reader(model, wraps), form(form) {}

  /// What comparisons of converted values that vary need of the sizes beside them.
  std::vector<WrapRequirement> signs;

  Outcome<Condition> read(const Expr &expr) {
    if (auto other = reworded(expr)) {
      auto inner = read(*other->truth);
      return inner && other->isNegated ? Outcome<Condition>(inner->negated()) : inner;
    }
    if (expr.kind == Expr::Kind::Binary && (expr.op() == Op::AmpAmp || expr.op() == Op::PipePipe)) {
      auto left = read(*expr.operands[0]);
      if (!left)
        return left;
      auto right = read(*expr.operands[1]);
      if (!right)
        return right;
      return expr.op() == Op::AmpAmp ? Condition::conjunction({*left, *right})
                                     : Condition::disjunction({*left, *right});
    }
    if (isTruthValue(expr) && expr.kind == Expr::Kind::Binary)
      return comparison(expr);
    if (!expr.type.isInteger())
      return truth(expr);
    auto value = reader.read(expr);
    if (!value || !value->isSingle())
      return refused(expr);
    reader.force(*value, expr.range);
    return inForm(Condition::zero(value->single()).negated(), expr);
  }

private:
  Rejection refused(const Expr &expr) const {
    return {RejectionKind::Condition, expr.range, printExpr(model.nest, expr)};
  }

  Outcome<Condition> inForm(const Condition &condition, const Expr &expr) const {
    if (form == ConditionForm::Polynomial)
      return condition;
    std::vector<Condition> open{condition};
    while (!open.empty()) {
      Condition next = open.back();
      open.pop_back();
      for (const Condition &part : next.operands())
        open.push_back(part);
      if ((next.kind() == Condition::Kind::NonNegative || next.kind() == Condition::Kind::Zero) &&
          !linearForm(next.value(), model.iterators()))
        return refused(expr);
    }
    return condition;
  }

  /// Of what is no integer: a name for whether it holds, 1 or 0.
  Outcome<Condition> truth(const Expr &expr) {
    auto holds = reader.readTruth(expr);
    return holds ? Outcome<Condition>(Condition::less(Polynomial(0), holds->single()))
                 : refused(expr);
  }

  Outcome<Condition> comparison(const Expr &expr) {
    if (!expr.operands[0]->type.isInteger() || !expr.operands[1]->type.isInteger())
      return truth(expr);
    auto a = side(*expr.operands[0]);
    auto b = side(*expr.operands[1]);
    if (!a || !b)
      return refused(expr);
    bool isWalked = isSigned(*a) || isSigned(*b);
    for (Side *one : {&*a, &*b})
      if (one->isConverted && !isSigned(*one)) {
        IntegerReader(model, isWalked ? signs : wraps)
            .require(one->value.single(), 0, INT64_MAX, expr.range);
        one->isConverted = false;
      }
    // Below the values that negative ones become; what is converted is below them anyway.
    auto [low, high] = limitsOf(b->value.type);
    for (Side *one : {&*a, &*b})
      if (isWalked && !one->isConverted)
        for (const Polynomial &entry : one->value.entries)
          IntegerReader(model, signs).require(entry, low, high / 2, expr.range);
    const Op op = expr.op();
    if (op == Op::Less || op == Op::LessEqual)
      return inForm(below(*a, *b, op == Op::Less), expr);
    if (op == Op::Greater || op == Op::GreaterEqual)
      return inForm(below(*b, *a, op == Op::Greater), expr);
    Condition equal = a->value.isSingle() && b->value.isSingle()
                          ? Condition::zero(a->value.single() - b->value.single())
                          : Condition::conjunction(
                                {less(a->value, b->value, false), less(b->value, a->value, false)});
    return inForm(op == Op::EqualEqual ? equal : equal.negated(), expr);
  }

  /// A side of a comparison: the number itself, or one with a sign that is converted to an
  /// unsigned type where it may be negative; then it is above all that is not.
  struct Side {
    IntegerValue value;
    bool isConverted = false;
  };

  /// A value that varies keeps its sign; for an invariant one the guard demands that it is not
  /// negative.
  bool isSigned(const Side &side) const {
    return side.isConverted && !model.isInvariant(side.value.single());
  }

  Outcome<Side> side(const Expr &expr) {
    const Expr *inner = expr.kind == Expr::Kind::Cast ? expr.operands[0].get() : nullptr;
    bool dropsSign = inner && expr.type.kind == CType::Kind::Integer && !expr.type.isSigned &&
                     inner->type.kind == CType::Kind::Integer && inner->type.isSigned &&
                     inner->type.bits() <= expr.type.bits() && !model.chosen.count(&expr) &&
                     !model.taken.count(&expr);
    if (dropsSign) {
      auto number = reader.read(*inner);
      if (!number)
        return number.rejection();
      if (number->isSingle() && !model.isNonNegative(number->single())) {
        reader.force(*number, expr.range);
        number->type = expr.type;
        return Side{*number, true};
      }
    }
    auto value = reader.read(expr);
    if (!value)
      return value.rejection();
    reader.force(*value, expr.range);
    return Side{*value, false};
  }

  /// a < b or a <= b of unsigned values, where negative numbers stand for those above all others.
  static Condition below(const Side &a, const Side &b, bool strict) {
    Condition inOrder = less(a.value, b.value, strict);
    if (!a.isConverted && !b.isConverted)
      return inOrder;
    Condition aIsAbove =
        a.isConverted ? Condition::nonNegative(a.value.single()).negated() : Condition::never();
    Condition bIsAbove =
        b.isConverted ? Condition::nonNegative(b.value.single()).negated() : Condition::never();
    Condition sameSign =
        Condition::disjunction({Condition::conjunction({aIsAbove, bIsAbove}),
                                Condition::conjunction({aIsAbove.negated(), bIsAbove.negated()})});
    return Condition::disjunction({Condition::conjunction({sameSign, inOrder}),
                                   Condition::conjunction({aIsAbove.negated(), bIsAbove})});
  }

  ModelContext &model;
  std::vector<WrapRequirement> &wraps;
  IntegerReader reader;
  ConditionForm form;
};

} // namespace

Outcome<Condition> readCondition(ModelContext &model, const Expr &expr,
                                 std::vector<WrapRequirement> &entryWraps) {
  std::vector<WrapRequirement> wraps;
  size_t assumed = model.assumptions.size();
  ConditionReader reader(model, wraps, ConditionForm::Affine);
  auto condition = reader.read(expr);
  if (!condition) {
    model.assumptions.resize(assumed);
    return condition;
  }
  wraps.insert(wraps.end(), reader.signs.begin(), reader.signs.end());
  auto hoisted = model.hoisted(wraps);
  if (!hoisted)
    return Rejection{RejectionKind::IndexType, expr.range, printExpr(model.nest, expr)};
  entryWraps.insert(entryWraps.end(), hoisted->begin(), hoisted->end());
  return condition;
}

Condition knownWhere(ModelContext &model, const Expr &expr, bool holds,
                     std::vector<WrapRequirement> &entryWraps) {
  if (auto other = reworded(expr))
    return knownWhere(model, *other->truth, holds != other->isNegated, entryWraps);
  if (expr.kind == Expr::Kind::Binary && expr.text == (holds ? "&&" : "||"))
    return Condition::conjunction({knownWhere(model, *expr.operands[0], holds, entryWraps),
                                   knownWhere(model, *expr.operands[1], holds, entryWraps)});
  if (readsElement(expr))
    return Condition::always();
  std::vector<WrapRequirement> wraps;
  size_t assumed = model.assumptions.size();
  ConditionReader reader(model, wraps, ConditionForm::Polynomial);
  auto condition = reader.read(expr);
  auto signs = model.hoisted(reader.signs);
  if (condition && wraps.empty() && signs) {
    entryWraps.insert(entryWraps.end(), signs->begin(), signs->end());
    return holds ? *condition : condition->negated();
  }
  model.assumptions.resize(assumed);
  return Condition::always();
}

bool readsElement(const Expr &expr) {
  bool found =
      expr.kind == Expr::Kind::Access &&
      std::any_of(expr.operands.begin() + 1, expr.operands.end(), [](const ExprRef &subscript) {
        const Expr *value = subscript.get();
        while (value->kind == Expr::Kind::Cast)
          value = value->operands[0].get();
        return value->kind != Expr::Kind::Integer;
      });
  for (const ExprRef &part : expr.operands)
    found = found || readsElement(*part);
  return found;
}

} // namespace acc
