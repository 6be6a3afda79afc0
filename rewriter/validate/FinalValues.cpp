#include "rewriter/validate/FinalValues.h"

#include <algorithm>

namespace acc {
namespace {

Rejection notProved(const std::string &variable, const std::string &why, SourceRange where) {
  return {RejectionKind::NotProved, where, "the final value of " + variable + " " + why};
}

/// A value and when it is the one. The pieces of one value cover all that the guard lets through.
struct Piece {
  Condition when;
  Polynomial value;
};

/// Behind `for (v = first; v < end; v += step)`: first where it does not run, else end, or
/// the first multiple of the step beyond it.
std::vector<Piece> behindLoop(const Polynomial &first, const Polynomial &end, int64_t step) {
  Polynomial trips = step > 0 ? end - first : first - end;
  Condition runs = Condition::less(Polynomial(0), trips);
  if (std::abs(step) == 1)
    return {{runs.negated(), first}, {runs, end}};
  auto distance = trips.constant();
  if (!distance)
    return {};
  int64_t size = std::abs(step), rounded = (std::max<int64_t>(*distance, 0) + size - 1) / size;
  return {{Condition::always(), first + Polynomial(rounded * step)}};
}

/// The variable's value behind its loop, in the last iteration of the loops around it. Needs
/// single bounds, no condition on any statement inside, and at least one iteration of each
/// loop around. None where that is not known.
std::vector<Piece> finalValue(const Scop &scop, int index, const GuardContext &guard) {
  std::vector<int> chain;
  for (int at = index; at >= 0; at = scop.loops[at].parent)
    chain.insert(chain.begin(), at);
  for (const ScopStatement &statement : scop.statements)
    if (std::count(statement.loops.begin(), statement.loops.end(), index) &&
        !statement.condition.isTrue())
      return {};
  std::map<std::string, Polynomial> last;
  for (int at : chain) {
    const ScopLoop &loop = scop.loops[at];
    if (loop.first.size() != 1 || loop.end.size() != 1)
      return {};
    Polynomial first = loop.first[0].substitute(last), end = loop.end[0].substitute(last);
    if (std::any_of(chain.begin(), chain.end(), [&](int other) {
          return first.contains(scop.loops[other].name) || end.contains(scop.loops[other].name);
        }))
      return {};
    if (at == index)
      return behindLoop(first, end, loop.step);
    Polynomial trips = loop.step > 0 ? end - first : first - end;
    if (!guard.isNonNegative(trips - 1))
      return {};
    if (std::abs(loop.step) == 1)
      last[loop.name] = end - Polynomial(loop.step);
  }
  return {};
}

/// The integer that an expression over parameters has.
std::optional<Polynomial> parameterValue(const Scop &scop, const Expr &expr) {
  switch (expr.kind) {
  case Expr::Kind::Integer:
    return Polynomial(expr.value);
  case Expr::Kind::Symbol: {
    const std::string &name = scop.nest.symbol(expr.symbol).name;
    return scop.parameter(name) || expr.type.isConst ? std::optional(Polynomial::symbol(name))
                                                     : std::nullopt;
  }
  case Expr::Kind::Cast:
    return expr.type.isInteger() ? parameterValue(scop, *expr.operands[0]) : std::nullopt;
  case Expr::Kind::Binary: {
    auto a = parameterValue(scop, *expr.operands[0]), b = parameterValue(scop, *expr.operands[1]);
    if (!a || !b)
      return std::nullopt;
    if (auto x = a->constant(), y = b->constant(); expr.text == "/" && x && y && *y > 0)
      return Polynomial(*x / *y);
    if (!(expr.text == "+" || expr.text == "-" || expr.text == "*"))
      return std::nullopt;
    return expr.text == "+" ? *a + *b : expr.text == "-" ? *a - *b : *a * *b;
  }
  default:
    return std::nullopt;
  }
}

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
    std::vector<Piece> expected = finalValue(source, wanted.loop, guard);
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
      auto value = parameterValue(emitted, *found.body->value);
      if (expected.empty() || !value)
        return notProved(name, "cannot be compared", where);
      for (const Piece &piece : expected)
        if (!guard.implies(Condition::disjunction({found.condition.negated(), piece.when.negated(),
                                                   Condition::zero(piece.value - *value)})))
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
