#include "rewriter/validate/FinalValues.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/validate/TreeMatch.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

Rejection notProved(const std::string &variable, const std::string &why, SourceRange where) {
  return {RejectionKind::NotProved, where, "the final value of " + variable + " " + why};
}

/// What a loop leaves in its variable: `first` where it does not run, else the first of first,
/// first + step, first + 2*step, ... that is not before `end`.
struct ValueBehind {
  Polynomial first, end;
  int64_t step;

  /// `value` is it.
  Condition isMet(const Polynomial &value) const {
    Polynomial size(std::abs(step));
    Polynomial beyond = step > 0 ? value - end : end - value; // at least 0, less than a step
    Condition runs = step > 0 ? Condition::less(first, end) : Condition::less(end, first);
    Condition stays = Condition::zero(value - first);
    if (!(value - first).dividedBy(size))
      return std::abs(step) == 1 ? Condition::never()
                                 : Condition::conjunction({runs.negated(), stays});
    return Condition::disjunction({Condition::conjunction({runs.negated(), stays}),
                                   Condition::conjunction({runs, Condition::nonNegative(beyond),
                                                           Condition::less(beyond, size)})});
  }
};

/// What the loop leaves in its variable, in the last iteration of the loops around it. Needs
/// single bounds, no condition around any of them, and at least one iteration of each
/// loop around. None where that is not known.
std::optional<ValueBehind> finalValue(const Scop &scop, int index, const GuardContext &guard) {
  std::vector<int> chain;
  for (int at = index; at >= 0; at = scop.loops[at].parent)
    chain.insert(chain.begin(), at);
  std::map<std::string, Polynomial> last;
  for (int at : chain) {
    const ScopLoop &loop = scop.loops[at];
    if (loop.first.size() != 1 || loop.end.size() != 1 || !loop.condition.isTrue() ||
        !loop.entry.isTrue())
      return std::nullopt;
    Polynomial first = loop.first[0].substitute(last), end = loop.end[0].substitute(last);
    if (std::any_of(chain.begin(), chain.end(), [&](int other) {
          return first.contains(scop.loops[other].name) || end.contains(scop.loops[other].name);
        }))
      return std::nullopt;
    if (at == index)
      return ValueBehind{first, end, loop.step};
    Polynomial trips = loop.step > 0 ? end - first : first - end;
    if (!guard.isNonNegative(trips - 1))
      return std::nullopt;
    if (std::abs(loop.step) == 1)
      last[loop.name] = end - Polynomial(loop.step);
  }
  return std::nullopt;
}

/// An element with constant subscripts of an object, or of a pointer that the nest does not assign:
/// the same location wherever it is named.
bool isFixedPlace(const SourceNest &nest, const Expr &access) {
  const Expr &base = *access.operands.front();
  if (base.kind != Expr::Kind::Symbol)
    return false;
  const Symbol &symbol = nest.symbol(base.symbol);
  const bool isOwn =
      (symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter) &&
      !symbol.addressTaken && !symbol.isLent && !assignedIn(nest.root).count(base.symbol);
  return (symbol.type.kind == CType::Kind::Array || isOwn) &&
         std::all_of(access.operands.begin() + 1, access.operands.end(),
                     [](const ExprRef &index) { return index->kind == Expr::Kind::Integer; });
}

/// Integer expressions over parameters, modulo 2^bits of the variable that gets them; each quotient
/// in them is a name of its own, of which `facts` tell what it is.
class ValueReader {
public:
  ValueReader(const Scop &source, unsigned bits) : source(source), bits(bits) {}

