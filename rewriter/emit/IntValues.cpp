#include "rewriter/emit/IntValues.h"

#include "analysis/model/ScopIsl.h"

#include <algorithm>

namespace acc {

std::optional<Polynomial> polynomialOf(const IntExpr &expr, const LoopValues &values) {
  switch (expr.kind) {
  case IntExpr::Kind::Linear:
    return expr.polynomial.substitute(values);
  case IntExpr::Kind::Sum:
  case IntExpr::Kind::Product: {
    auto a = polynomialOf(expr.operands[0], values), b = polynomialOf(expr.operands[1], values);
    if (!a || !b)
      return std::nullopt;
    return expr.kind == IntExpr::Kind::Sum ? *a + *b : *a * *b;
  }
  default:
    return std::nullopt;
  }
}

namespace {

/// The operands of a minimum (maximum), or the expression itself.
std::optional<std::vector<Polynomial>> operandsOf(const IntExpr &expr, IntExpr::Kind kind,
                                                  const LoopValues &values) {
  std::vector<Polynomial> all;
  if (expr.kind != kind) {
    auto value = polynomialOf(expr, values);
    if (!value)
      return std::nullopt;
    return std::vector<Polynomial>{*value};
  }
  for (const IntExpr &operand : expr.operands) {
    auto value = polynomialOf(operand, values);
    if (!value)
      return std::nullopt;
    all.push_back(*value);
  }
  return all;
}

} // namespace

std::optional<std::map<std::string, Polynomial>>
iteratorsOf(const Scop &scop, const CodeNode &statement, const LoopValues &values) {
  std::map<std::string, Polynomial> iterators;
  const std::vector<int> &loops = scop.statements[statement.statement].loops;
  for (size_t k = 0; k < statement.iterators.size(); ++k) {
    auto value = polynomialOf(statement.iterators[k], values);
    if (!value)
      return std::nullopt;
    iterators[scop.loops[loops[k]].name] = *value;
  }
  return iterators;
}

std::optional<std::vector<Polynomial>> upperBounds(const CodeNode &loop, const LoopValues &values) {
  const IntExpr &condition = loop.condition;
  bool isBound = condition.kind == IntExpr::Kind::Compare &&
                 (condition.op == Op::Less || condition.op == Op::LessEqual) &&
                 condition.operands[0].kind == IntExpr::Kind::Linear &&
                 condition.operands[0].polynomial == Polynomial::symbol(loopSymbol(loop.depth));
  if (!isBound)
    return std::nullopt;
  auto bounds = operandsOf(condition.operands[1], IntExpr::Kind::Min, values);
  if (bounds && condition.op == Op::Less)
    for (Polynomial &bound : *bounds)
      bound -= Polynomial(1);
  return bounds;
}

std::optional<std::vector<Polynomial>> lowerBounds(const CodeNode &loop, const LoopValues &values) {
  return operandsOf(loop.first, IntExpr::Kind::Max, values);
}

IntExpr firstTest(const CodeNode &loop) {
  IntExpr test = loop.condition;
  test.operands[0] = loop.first;
  bool isLinear =
      std::all_of(test.operands.begin(), test.operands.end(),
                  [](const IntExpr &operand) { return operand.kind == IntExpr::Kind::Linear; });
  if (isLinear && test.op == Op::LessEqual)
    return notNegative(test.operands[1].polynomial - test.operands[0].polynomial);
  auto bounds = upperBounds(loop, {});
  if (isLinear || loop.first.kind != IntExpr::Kind::Linear || !bounds)
    return test;
  IntExpr all;
  all.kind = IntExpr::Kind::And;
  for (const Polynomial &bound : *bounds)
    if (Polynomial length = bound - loop.first.polynomial;
        !length.constant() || *length.constant() < 0)
      all.operands.push_back(notNegative(length));
  return all.operands.size() == 1 ? IntExpr(all.operands.front())
         : all.operands.empty()   ? test
                                  : all;
}

std::optional<ConstantRange> constantRange(const CodeNode &loop, const LoopValues &values) {
  auto first = polynomialOf(loop.first, values);
  auto last = upperBounds(loop, values);
  if (loop.step != 1 || !first || !first->constant() || !last || last->size() != 1 ||
      !last->front().constant() || *last->front().constant() < *first->constant())
    return std::nullopt;
  return ConstantRange{*first->constant(), *last->front().constant()};
}

std::optional<PartialRange> partialRange(const CodeNode &loop, const LoopValues &values,
                                         int64_t size) {
  auto first = polynomialOf(loop.first, values);
  auto bounds = upperBounds(loop, values);
  if (loop.step != 1 || !first || !first->isZero() || !bounds || bounds->empty())
    return std::nullopt;
  for (const Polynomial &bound : *bounds)
    if (auto last = bound.constant())
      return *last >= 0 && bounds->size() > 1 ? std::optional(PartialRange{*last, *bounds})
                                              : std::nullopt;
  return PartialRange{size - 1, *bounds};
}

void RunFacts::enter(const CodeNode &loop, const LoopValues &values) {
  Polynomial variable = Polynomial::symbol(loopSymbol(loop.depth));
  auto bounds = upperBounds(loop, values);
  auto firsts = lowerBounds(loop, values);
  for (const Polynomial &bound : bounds.value_or(std::vector<Polynomial>{})) {
    // From one first value in steps: for (c = n; c < n + 20; c += 8) ends at n + 16, for (c = 0; c
    // < k; c += 8) at k - 8 where k is a multiple of 8.
    int64_t beyond = 0;
    if (firsts && firsts->size() == 1) {
      Residue length = residueOf(bound - firsts->front(), residues);
      auto constant = (bound - firsts->front()).constant();
      if (length.modulus % loop.step == 0 && (!constant || *constant >= 0))
        beyond = Residue(loop.step, length.rest).rest;
    }
    known.push_back(bound - Polynomial(beyond) - variable);
  }
  for (const Polynomial &first : firsts.value_or(std::vector<Polynomial>{}))
    known.push_back(variable - first);
  residues.insert_or_assign(loopSymbol(loop.depth), residueOfLoop(loop, residues));
}

void RunFacts::enter(const IntExpr &condition, bool holds, const LoopValues &values) {
  using Kind = IntExpr::Kind;
  if (condition.kind == (holds ? Kind::And : Kind::Or))
    for (const IntExpr &operand : condition.operands)
      enter(operand, holds, values);
  if (condition.kind != Kind::Compare)
    return;
  auto a = polynomialOf(condition.operands[0], values),
       b = polynomialOf(condition.operands[1], values);
  if (!a || !b)
    return;
  Polynomial difference = *b - *a, one(1); // of a <= b
  if (condition.op == Op::EqualEqual) {
    if (holds)
      known.insert(known.end(), {difference, -difference});
    return;
  }
  if (isGreater(condition.op))
    difference = -difference;
  if (isStrict(condition.op))
    difference -= one;
  known.push_back(holds ? difference : -difference - one);
}

std::optional<std::vector<Polynomial>>
RunFacts::runConditions(const CodeNode &loop, const LoopValues &values, Rests &rests) {
  auto bounds = upperBounds(loop, values);
  auto firsts = lowerBounds(loop, values);
  if (auto rounded = asRoundedDown(loop.first)) {
    const Rest rest{rounded->dividend.substitute(values), rounded->divisor};
    const std::string name = "%rest " + rest.dividend.str() + " by " + std::to_string(rest.divisor);
    rests.insert_or_assign(name, rest);
    firsts = {rounded->value.substitute(values) - Polynomial::symbol(name)};
  }
  if (!bounds || !firsts)
    return std::nullopt;
  std::vector<Polynomial> conditions;
  for (const Polynomial &bound : *bounds)
    for (const Polynomial &first : *firsts)
      conditions.push_back(bound - first);
  return conditions;
}

bool RunFacts::runs(const CodeNode &loop, const LoopValues &values) const {
  Rests rests = knownRests;
  auto conditions = runConditions(loop, values, rests);
  return conditions && std::all_of(conditions->begin(), conditions->end(),
                                   [&](const Polynomial &one) { return implies(one, rests); });
}

void RunFacts::enterRun(const CodeNode &loop, const LoopValues &values) {
  if (auto conditions = runConditions(loop, values, knownRests))
    known.insert(known.end(), conditions->begin(), conditions->end());
}

bool RunFacts::implies(const Polynomial &nonNegative) const {
  return implies(nonNegative, knownRests);
}

bool RunFacts::implies(const Polynomial &nonNegative, const Rests &rests) const {
  std::set<std::string> names = nonNegative.symbols();
  auto addNames = [&](const Polynomial &value) {
    for (const std::string &name : value.symbols())
      names.insert(name);
  };
  for (const Polynomial &fact : known)
    addNames(fact);
  Rests used;
  for (const auto &[name, rest] : rests)
    if (names.count(name)) {
      used.emplace(name, rest);
      addNames(rest.dividend);
    }
  // dividend == divisor*quotient + rest, each with a quotient of its own; what is known of a loop's
  // remainder only helps beside others.
  struct Division {
    Polynomial dividend, rest;
    int64_t divisor;
  };
  std::vector<Division> divisions;
  for (const auto &[name, rest] : used)
    divisions.push_back({rest.dividend, Polynomial::symbol(name), rest.divisor});
  for (const auto &[name, residue] : residues)
    if (!used.empty() && names.count(name) && residue.modulus > 1)
      divisions.push_back({Polynomial::symbol(name), Polynomial(residue.rest), residue.modulus});
  std::vector<std::string> loops;
  for (const std::string &name : names)
    if (name[0] == '%')
      loops.push_back(name);
  for (size_t k = 0; k < divisions.size(); ++k)
    loops.push_back("%quotient " + std::to_string(k));
  std::vector<LinearConstraint> constraints;
  auto add = [&](const Polynomial &value, bool isZero = false) {
    auto form = linearForm(value, loops);
    if (form)
      constraints.push_back({*form, isZero});
    return form.has_value();
  };
  for (const Polynomial &fact : known)
    add(fact);
  for (const auto &[name, rest] : used) {
    add(Polynomial::symbol(name));
    add(Polynomial(rest.divisor - 1) - Polynomial::symbol(name));
  }
  for (size_t k = 0; k < divisions.size(); ++k)
    add(divisions[k].dividend - divisions[k].rest -
            Polynomial(divisions[k].divisor) * Polynomial::symbol("%quotient " + std::to_string(k)),
        /*isZero=*/true);
  if (!add(Polynomial(-1) - nonNegative))
    return false;
  return makeSet(context->get(), "", loops, constraints).intersect_params(parameters).is_empty();
}

std::optional<int64_t> tripCount(const CodeNode &loop, const LoopValues &values) {
  auto first = polynomialOf(loop.first, values);
  auto last = upperBounds(loop, values);
  if (loop.step != 1 || !first || !last || last->size() != 1)
    return std::nullopt;
  auto length = (last->front() - *first + Polynomial(1)).constant();
  return length ? std::optional(std::max<int64_t>(*length, 0)) : std::nullopt;
}

} // namespace acc
