#include "analysis/delinearize/Guard.h"

#include "analysis/delinearize/WrapConditions.h"

#include <algorithm>
#include <functional>

namespace acc {
namespace {

/// A condition that cannot be written in 64 bits counts as false: the original runs.
void addConjuncts(std::vector<Condition> &guard, const Condition &condition) {
  for (const Condition &conjunct : condition.conjuncts()) {
    Condition part = conjunct.overflowed() ? Condition::never() : conjunct;
    if (std::find(guard.begin(), guard.end(), part) == guard.end())
      guard.push_back(part);
  }
}

void assume(Delinearization &result, AssumptionKind kind, const Condition &condition,
            std::string text, SourceRange where) {
  if (condition.isTrue()) {
    result.assumptions.push_back({kind, condition, std::move(text), Verdict::Proved, where});
    return;
  }
  if (condition.isFalse()) {
    result.assumptions.push_back({kind, condition, std::move(text), Verdict::Refuted, where});
    return;
  }
  for (const Condition &part : condition.conjuncts())
    result.assumptions.push_back({kind, part, "", Verdict::RunTime, where});
}

using TypeTest = bool (*)(const CType &);

bool isUnsigned64(const CType &type) {
  return type.isInteger() && !type.isSigned && type.size >= 8;
}

bool isWide(const CType &type) { return type.isInteger() && type.size >= 8; }

bool anyTypeOf(const Expr &expr, TypeTest test) {
  return test(expr.type) ||
         std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](const ExprRef &operand) { return operand && anyTypeOf(*operand, test); });
}

/// The access's index, or a value that it is computed from, has such a type; true too where
/// that is not known.
bool computedIn(const Scop &scop, const ScopAccess &access, TypeTest test) {
  if (!access.node || anyTypeOf(*access.node, test))
    return true;
  for (const Polynomial &subscript : access.subscripts)
    for (const std::string &name : subscript.symbols()) {
      if (const Parameter *parameter = scop.parameter(name))
        if (test(parameter->type))
          return true;
      if (const ScopLoop *loop = scop.loop(name))
        if (loop->variable < 0 || test(scop.nest.symbol(loop->variable).type))
          return true;
    }
  return false;
}

/// The index is computed without defined wrapping, so an executed access has
/// the mathematical index.
bool isSignedIndex(const Scop &scop, const ScopAccess &access) {
  return scop.nest.unit && !scop.nest.unit->wrapsSigned && !computedIn(scop, access, isUnsigned64);
}

/// Every value of `bound` that the types allow lies in [-limit, limit].
bool withinByType(const Scop &scop, const Polynomial &bound, int64_t limit) {
  return magnitudeOf(typeInterval(scop, bound)) <= limit;
}

/// Half of the limit where the whole one leaves no room for the bound's constant in 64 bits.
Condition atMost(const Polynomial &bound, int64_t limit) {
  Condition whole = Condition::lessEqual(bound, Polynomial(limit));
  return whole.overflowed() ? Condition::lessEqual(bound, Polynomial(limit / 2)) : whole;
}

std::string viewText(const Scop &scop, const RecoveredArray &array) {
  std::string text = scop.arrays[array.array].name + "[*]";
  for (const Polynomial &size : array.view.sizes)
    text += "[" + size.str() + "]";
  return text;
}

} // namespace

Condition nonEmptyCondition(const DomainFacts &facts) {
  const Scop &scop = facts.scop();
  isl::set runs = withoutDivisions(facts.anyRuns()).coalesce();
  auto context = conditionSet(facts.context(), "", {}, scop.context);
  if (context && pieceCount(runs) > 1) {
    // Where the conditions of all statements together leave nothing out, the loops say it.
    isl::set entered = runs;
    for (ScopStatement statement : scop.statements) {
      statement.condition = Condition::always();
      entered = entered.unite(parameterSetOf(iterationDomain(facts.context(), scop, statement)));
    }
    entered = withoutDivisions(entered).coalesce();
    if (pieceCount(entered) == 1 && entered.intersect(parameterSetOf(*context)).is_subset(runs))
      runs = entered;
  }
  if (context)
    runs = runs.gist(parameterSetOf(*context));
  if (auto condition = conditionOf(runs))
    return *condition;
  return Condition::always();
}

