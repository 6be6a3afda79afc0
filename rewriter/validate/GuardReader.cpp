#include "rewriter/validate/GuardReader.h"

#include "analysis/model/ExprPrinter.h"
#include "rewriter/validate/ExactValue.h"

namespace acc {
namespace {

/// Alternatives of a disjunctive normal form that are followed.
constexpr size_t kMaxAlternatives = 64;

class Reader {
public:
  Reader(const SourceNest &nest,
         const std::function<std::optional<std::string>(const Expr &)> &nameOf)
      : nest(nest), values(nest) {
    values.nameOf = nameOf;
  }

  std::optional<Rejection> term(const Expr &expr) {
    if (isBinary(expr, "&&")) {
      for (const ExprRef &part : expr.operands)
        if (auto rejection = term(*part))
          return rejection;
      return std::nullopt;
    }
    collectReads(expr);
    if (auto condition = conditionOf(expr)) {
      facts.integers = Condition::conjunction({facts.integers, *condition});
      values.learn(*condition);
    } else if (auto disjoint = disjointTerm(expr)) {
      facts.addresses.push_back(*disjoint);
    } else {
      facts.integers = Condition::conjunction({facts.integers, values.learnMagnitude(expr)});
    }
    if (values.overflow)
      return Rejection{RejectionKind::NotProved, values.overflow->range,
                       "arithmetic of the guard may overflow"};
    return std::nullopt;
  }

  GuardFacts facts;

private:
  void collectReads(const Expr &expr) {
    bool isLocation = expr.kind == Expr::Kind::Symbol && nest.symbol(expr.symbol).throughPointer;
    bool isDivision = (isBinary(expr, "/") || isBinary(expr, "%")) &&
                      expr.operands[1]->kind != Expr::Kind::Integer;
    if (isLocation)
      facts.reads.push_back({nest.symbol(expr.symbol).name, false, facts.integers, expr.range});
    else if (isDivision || expr.kind == Expr::Kind::Access ||
             (values.nameOf(expr) && mayOverflow(expr)))
      facts.reads.push_back({printExpr(nest, expr), true, facts.integers, expr.range});
    for (const ExprRef &part : expr.operands)
      if (part)
        collectReads(*part);
  }

  /// The definition of a parameter in arithmetic of its own, which reading it by name skips.
  bool mayOverflow(const Expr &definition) const {
    ExactValues own = values;
    own.nameOf = nullptr;
    for (const ExprRef &operand : definition.operands)
      own.read(*operand);
    return own.overflow != nullptr;
  }

  static bool isBinary(const Expr &expr, const char *op) {
    return expr.kind == Expr::Kind::Binary && expr.text == op;
  }

  std::optional<Condition> conditionOf(const Expr &expr) {
    if (isBinary(expr, "&&") || isBinary(expr, "||")) {
      auto a = conditionOf(*expr.operands[0]), b = conditionOf(*expr.operands[1]);
      if (!a || !b)
        return std::nullopt;
      return expr.text == "&&" ? Condition::conjunction({*a, *b}) : Condition::disjunction({*a, *b});
    }
    if (expr.kind == Expr::Kind::Unary && expr.text == "!") {
      auto inner = conditionOf(*expr.operands[0]);
      return inner ? std::optional(inner->negated()) : std::nullopt;
    }
    if (expr.kind == Expr::Kind::Integer)
      return expr.value != 0 ? Condition::always() : Condition::never();
    if (expr.kind == Expr::Kind::Cast && expr.operands[0]->kind == Expr::Kind::Binary &&
        expr.type.isInteger() && isComparison(*expr.operands[0]))
      return conditionOf(*expr.operands[0]);
    if (expr.kind != Expr::Kind::Binary || !isComparison(expr))
      return std::nullopt;
    auto a = values.read(*expr.operands[0]), b = values.read(*expr.operands[1]);
    if (!a || !b)
      return std::nullopt;
    if (expr.text == "<")
      return Condition::less(*a, *b);
    if (expr.text == "<=")
      return Condition::lessEqual(*a, *b);
    if (expr.text == ">")
      return Condition::less(*b, *a);
    if (expr.text == ">=")
      return Condition::lessEqual(*b, *a);
    Condition equal = Condition::zero(*a - *b);
    return expr.text == "==" ? equal : equal.negated();
  }