  std::optional<Polynomial> read(const Scop &scop, const Expr &expr) {
    if (auto parameter = parameterDefinedAs(scop, expr))
      return parameter;
    switch (expr.kind) {
    case Expr::Kind::Integer:
      return Polynomial(expr.value);
    case Expr::Kind::Symbol: {
      const std::string &name = scop.nest.symbol(expr.symbol).name;
      return scop.parameter(name) || expr.type.isConst ? std::optional(Polynomial::symbol(name))
                                                       : std::nullopt;
    }
    case Expr::Kind::Access: {
      // A parameter of the source that is a location keeps its value through the nest; one that is
      // a variable, which had the location's value at the entry, says nothing of it.
      auto value = isFixedPlace(scop.nest, expr)
                       ? parameterDefinedAs(scop, expr, /*mayChange=*/true)
                       : std::nullopt;
      const Parameter *parameter = value ? source.parameter(*value->symbols().begin()) : nullptr;
      return parameter && parameter->symbol < 0 ? value : std::nullopt;
    }
    case Expr::Kind::Cast:
      return keepsValues(expr.operands[0]->type, expr.type) ||
                     (expr.type.kind == CType::Kind::Integer && expr.type.bits() >= bits &&
                      expr.operands[0]->type.isInteger())
                 ? read(scop, *expr.operands[0])
                 : std::nullopt;
    case Expr::Kind::Unary: {
      auto a = expr.op() == Op::Minus ? read(scop, *expr.operands[0]) : std::nullopt;
      return a ? std::optional(-*a) : std::nullopt;
    }
    case Expr::Kind::Binary: {
      auto a = read(scop, *expr.operands[0]), b = read(scop, *expr.operands[1]);
      if (!a || !b)
        return std::nullopt;
      if (expr.op() == Op::Slash)
        return quotient(*a, *b);
      if (!(expr.op() == Op::Plus || expr.op() == Op::Minus || expr.op() == Op::Star))
        return std::nullopt;
      return expr.op() == Op::Plus ? *a + *b : expr.op() == Op::Minus ? *a - *b : *a * *b;
    }
    default:
      return std::nullopt;
    }
  }

  /// C's quotients are rounded towards zero.
  Condition facts = Condition::always();

private:
  std::optional<Polynomial> quotient(const Polynomial &whole, const Polynomial &divisor) {
    auto size = divisor.constant();
    if (!size || *size <= 0)
      return std::nullopt;
    for (size_t k = 0; k < quotients.size(); ++k)
      if (quotients[k] == std::pair(whole, divisor))
        return Polynomial::symbol("quotient." + std::to_string(k));
    Polynomial q = Polynomial::symbol("quotient." + std::to_string(quotients.size())), zero(0);
    quotients.emplace_back(whole, divisor);
    Polynomial rest = whole - divisor * q;
    facts = Condition::conjunction(
        {facts,
         Condition::disjunction({Condition::conjunction({Condition::lessEqual(zero, whole),
                                                         Condition::lessEqual(zero, rest),
                                                         Condition::less(rest, divisor)}),
                                 Condition::conjunction({Condition::lessEqual(whole, zero),
                                                         Condition::lessEqual(rest, zero),
                                                         Condition::less(-divisor, rest)})})});
    return q;
  }

  const Scop &source;
  const unsigned bits;
  std::vector<std::pair<Polynomial, Polynomial>> quotients;
};

/// What is set to `found` in the emitted code is set to `wanted` in the source.
std::optional<Condition> isSame(const Scop &source, const Expr &wanted, const Scop &emitted,
                                const Expr &found, ValueReader &reader) {
  auto isSum = [](const Expr &expr) {
    return expr.kind == Expr::Kind::Binary && expr.op() == Op::Plus;
  };
  auto pointer = [&](const Scop &scop, const Expr &expr) -> std::string {
    const Expr &base = isSum(expr) ? *expr.operands[0] : expr;
    return base.kind == Expr::Kind::Symbol ? scop.nest.symbol(base.symbol).name : "";
  };
  auto number = [&](const Scop &scop, const Expr &expr) {
    if (expr.type.kind != CType::Kind::Pointer)
      return reader.read(scop, expr);
    return isSum(expr) ? reader.read(scop, *expr.operands[1]) : Polynomial(0);
  };
  const bool arePointers = wanted.type.kind == CType::Kind::Pointer;
  if (arePointers != (found.type.kind == CType::Kind::Pointer))
    return std::nullopt;
  if (arePointers &&
      (wanted.type.spelling != found.type.spelling || pointer(source, wanted).empty() ||
       pointer(source, wanted) != pointer(emitted, found)))
    return std::nullopt;
  auto a = number(source, wanted), b = number(emitted, found);
  return a && b ? std::optional(Condition::zero(*a - *b)) : std::nullopt;
}

} // namespace

