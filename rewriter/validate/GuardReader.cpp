#include "rewriter/validate/GuardReader.h"

#include "analysis/support/Append.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/validate/ExactValue.h"

namespace acc {
namespace {

/// Alternatives of a disjunctive normal form that are followed.
constexpr size_t kMaxAlternatives = 64;

class ConjunctReader {
public:
  ConjunctReader(const SourceNest &nest,
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

  void scan(const GuardStep &step) {
    facts.scans.push_back({step.scan, step.parameter, facts.integers});
    // The elements that it reads are compared with the source's, one by one.
    forEachExprIn(step.scan, [&](const ExprRef &part) {
      if (part->kind != Expr::Kind::Access)
        readOf(*part);
    });
    facts.integers = Condition::conjunction(
        {facts.integers, Condition::less(Polynomial(0), Polynomial::symbol(step.parameter))});
  }

  GuardFacts facts;

private:
  /// What `&location` reads: of `&*p` only p, when that is itself in memory; -1 when it is not.
  /// `&p->x` counts as a read of p->x: p must point to an object.
  SymbolId readForAddress(SymbolId location) const {
    const Symbol &symbol = nest.symbol(location);
    if (symbol.parent < 0 || symbol.name != nest.symbol(symbol.parent).name + "[0]")
      return symbol.throughPointer ? location : -1;
    return nest.symbol(symbol.parent).throughPointer ? symbol.parent : -1;
  }

  void collectReads(const Expr &expr) {
    if (expr.kind == Expr::Kind::Unary && expr.op() == Op::Amp &&
        expr.operands[0]->kind == Expr::Kind::Symbol) {
      if (SymbolId read = readForAddress(expr.operands[0]->symbol); read >= 0)
        facts.reads.push_back({nest.symbol(read).name, false, facts.integers, expr.range});
      return;
    }
    // The address of an element, and an array on the way to one, are computed from what the
    // base and the subscripts read.
    bool isAddress = expr.kind == Expr::Kind::Unary && expr.op() == Op::Amp;
    const Expr &place = isAddress ? *expr.operands[0] : expr;
    if (place.kind == Expr::Kind::Access && (isAddress || place.type.kind == CType::Kind::Array)) {
      for (const ExprRef &part : place.operands)
        collectReads(*part);
      return;
    }
    readOf(expr);
    if (isBinary(expr, "&&")) {
      collectReads(*expr.operands[0]);
      behind(expr, [&] { collectReads(*expr.operands[1]); });
      return;
    }
    for (const ExprRef &part : expr.operands)
      if (part)
        collectReads(*part);
  }

  /// Reads the second operand of && or ||: that of && with what the first says.
  void behind(const Expr &expr, const std::function<void()> &readSecond) {
    auto first = isBinary(expr, "&&") ? conditionOf(*expr.operands[0]) : std::nullopt;
    if (!first)
      return readSecond();
    ExactValues before = values;
    values.learn(*first);
    readSecond();
    before.overflow = values.overflow;
    values = std::move(before);
  }

  /// What the expression itself reads, without its operands; of (long)((n + 1) / 2) the quotient is
  /// one.
  void readOf(const Expr &expr) {
    bool isLocation = expr.kind == Expr::Kind::Symbol && nest.symbol(expr.symbol).throughPointer;
    bool isDivision = (isBinary(expr, "/") || isBinary(expr, "%")) &&
                      constantValue(*expr.operands[1]).value_or(0) <= 0 &&
                      !isUnsignedByPositive(expr);
    if (isLocation)
      facts.reads.push_back({nest.symbol(expr.symbol).name, false, facts.integers, expr.range});
    else if (isDivision || expr.kind == Expr::Kind::Access ||
             (&skipWidening(expr) == &expr && values.nameOf(expr) && mayOverflow(expr)))
      facts.reads.push_back({printExpr(nest, expr), true, facts.integers, expr.range});
  }

  /// x % ((unsigned long)n * 8) behind n > 0.
  bool isUnsignedByPositive(const Expr &division) {
    auto divisor = division.type.isInteger() && !division.type.isSigned
                       ? values.read(*division.operands[1])
                       : std::nullopt;
    return divisor && values.isExact(*divisor - Polynomial(1), division.type);
  }

  /// The definition of a parameter in arithmetic of its own, which reading it by name skips.
  bool mayOverflow(const Expr &definition) const {
    ExactValues own = values;
    own.nameOf = nullptr;
    readOperands(definition, own);
    return own.overflow != nullptr;
  }

  static void readOperands(const Expr &expr, ExactValues &own) {
    for (const ExprRef &operand : own.computedOperands(expr))
      if (operand) {
        own.read(*operand);
        readOperands(*operand, own);
      }
  }

  static bool isBinary(const Expr &expr, const char *op) {
    return expr.kind == Expr::Kind::Binary && expr.text == op;
  }

  std::optional<Condition> conditionOf(const Expr &expr) {
    if (isBinary(expr, "&&") || isBinary(expr, "||")) {
      auto a = conditionOf(*expr.operands[0]), b = conditionOf(*expr.operands[1]);
      if (!a || !b)
        return std::nullopt;
      return expr.op() == Op::AmpAmp ? Condition::conjunction({*a, *b})
                                     : Condition::disjunction({*a, *b});
    }
    if (expr.kind == Expr::Kind::Unary && expr.op() == Op::Exclaim) {
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
    if (expr.op() == Op::Less)
      return Condition::less(*a, *b);
    if (expr.op() == Op::LessEqual)
      return Condition::lessEqual(*a, *b);
    if (expr.op() == Op::Greater)
      return Condition::less(*b, *a);
    if (expr.op() == Op::GreaterEqual)
      return Condition::lessEqual(*b, *a);
    Condition equal = Condition::zero(*a - *b);
    return expr.op() == Op::EqualEqual ? equal : equal.negated();
  }

  static bool isComparison(const Expr &expr) {
    return expr.op() == Op::Less || expr.op() == Op::LessEqual || expr.op() == Op::Greater ||
           expr.op() == Op::GreaterEqual || expr.op() == Op::EqualEqual ||
           expr.op() == Op::ExclaimEqual;
  }

  /// Any of && and || over comparisons of addresses that were converted to an
  /// unsigned type of their width.
  std::optional<DisjointTerm> disjointTerm(const Expr &expr) {
    if (isBinary(expr, "||") || isBinary(expr, "&&")) {
      auto a = disjointTerm(*expr.operands[0]);
      std::optional<DisjointTerm> b;
      behind(expr, [&] { b = disjointTerm(*expr.operands[1]); });
      if (!a || !b)
        return std::nullopt;
      if (expr.op() == Op::PipePipe) {
        a->insert(a->end(), b->begin(), b->end());
        return a;
      }
      if (a->size() * b->size() > kMaxAlternatives)
        return std::nullopt;
      DisjointTerm both;
      for (const AddressFacts &left : *a)
        for (const AddressFacts &right : *b) {
          AddressFacts all = left;
          append(all.orders, right.orders);
          append(all.gaps, right.gaps);
          all.integers = Condition::conjunction({left.integers, right.integers});
          both.push_back(std::move(all));
        }
      return both;
    }
    if (expr.kind != Expr::Kind::Binary || !isComparison(expr))
      return std::nullopt;
    if (expr.op() == Op::LessEqual || expr.op() == Op::GreaterEqual) {
      bool isTurned = expr.op() == Op::GreaterEqual;
      const Expr &less = *expr.operands[isTurned], &more = *expr.operands[!isTurned];
      if (auto gap = gapOf(less, more))
        return DisjointTerm{{{}, {*gap}, Condition::always()}};
      auto a = addressOf(less), b = addressOf(more);
      if (a && b)
        return DisjointTerm{{{{*a, *b}}, {}, Condition::always()}};
    }
    auto condition = conditionOf(expr);
    return condition ? std::optional(DisjointTerm{{{}, {}, *condition}}) : std::nullopt;
  }

  /// (unsigned long)n * 8 <= (q - p) % ((unsigned long)ld * 8), or the same remainder + (unsigned
  /// long)m * 8 <= (unsigned long)ld * 8, in numbers that are exact.
  std::optional<AddressGap> gapOf(const Expr &less, const Expr &more) {
    bool isLeast = isBinary(more, "%");
    const Expr &remainder = isLeast ? more : isBinary(less, "+") ? *less.operands[0] : less;
    if (!isBinary(remainder, "%") || !isAddressInteger(remainder.type) || &remainder == &less)
      return std::nullopt;
    const Expr &distance = *remainder.operands[0];
    if (!isBinary(distance, "-") || !isAddressInteger(distance.type))
      return std::nullopt;
    auto to = addressOf(*distance.operands[0]), from = addressOf(*distance.operands[1]);
    if (!to || !from || to->unit != from->unit || to->unit == 0)
      return std::nullopt;
    unsigned unit = to->unit;
    const CType &type = remainder.type;
    CType limited = type;
    limited.isSigned = true;
    auto pitch = countOf(*remainder.operands[1], unit);
    auto count = countOf(isLeast ? less : *less.operands[1], unit);
    auto limit = isLeast ? pitch : countOf(more, unit);
    // No product wraps, and nothing is divided by zero. The count is positive where anything is
    // accessed in so many columns.
    if (!pitch || !count || limit != pitch || !values.isExact(*pitch - Polynomial(1), type) ||
        !values.isExact((*pitch + *count) * Polynomial(unit), limited))
      return std::nullopt;
    return AddressGap{*from, *to, *pitch, *count, isLeast};
  }

  /// n of (unsigned long)n * sizeof(*A), with elements of `unit` bytes.
  std::optional<Polynomial> countOf(const Expr &bytes, unsigned unit) {
    if (!isAddressInteger(bytes.type) || unit == 0)
      return std::nullopt;
    if (bytes.kind == Expr::Kind::Integer)
      return bytes.value % int64_t(unit) == 0
                 ? std::optional(Polynomial(bytes.value / int64_t(unit)))
                 : std::nullopt;
    if (!isBinary(bytes, "*") || bytes.operands[1]->kind != Expr::Kind::Integer ||
        bytes.operands[1]->value != int64_t(unit))
      return std::nullopt;
    const Expr &count = *bytes.operands[0];
    if (!isAddressInteger(count.type) ||
        (count.kind != Expr::Kind::Cast && count.kind != Expr::Kind::Integer))
      return std::nullopt;
    return values.read(count.kind == Expr::Kind::Cast ? *count.operands[0] : count);
  }

  std::optional<Address> addressOf(const Expr &expr) {
    if (expr.kind == Expr::Kind::Cast) {
      bool keeps =
          expr.type.kind == CType::Kind::Pointer ? samePointee(expr) : isAddressInteger(expr.type);
      auto inner = keeps ? addressOf(*expr.operands[0]) : std::nullopt;
      if (inner && expr.type.kind == CType::Kind::Pointer)
        inner->unit = expr.type.element->size;
      return inner;
    }
    if (expr.kind == Expr::Kind::Symbol &&
        (expr.type.kind == CType::Kind::Pointer || expr.type.kind == CType::Kind::Array))
      return Address{nest.symbol(expr.symbol).name, Polynomial(0), unitOf(expr)};
    // The first element of an array of arrays, the address of a scalar, and a pointer in memory.
    if (expr.kind == Expr::Kind::Unary && expr.op() == Op::Amp)
      if (const Expr *base = baseOfFirst(*expr.operands[0]))
        return Address{base->kind == Expr::Kind::Symbol ? nest.symbol(base->symbol).name
                                                        : printExpr(nest, *base),
                       Polynomial(0), unitOf(expr)};
    if (expr.kind == Expr::Kind::Unary && expr.op() == Op::Amp)
      return Address{"&" + printExpr(nest, *expr.operands[0]), Polynomial(0), unitOf(expr)};
    if (expr.kind == Expr::Kind::Access && expr.type.kind == CType::Kind::Pointer)
      return Address{printExpr(nest, expr), Polynomial(0), unitOf(expr)};
    if (expr.kind == Expr::Kind::Binary && isAddressInteger(expr.type))
      return addressByBytes(expr);
    if (expr.kind != Expr::Kind::Binary || expr.type.kind != CType::Kind::Pointer)
      return std::nullopt;
    auto base = addressOf(*expr.operands[0]);
    auto offset = values.read(*expr.operands[1]);
    if (!base || !offset)
      return std::nullopt;
    if (expr.op() == Op::Plus)
      return Address{base->base, base->offset + *offset, base->unit};
    if (expr.op() == Op::Minus)
      return Address{base->base, base->offset - *offset, base->unit};
    return std::nullopt;
  }

  /// The symbol `a` of a[0][0], the pointer in memory `rows[y]` of rows[y][0][0]; null for other
  /// elements.
  static const Expr *baseOfFirst(const Expr &element) {
    const Expr *at = &element;
    while (at->kind == Expr::Kind::Access && at->member.empty() &&
           (at == &element || at->type.kind == CType::Kind::Array)) {
      for (size_t k = 1; k < at->operands.size(); ++k)
        if (at->operands[k]->kind != Expr::Kind::Integer || at->operands[k]->value != 0)
          return nullptr;
      at = at->operands[0].get();
    }
    const bool isBase = at->kind == Expr::Kind::Symbol ||
                        (at->kind == Expr::Kind::Access && at->type.kind == CType::Kind::Pointer);
    return at != &element && isBase ? at : nullptr;
  }

  bool isAddressInteger(const CType &type) const {
    return type.isInteger() && !type.isSigned && type.bits() == nest.unit->pointerBits;
  }

  /// (unsigned long)A + (unsigned long)n * sizeof(*A): as A + n, without its demand that the
  /// place lies in the object. (unsigned long)&x + sizeof(x) is &x + 1.
  std::optional<Address> addressByBytes(const Expr &sum) {
    auto base = isBinary(sum, "+") ? addressOf(*sum.operands[0]) : std::nullopt;
    if (!base)
      return std::nullopt;
    auto offset = countOf(*sum.operands[1], base->unit);
    return offset ? std::optional(Address{base->base, base->offset + *offset, base->unit})
                  : std::nullopt;
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
readGuard(const SourceNest &nest, const std::vector<GuardStep> &guard,
          const std::function<std::optional<std::string>(const Expr &)> &nameOf) {
  ConjunctReader reader(nest, nameOf);
  for (const GuardStep &step : guard)
    if (!step.terms)
      reader.scan(step);
    else if (auto rejection = reader.term(*step.terms))
      return *rejection;
  return reader.facts;
}

} // namespace acc