  static bool isComparison(const Expr &expr) {
    return expr.text == "<" || expr.text == "<=" || expr.text == ">" || expr.text == ">=" ||
           expr.text == "==" || expr.text == "!=";
  }

  /// Any of && and || over comparisons of addresses that were converted to an
  /// unsigned type of their width.
  std::optional<DisjointTerm> disjointTerm(const Expr &expr) {
    if (isBinary(expr, "||") || isBinary(expr, "&&")) {
      auto a = disjointTerm(*expr.operands[0]), b = disjointTerm(*expr.operands[1]);
      if (!a || !b)
        return std::nullopt;
      if (expr.text == "||") {
        a->insert(a->end(), b->begin(), b->end());
        return a;
      }
      if (a->size() * b->size() > kMaxAlternatives)
        return std::nullopt;
      DisjointTerm both;
      for (const auto &left : *a)
        for (const auto &right : *b) {
          both.push_back(left);
          both.back().insert(both.back().end(), right.begin(), right.end());
        }
      return both;
    }
    if (expr.kind != Expr::Kind::Binary || !(expr.text == "<=" || expr.text == ">="))
      return std::nullopt;
    auto a = addressOf(*expr.operands[0]), b = addressOf(*expr.operands[1]);
    if (!a || !b)
      return std::nullopt;
    return DisjointTerm{{expr.text == "<=" ? AddressOrder{*a, *b} : AddressOrder{*b, *a}}};
  }

  std::optional<Address> addressOf(const Expr &expr) {
    if (expr.kind == Expr::Kind::Cast) {
      bool keeps = expr.type.kind == CType::Kind::Pointer
                       ? samePointee(expr)
                       : expr.type.isInteger() && !expr.type.isSigned &&
                             expr.type.bits() == nest.unit->pointerBits;
      auto inner = keeps ? addressOf(*expr.operands[0]) : std::nullopt;
      if (inner && expr.type.kind == CType::Kind::Pointer)
        inner->unit = expr.type.element->size;
      return inner;
    }
    if (expr.kind == Expr::Kind::Symbol && (expr.type.kind == CType::Kind::Pointer ||
                                            expr.type.kind == CType::Kind::Array))
      return Address{nest.symbol(expr.symbol).name, Polynomial(0), unitOf(expr)};
    // The address of a scalar, and a pointer in memory.
    if (expr.kind == Expr::Kind::Unary && expr.text == "&")
      return Address{"&" + printExpr(nest, *expr.operands[0]), Polynomial(0), unitOf(expr)};
    if (expr.kind == Expr::Kind::Access && expr.type.kind == CType::Kind::Pointer)
      return Address{printExpr(nest, expr), Polynomial(0), unitOf(expr)};
    if (expr.kind != Expr::Kind::Binary || expr.type.kind != CType::Kind::Pointer)
      return std::nullopt;
    auto base = addressOf(*expr.operands[0]);
    auto offset = values.read(*expr.operands[1]);
    if (!base || !offset)
      return std::nullopt;
    if (expr.text == "+")
      return Address{base->base, base->offset + *offset, base->unit};
    if (expr.text == "-")
      return Address{base->base, base->offset - *offset, base->unit};
    return std::nullopt;
  }

  static unsigned unitOf(const Expr &expr) {
    const CType *type = expr.type.element.get();
    while (type && type->kind == CType::Kind::Array)
      type = type->element.get();
    return type ? type->size : 0;
  }

  /// A cast between pointers that keeps the unit of offsets: only qualifiers
  /// differ, an array decays, or nothing is added before the cast.
  static bool samePointee(const Expr &cast) {
    const CType &from = cast.operands[0]->type;
    if (!from.element || !cast.type.element)
      return false;
    return from.element->size == cast.type.element->size ||
           cast.operands[0]->kind == Expr::Kind::Symbol ||
           cast.operands[0]->kind == Expr::Kind::Access;
  }

  const SourceNest &nest;
  ExactValues values;
};

} // namespace

Outcome<GuardFacts>
readGuard(const SourceNest &nest, const Expr &guard,
          const std::function<std::optional<std::string>(const Expr &)> &nameOf) {
  Reader reader(nest, nameOf);
  if (auto rejection = reader.term(guard))
    return *rejection;
  return reader.facts;
}

} // namespace acc
