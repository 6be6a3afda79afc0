#include "rewriter/emit/ReadSafety.h"

#include "analysis/model/ScopIsl.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/emit/Parameters.h"

#include <algorithm>

namespace acc {
namespace {

bool uses(const std::vector<Polynomial> &values, const std::string &name) {
  return std::any_of(values.begin(), values.end(),
                     [&](const Polynomial &value) { return value.contains(name); });
}

} // namespace

ReadSafety::ReadSafety(const IslContext &context, const Scop &scop)
    : context(context), scop(scop), known(contextOfSizes(context, scop)),
      demanded(whereDemandsHold(context, scop, scop.demands.size())) {}

bool ReadSafety::mayRead(const std::string &parameter) const {
  const Parameter *found = scop.parameter(parameter);
  if (isTest(parameter))
    return false; // made where GuardText::tests has it
  if (!found || !readsCarefully(scop, *found) || readable.count(parameter))
    return true;
  // A derived parameter may be computed where all locations that its definition reads are read by
  // the source.
  const bool may =
      known.is_subset(whereRead(parameter)) ||
      (found->definition && isHarmless(scop, *found->definition, [&](const Symbol &symbol) {
         return known.is_subset(whereLocationIsRead(symbol.name));
       }));
  if (may)
    readable.insert(parameter);
  return may;
}

bool ReadSafety::mayReadBase(SymbolId base) const {
  const Symbol &symbol = scop.nest.symbol(base);
  if (!symbol.throughPointer)
    return true;
  // Whoever accesses an element reads the base, and the pointer to it with its fields.
  isl::set where = makeParameterSet(context.get(), {{{{}, -1}, false}});
  for (const auto *statements : {&scop.statements, &scop.tests})
    for (const ScopStatement &statement : *statements)
      for (const ScopAccess &access : statement.accesses) {
        SymbolId other = scop.arrays[access.array].base;
        bool isRead = other == base || (other >= 0 && symbol.parent >= 0 &&
                                        scop.nest.symbol(other).parent == symbol.parent);
        if (isRead && (!access.may || access.readsSome))
          where = where.unite(whereRun(statement));
      }
  if (known.is_subset(where))
    return true;
  return symbol.parent >= 0 &&
         std::any_of(scop.parameters.begin(), scop.parameters.end(), [&](const Parameter &other) {
           return other.symbol >= 0 && scop.nest.symbol(other.symbol).parent == symbol.parent &&
                  mayRead(other.name);
         });
}

bool ReadSafety::isCertainlyAccessed(int array) const {
  for (const auto *statements : {&scop.statements, &scop.tests})
    for (const ScopStatement &statement : *statements) {
      bool isUsed = false, isCertain = !statement.opaque || !statement.tests.empty();
      for (const ScopAccess &access : statement.accesses)
        if (access.array == array) {
          isUsed = true;
          isCertain = isCertain && !access.may;
        }
      if (isUsed && !(isCertain && known.is_subset(whereRun(statement))))
        return false;
    }
  return true;
}

bool ReadSafety::isTest(const std::string &parameter) const {
  return std::any_of(scop.tests.begin(), scop.tests.end(),
                     [&](const ScopStatement &test) { return test.tests == parameter; });
}

bool ReadSafety::mayTest(const std::string &parameter) const {
  auto mayReadIn = [&](const std::vector<Polynomial> &values) {
    return std::all_of(values.begin(), values.end(), [&](const Polynomial &value) {
      std::set<std::string> names = value.symbols();
      return std::all_of(names.begin(), names.end(), [&](const std::string &name) {
        return scop.isIterator(name) || mayRead(name);
      });
    });
  };
  auto mayReadExpr = [&](const Expr &tested) {
    bool may = true;
    forEachExpr(std::make_shared<Expr>(tested), [&](const ExprRef &part) {
      may &= part->kind != Expr::Kind::Symbol || mayRead(scop.nest.symbol(part->symbol).name);
    });
    return may;
  };
  for (const ScopStatement &test : scop.tests) {
    if (test.tests != parameter)
      continue;
    std::set<std::string> conditions = test.condition.symbols();
    bool may = test.reach.isWhole() && mayReadExpr(*test.body->condition) &&
               std::all_of(conditions.begin(), conditions.end(), [&](const std::string &name) {
                 return scop.isIterator(name) || isTest(name) || mayRead(name);
               });
    for (int loop : test.loops)
      may = may && mayReadIn(scop.loops[loop].first) && mayReadIn(scop.loops[loop].end);
    for (const ScopAccess &access : test.accesses)
      may = may && !access.table && mayReadIn(access.subscripts) &&
            (scop.arrays[access.array].base < 0 || mayReadBase(scop.arrays[access.array].base));
    if (!may)
      return false;
  }
  return known.is_subset(demanded);
}

bool ReadSafety::mayReadAll(const Condition &condition) const {
  std::set<std::string> all = condition.symbols();
  return std::all_of(all.begin(), all.end(),
                     [&](const std::string &name) { return mayRead(name); });
}

std::optional<Condition> ReadSafety::whenRead(const std::string &parameter) const {
  constexpr size_t kMost = 4;
  auto disjuncts = disjunctsOf(whereRead(parameter).gist_params(known).coalesce(), {});
  if (!disjuncts || disjuncts->size() > kMost)
    return std::nullopt;
  std::vector<Condition> cases;
  for (const Disjunct &disjunct : *disjuncts) {
    if (!disjunct.divs.empty())
      return std::nullopt;
    std::vector<Condition> parts;
    for (const LinearConstraint &constraint : disjunct.constraints) {
      Polynomial value = polynomialOf(constraint.form);
      parts.push_back(constraint.equality ? Condition::zero(value) : Condition::nonNegative(value));
    }
    cases.push_back(Condition::conjunction(parts));
  }
  return cases.empty() ? std::nullopt : std::optional(Condition::disjunction(cases));
}

Condition ReadSafety::remainderOf(const Condition &condition) const {
  auto whole = conditionSet(context, "", {}, condition);
  if (!whole)
    return condition;
  if (known.is_subset(parameterSetOf(*whole)))
    return Condition::always();
  if (condition.kind() != Condition::Kind::Or)
    return condition;
  std::vector<Condition> possible;
  for (const Condition &part : condition.operands()) {
    auto set = conditionSet(context, "", {}, part);
    if (!set || !known.is_disjoint(parameterSetOf(*set)))
      possible.push_back(part);
  }
  return Condition::disjunction(std::move(possible));
}

void ReadSafety::assume(const Condition &condition) {
  for (const Condition &part : condition.conjuncts())
    if (auto set = conditionSet(context, "", {}, part))
      known = known.intersect_params(parameterSetOf(*set)).coalesce();
}

void ReadSafety::assumeAllOf(const ReadSafety &other) {
  known = known.intersect(other.known).coalesce();
}

isl::set ReadSafety::whereRead(const std::string &parameter) const {
  auto found = reads.find(parameter);
  if (found == reads.end())
    found = reads.emplace(parameter, findWhereRead(parameter)).first;
  return found->second;
}

isl::set ReadSafety::findWhereRead(const std::string &parameter) const {
  isl::set where = makeParameterSet(context.get(), {{{{}, -1}, false}});
  for (size_t l = 0; l < scop.loops.size(); ++l) {
    const ScopLoop &loop = scop.loops[l];
    // Of several bounds only the first is evaluated whatever happens.
    bool first = (!loop.first.empty() && loop.first.front().contains(parameter)) ||
                 (!loop.end.empty() && loop.end.front().contains(parameter));
    if (!first)
      continue;
    if (loop.parent < 0 && l == 0 && loop.first.size() == 1 && loop.end.size() == 1 &&
        loop.condition.isTrue())
      return makeParameterSet(context.get(), {});
    if (loop.parent >= 0 || !loop.condition.isTrue())
      where = where.unite(whereRun(placeOf(scop, loop)));
  }
  for (const ScopStatement &statement : scop.statements) {
    if (statement.opaque)
      continue;
    for (const ScopAccess &access : statement.accesses)
      if (!access.may && uses(access.subscripts, parameter))
        where = where.unite(whereRun(statement));
    if (auto test = whereTested(scop, statement, {parameter}))
      where = where.unite(whereRun(*test));
  }
  if (const Parameter *found = scop.parameter(parameter))
    where = where.unite(whereLocationsAreRead(
        context, scop,
        {found->symbol >= 0 ? scop.nest.symbol(found->symbol).name : found->valueText}));
  return where.unite(whereDemandsCompute(context, scop, {parameter}));
}

isl::set ReadSafety::whereLocationIsRead(const std::string &location) const {
  std::function<bool(const Expr &)> reads = [&](const Expr &expr) {
    if (expr.kind == Expr::Kind::Symbol)
      return scop.nest.symbol(expr.symbol).name == location;
    bool isLazy =
        expr.kind == Expr::Kind::Conditional ||
        (expr.kind == Expr::Kind::Binary && (expr.op() == Op::AmpAmp || expr.op() == Op::PipePipe));
    size_t certain = isLazy ? 1 : expr.operands.size();
    return std::any_of(expr.operands.begin(), expr.operands.begin() + certain,
                       [&](const ExprRef &part) { return reads(*part); });
  };
  isl::set where = whereLocationsAreRead(context, scop, {location});
  for (const Parameter &parameter : scop.parameters)
    if (parameter.name == location || (parameter.definition && reads(*parameter.definition)))
      where = where.unite(whereRead(parameter.name));
  return where;
}

isl::set ReadSafety::whereRun(const ScopStatement &statement) const {
  return parameterSetOf(certainInstances(context, scop, statement)).intersect_params(demanded);
}

} // namespace acc
