#include "rewriter/validate/FinalValues.h"

#include <algorithm>

namespace acc {
namespace {

Rejection notProved(const std::string &variable, const std::string &why, SourceRange where) {
  return {RejectionKind::NotProved, where, "the final value of " + variable + " " + why};
}

/// The variable's value behind its loop: the loop's end in the last iteration of
/// the loops around it. Needs loops of step one with single bounds, no condition
/// on any statement inside, and at least one iteration of each loop around.
std::optional<Polynomial> finalValue(const Scop &scop, int index, const GuardContext &guard) {
  std::vector<int> chain;
  for (int at = index; at >= 0; at = scop.loops[at].parent)
    chain.insert(chain.begin(), at);
  for (const ScopStatement &statement : scop.statements)
    if (std::count(statement.loops.begin(), statement.loops.end(), index) &&
        !statement.condition.isTrue())
      return std::nullopt;
  std::map<std::string, Polynomial> last;
  for (int at : chain) {
    const ScopLoop &loop = scop.loops[at];
    if (loop.first.size() != 1 || loop.end.size() != 1 || std::abs(loop.step) != 1)
      return std::nullopt;
    Polynomial first = loop.first[0].substitute(last), end = loop.end[0].substitute(last);
    Polynomial trips = loop.step > 0 ? end - first : first - end;
    if (!guard.isNonNegative(at == index ? trips : trips - 1))
      return std::nullopt;
    if (at == index)
      return end;
    last[loop.name] = end - Polynomial(loop.step);
  }
  return std::nullopt;
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
    if (!a || !b || !(expr.text == "+" || expr.text == "-" || expr.text == "*"))
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
    auto found = std::find_if(emitted.statements.begin(), emitted.statements.end(), touches);
    if (found == emitted.statements.end())
      return notProved(name, "is not assigned", source.nest.root->range);
    if (std::count_if(emitted.statements.begin(), emitted.statements.end(), touches) != 1 ||
        !found->loops.empty() || !found->condition.isTrue() || found->accesses.size() != 1 ||
        !found->accesses[0].isWrite || found->accesses[0].may || !found->body ||
        found->body->kind != Stmt::Kind::Assign || found->body->text != "=")
      return notProved(name, "is not assigned exactly once behind the loops", found->where);
    auto expected = finalValue(source, wanted.loop, guard);
    auto value = parameterValue(emitted, *found->body->value);
    if (!expected || !value)
      return notProved(name, "cannot be compared", found->where);
    if (!(*expected == *value))
      return notProved(name, "is not that of the source", found->where);
    emitted.statements.erase(found);
  }
  return std::nullopt;
}

} // namespace acc
