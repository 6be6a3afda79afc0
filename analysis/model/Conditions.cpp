#include "analysis/model/Conditions.h"

#include "analysis/model/ExprPrinter.h"
#include "analysis/model/ScopIsl.h"
#include "analysis/model/TreeUtil.h"

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

bool isTruthValue(const Expr &expr) {
  static const std::set<std::string> kTruth = {"<", "<=", ">", ">=", "==", "!=", "&&", "||", "!"};
  return (expr.kind == Expr::Kind::Binary || expr.kind == Expr::Kind::Unary) &&
         kTruth.count(expr.text);
}

/// A truth value in other words, or its opposite; none for what is no such thing.
///   (int)(a < b), (a < b) != 0, 1 == (a < b)  ->  a < b;   (a < b) == 0, !(a < b)  ->  not a < b
struct Reworded {
  const Expr *truth;
  bool isNegated;
};

std::optional<Reworded> reworded(const Expr &expr) {
  if (expr.kind == Expr::Kind::Unary && expr.text == "!")
    return Reworded{expr.operands[0].get(), true};
  if (expr.kind == Expr::Kind::Cast && expr.type.isInteger() && isTruthValue(skipCasts(expr)) &&
      expr.operands[0]->type.isInteger())
    return Reworded{expr.operands[0].get(), false};
  if (expr.kind != Expr::Kind::Binary || (expr.text != "==" && expr.text != "!="))
    return std::nullopt;
  for (size_t side : {0, 1}) {
    const Expr &truth = skipCasts(*expr.operands[side]);
    const Expr &number = skipCasts(*expr.operands[1 - side]);
    bool isNumber = number.kind == Expr::Kind::Integer && (number.value == 0 || number.value == 1);
    if (isNumber && isTruthValue(truth))
      return Reworded{&truth, (expr.text == "==") == (number.value == 0)};
  }
  return std::nullopt;
}

/// Which conditions are read; the others depend on data.
enum class ConditionForm { Affine, Polynomial };

class ConditionReader {
public:
  ConditionReader(ModelContext &model, std::vector<WrapRequirement> &wraps, ConditionForm form)
      : model(model), reader(model, wraps), form(form) {}

  Outcome<Condition> read(const Expr &expr) {
    if (auto other = reworded(expr)) {
      auto inner = read(*other->truth);
      return inner && other->isNegated ? Outcome<Condition>(inner->negated()) : inner;
    }
    if (expr.kind == Expr::Kind::Binary && (expr.text == "&&" || expr.text == "||")) {
      auto left = read(*expr.operands[0]);
      if (!left)
        return left;
      auto right = read(*expr.operands[1]);
      if (!right)
        return right;
      return expr.text == "&&" ? Condition::conjunction({*left, *right})
                               : Condition::disjunction({*left, *right});
    }
    if (isTruthValue(expr) && expr.kind == Expr::Kind::Binary)
      return comparison(expr);
    auto value = expr.type.isInteger() ? reader.read(expr) : reader.readTruth(expr);
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

  Outcome<Condition> comparison(const Expr &expr) {
    if (!expr.operands[0]->type.isInteger() || !expr.operands[1]->type.isInteger()) {
      auto truth = reader.readTruth(expr);
      return truth ? Outcome<Condition>(Condition::zero(truth->single()).negated())
                   : refused(expr);
    }
    auto a = reader.read(*expr.operands[0]);
    auto b = reader.read(*expr.operands[1]);
    if (!a || !b)
      return refused(expr);
    reader.force(*a, expr.range);
    reader.force(*b, expr.range);
    const std::string &op = expr.text;
    if (op == "<" || op == "<=")
      return inForm(less(*a, *b, op == "<"), expr);
    if (op == ">" || op == ">=")
      return inForm(less(*b, *a, op == ">"), expr);
    Condition equal = a->isSingle() && b->isSingle()
                          ? Condition::zero(a->single() - b->single())
                          : Condition::conjunction({less(*a, *b, false), less(*b, *a, false)});
    return inForm(op == "==" ? equal : equal.negated(), expr);
  }

  ModelContext &model;
  IntegerReader reader;
  ConditionForm form;
};

} // namespace

Outcome<Condition> readCondition(ModelContext &model, const Expr &expr,
                                 std::vector<WrapRequirement> &entryWraps) {
  std::vector<WrapRequirement> wraps;
  size_t assumed = model.assumptions.size();
  auto condition = ConditionReader(model, wraps, ConditionForm::Affine).read(expr);
  if (!condition) {
    model.assumptions.resize(assumed);
    return condition;
  }
  auto hoisted = model.hoisted(wraps);
  if (!hoisted)
    return Rejection{RejectionKind::IndexType, expr.range, printExpr(model.nest, expr)};
  entryWraps.insert(entryWraps.end(), hoisted->begin(), hoisted->end());
  return condition;
}

Condition knownWhere(ModelContext &model, const Expr &expr, bool holds) {
  if (auto other = reworded(expr))
    return knownWhere(model, *other->truth, holds != other->isNegated);
  if (expr.kind == Expr::Kind::Binary && expr.text == (holds ? "&&" : "||"))
    return Condition::conjunction({knownWhere(model, *expr.operands[0], holds),
                                   knownWhere(model, *expr.operands[1], holds)});
  std::vector<WrapRequirement> wraps;
  size_t assumed = model.assumptions.size();
  auto condition = ConditionReader(model, wraps, ConditionForm::Polynomial).read(expr);
  if (condition && wraps.empty())
    return holds ? *condition : condition->negated();
  model.assumptions.resize(assumed);
  return Condition::always();
}

} // namespace acc
