#include "rewriter/validate/FinalValues.h"

#include "analysis/tree/Conversions.h"
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

/// An integer expression over parameters, modulo 2^bits of the variable that gets it; each quotient
/// in it is a name of its own, of which `facts` tell what it is.
class ValueReader {
public:
  ValueReader(const Scop &scop, unsigned bits) : scop(scop), bits(bits) {}

  std::optional<Polynomial> read(const Expr &expr) {
    switch (expr.kind) {
    case Expr::Kind::Integer:
      return Polynomial(expr.value);
    case Expr::Kind::Symbol: {
      const std::string &name = scop.nest.symbol(expr.symbol).name;
      return scop.parameter(name) || expr.type.isConst ? std::optional(Polynomial::symbol(name))
                                                       : std::nullopt;
    }
    case Expr::Kind::Cast:
      return keepsValues(expr.operands[0]->type, expr.type) ||
                     (expr.type.kind == CType::Kind::Integer && expr.type.bits() >= bits &&
                      expr.operands[0]->type.isInteger())
                 ? read(*expr.operands[0])
                 : std::nullopt;
    case Expr::Kind::Unary: {
      auto a = expr.text == "-" ? read(*expr.operands[0]) : std::nullopt;
      return a ? std::optional(-*a) : std::nullopt;
    }
    case Expr::Kind::Binary: {
      auto a = read(*expr.operands[0]), b = read(*expr.operands[1]);
      if (!a || !b)
        return std::nullopt;
      if (expr.text == "/")
        return quotient(*a, *b);
      if (!(expr.text == "+" || expr.text == "-" || expr.text == "*"))
        return std::nullopt;
      return expr.text == "+" ? *a + *b : expr.text == "-" ? *a - *b : *a * *b;
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
    Polynomial q = Polynomial::symbol("quotient." + std::to_string(count++)), zero(0);
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

  const Scop &scop;
  const unsigned bits;
  unsigned count = 0;
};

} // namespace

std::optional<Rejection> takeFinalValues(const Scop &source, Scop &emitted,
                                         const GuardContext &guard) {
  for (const FinalValue &wanted : source.finalValues) {
    const std::string &name = source.nest.symbol(wanted.symbol).name;
    auto isTarget = [&](const ScopAccess &access) {
      SymbolId base = emitted.arrays[access.array].base;
      return base >= 0 && emitted.nest.symbol(base).name == name;
    };
    auto touches = [&](const ScopStatement &statement) {
      return std::any_of(statement.accesses.begin(), statement.accesses.end(), isTarget);
    };
    std::optional<ValueBehind> expected = finalValue(source, wanted.loop, guard);
    Condition assigned = Condition::never();
    SourceRange where = source.nest.root->range;
    for (const ScopStatement &found : emitted.statements) {
      if (!touches(found))
        continue;
      where = found.where;
      if (!found.loops.empty() || found.accesses.size() != 1 || !found.accesses[0].isWrite ||
          found.accesses[0].may || !found.body || found.body->kind != Stmt::Kind::Assign ||
          found.body->text != "=")
        return notProved(name, "is not assigned behind the loops", where);
      ValueReader reader(emitted, found.body->target->type.bits());
      auto value = reader.read(*found.body->value);
      if (!expected || !value)
        return notProved(name, "cannot be compared", where);
      if (!guard.implies(Condition::disjunction(
              {found.condition.negated(), reader.facts.negated(), expected->isMet(*value)})))
        return notProved(name, "is not that of the source", where);
      assigned = Condition::disjunction({assigned, found.condition});
    }
    if (!guard.implies(assigned))
      return notProved(name, "is not assigned", where);
    std::erase_if(emitted.statements, touches);
  }
  return std::nullopt;
}

} // namespace acc