std::optional<Rejection> takeFinalValues(const Scop &source, Scop &emitted,
                                         const GuardContext &guard) {
  for (const FinalValue &found : emitted.finalValues) {
    const std::string &name = emitted.nest.symbol(found.symbol).name;
    const bool isWanted = std::any_of(
        source.finalValues.begin(), source.finalValues.end(),
        [&](const FinalValue &wanted) { return source.nest.symbol(wanted.symbol).name == name; });
    if (found.loop < 0 && !isWanted)
      return notProved(name, "is not set by the source", found.value->range);
  }
  for (const FinalValue &wanted : source.finalValues) {
    const std::string &name = source.nest.symbol(wanted.symbol).name;
    auto isTarget = [&](const ScopAccess &access) {
      const ScopArray &array = emitted.arrays[access.array];
      return array.isScalar && array.base >= 0 && emitted.nest.symbol(array.base).name == name;
    };
    auto touches = [&](const ScopStatement &statement) {
      return std::any_of(statement.accesses.begin(), statement.accesses.end(), isTarget);
    };
    std::optional<ValueBehind> counted =
        wanted.loop >= 0 ? finalValue(source, wanted.loop, guard) : std::nullopt;
    Condition assigned = Condition::never();
    SourceRange where = source.nest.root->range;
    auto check = [&](const Expr &set, const CType &type,
                     const Condition &condition) -> std::optional<Rejection> {
      ValueReader reader(source, type.kind == CType::Kind::Pointer ? source.nest.unit->pointerBits
                                                                   : type.bits());
      std::optional<Condition> isRight;
      if (wanted.loop < 0)
        isRight = isSame(source, *wanted.value, emitted, set, reader);
      else if (auto value = counted ? reader.read(emitted, set) : std::nullopt)
        isRight = counted->isMet(*value);
      if (!isRight)
        return notProved(name, "cannot be compared", where);
      if (!guard.implies(
              Condition::disjunction({condition.negated(), reader.facts.negated(), *isRight})))
        return notProved(name, "differs from that of the source", where);
      assigned = Condition::disjunction({assigned, condition});
      return std::nullopt;
    };
    for (const FinalValue &found : emitted.finalValues) {
      const Symbol &symbol = emitted.nest.symbol(found.symbol);
      if (symbol.name != name || found.loop >= 0)
        continue;
      where = found.value->range;
      if (auto wrong = check(*found.value, symbol.type, Condition::always()))
        return wrong;
    }
    for (const ScopStatement &found : emitted.statements) {
      if (!touches(found))
        continue;
      where = found.where;
      // Locations that its value reads are parameters, or it cannot be compared.
      const bool isAssigned =
          std::all_of(found.accesses.begin(), found.accesses.end(), [&](const ScopAccess &access) {
            return access.isWrite ? isTarget(access) && !access.may : !isTarget(access);
          });
      if (!isAssigned || !found.loops.empty() || !found.body ||
          found.body->kind != Stmt::Kind::Assign || found.body->op() != Op::Equal)
        return notProved(name, "is not assigned after the loops", where);
      if (auto wrong = check(*found.body->value, found.body->target->type, found.condition))
        return wrong;
    }
    if (!guard.implies(assigned))
      return notProved(name, "is not assigned", where);
    std::erase_if(emitted.statements, touches);
  }
  return std::nullopt;
}

} // namespace acc