std::vector<Condition> SizeSearch::unproved(const ChosenView &chosen) {
  std::vector<Condition> open;
  if (!chosen.array.recovered || chosen.array.view.kind != ViewKind::Array)
    return open;
  for (const Polynomial &size : chosen.array.view.sizes) {
    Condition positive = Condition::less(Polynomial(0), size);
    if (!facts.proves(positive) && !isPositiveWhere(chosen.validity, positive))
      open.push_back(positive);
  }
  return open;
}

bool SizeSearch::isPositiveWhere(const Condition &validity, const Condition &positive) {
  auto known = std::find_if(answers.begin(), answers.end(), [&](const Answer &answer) {
    return answer.positive == positive && answer.validity == validity;
  });
  if (known == answers.end()) {
    auto invalid = conditionSet(facts.context(), "", {}, validity.negated());
    auto bad = conditionSet(facts.context(), "", {}, positive.negated());
    bool holds =
        invalid && bad && facts.impossible(parameterSetOf(*bad).subtract(parameterSetOf(*invalid)));
    known = answers.insert(answers.end(), {validity, positive, holds});
  }
  return known->holds;
}

Condition extentCondition(const DomainFacts &facts, int array,
                          const std::vector<AccessRange> &ranges) {
  const Scop &scop = facts.scop();
  int64_t elementSize = std::max(1u, scop.arrays[array].elementSize);
  int64_t limit = INT64_MAX / elementSize - 1;
  std::vector<Condition> open;
  for (const AccessRange &range : ranges) {
    const ScopAccess &access = scop.statements[range.statement].accesses[range.access];
    auto fits = [&](const Polynomial &bound) {
      if (withinByType(scop, bound, limit))
        return true;
      // What the source computes in 32 bits is far from the ends of the address space. In 64
      // bits its index may be right while the address, of larger elements, is not.
      bool isExact = isSignedIndex(scop, access) || withinByType(scop, bound, INT64_MAX);
      return range.cornersRun && isExact && !computedIn(scop, access, isWide);
    };
    for (const Polynomial &low : range.low)
      if (!fits(low))
        open.push_back(atMost(-low, limit));
    for (const Polynomial &high : range.high)
      if (!fits(high))
        open.push_back(atMost(high, limit));
  }
  std::vector<Condition> all;
  for (const Condition &condition : open)
    if (!facts.proves(condition))
      all.push_back(condition);
  return Condition::conjunction(all);
}

Outcome<Ok> addGuard(const DomainFacts &facts, const std::vector<ChosenView> &chosen,
                     const std::vector<std::vector<AccessRange>> &ranges, Delinearization &result) {
  const Scop &scop = facts.scop();
  addConjuncts(result.guard, nonEmptyCondition(facts));
  SizeSearch sizes(facts);
  for (const ChosenView &view : chosen)
    for (const Condition &positive : sizes.unproved(view)) {
      addConjuncts(result.guard, positive);
      assume(result, AssumptionKind::SizePositive, positive, "", view.where);
    }
  addConjuncts(result.guard, result.validity);
  if (result.validity.isFalse())
    result.guard.push_back(result.validity);
  for (const ChosenView &view : chosen) {
    const ScopArray &array = scop.arrays[view.array.array];
    if (view.array.recovered || !array.declaredSizes.empty())
      assume(result, AssumptionKind::InBounds, view.validity,
             "subscripts stay inside " + viewText(scop, view.array), view.where);
  }
  for (size_t a = 0; a < chosen.size(); ++a) {
    const ScopArray &array = scop.arrays[chosen[a].array.array];
    if (array.isScalar || array.isPrivate || ranges[a].empty())
      continue;
    Condition fits = extentCondition(facts, chosen[a].array.array, ranges[a]);
    addConjuncts(result.guard, fits);
    assume(result, AssumptionKind::Extent, fits,
           "the bytes of " + viewText(scop, chosen[a].array) + " fit in ptrdiff_t",
           chosen[a].where);
  }
  auto wraps = wrapConditions(facts);
  if (!wraps)
    return wraps.rejection();
  for (const WrapCondition &wrap : *wraps) {
    addConjuncts(result.guard, wrap.condition);
    if (wrap.condition.isFalse())
      result.guard.push_back(wrap.condition);
    const std::string what =
        wrap.value.constant() ? "arithmetic that gives " + wrap.value.str() : wrap.value.str();
    assume(result, AssumptionKind::IndexWrap, wrap.condition, what + " does not wrap", wrap.where);
  }
  return Ok{};
}

} // namespace acc
