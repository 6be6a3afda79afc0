#include "analysis/model/SmallPoints.h"

#include "analysis/model/IntegerValue.h"
#include "analysis/model/KnownSizes.h"
#include "analysis/tree/Interpreter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace acc {
namespace {

/// What all values begin as. Some conditions hold only for sizes that are alike, others for large
/// ones.
constexpr int64_t kStarts[] = {1, 2, 3, 5, 8, 17, 33};
/// How often statements run at broad points, and what is tried for these.
constexpr double kInstances[] = {300, 1500};
constexpr int64_t kBroadStarts[] = {1, 7};
/// A value beyond it makes a run too long.
constexpr int64_t kMost = 4096;
/// Steps from a start to a point.
constexpr int kMostSteps = 40;

/// The point with the values of all parameters that it gives, also by way of `known`.
Point withParameters(const Scop &scop, const Point &point,
                     const std::vector<const KnownAtEntry *> &known) {
  Point state = point;
  InterpreterState scalars;
  for (const auto &[name, value] : point)
    scalars.scalars[name] = ScalarValue::integer(value);
  for (const KnownAtEntry *entry : known)
    if (auto value = evaluate(scop.nest, *entry->value, scalars); value && !value->isFloating)
      scalars.scalars[scop.nest.symbol(entry->symbol).name] = *value;
  for (const Parameter &parameter : scop.parameters) {
    std::optional<int64_t> value;
    if (parameter.value) {
      value = parameter.value->evaluate(state);
    } else if (parameter.definition) {
      if (auto result = evaluate(scop.nest, *parameter.definition, scalars);
          result && !result->isFloating)
        value = int64_t(result->bits);
    } else if (parameter.symbol >= 0) {
      auto found = scalars.scalars.find(scop.nest.symbol(parameter.symbol).name);
      if (found != scalars.scalars.end())
        value = int64_t(found->second.bits);
    }
    if (value)
      state[parameter.name] = *value;
  }
  return state;
}

class Search {
public:
  Search(const Scop &scop, const Condition &wanted)
      : scop(scop), conjuncts(wanted.conjuncts()), names(wanted.symbols()) {
    for (const Parameter &parameter : scop.parameters)
      if (names.count(parameter.name))
        addVariables(parameter);
    for (const auto &[name, number] : equatedNumbers(wanted)) // it may be far from all starts
      if (const Parameter *parameter = scop.parameter(name); parameter && parameter->symbol >= 0)
        if (auto variable = variables.find(scop.nest.symbol(parameter->symbol).name);
            variable != variables.end() && limitsOf(parameter->type).first <= number &&
            number <= limitsOf(parameter->type).second)
          variable->second = {number, number};
  }

  std::optional<Point> from(int64_t start) {
    Point point;
    for (const auto &[name, limits] : variables)
      point[name] = std::clamp(start, limits.first, limits.second);
    std::set<Point> seen;
    for (int step = 0; step < kMostSteps && seen.insert(point).second; ++step) {
      State state = stateAt(point);
      const Condition *failing = nullptr;
      for (const Condition &conjunct : conjuncts)
        if (!failing && !holds(conjunct, state))
          failing = &conjunct;
      if (!failing)
        return point;
      std::optional<Point> next = mended(point, *failing);
      if (!next)
        return std::nullopt;
      point = std::move(*next);
    }
    return std::nullopt;
  }

  /// All values are of their types, and every conjunct holds.
  bool holdsAt(const Point &point) const {
    for (const auto &[name, limits] : variables)
      if (point.at(name) < limits.first || point.at(name) > limits.second)
        return false;
    return failuresAt(stateAt(point)) == 0;
  }

private:
  /// Values of all parameters.
  using State = Point;

  /// The parameter itself, or the integers that its value is made of.
  void addVariables(const Parameter &parameter) {
    if (parameter.value) {
      for (const std::string &name : parameter.value->symbols())
        for (const Parameter &other : scop.parameters)
          if (other.name == name)
            addVariables(other);
    } else if (parameter.definition) {
      addVariables(parameter.definition);
    } else if (parameter.symbol >= 0) {
      addVariable(parameter.symbol);
    }
  }

  void addVariables(const ExprRef &value) {
    forEachExpr(value, [&](const ExprRef &part) {
      if (part->kind == Expr::Kind::Symbol)
        addVariable(part->symbol);
    });
  }

  /// The variable itself, or those that it is assigned from before the nest.
  void addVariable(SymbolId id) {
    const Symbol &symbol = scop.nest.symbol(id);
    if (!symbol.type.isInteger() || !met.insert(id).second)
      return;
    for (const KnownAtEntry &entry : scop.nest.knownAtEntry)
      if (entry.symbol == id) {
        addVariables(entry.value);
        known.push_back(&entry); // behind those that its value names
        return;
      }
    auto [low, high] = limitsOf(symbol.type);
    variables[symbol.name] = {int64_t(std::max<Wide>(low, -kMost)),
                              int64_t(std::min<Wide>(high, kMost))};
  }

  State stateAt(const Point &point) const { return withParameters(scop, point, known); }

  /// What cannot be told, as it rests on floating-point values, is left to the run.
  static bool holds(const Condition &condition, const State &state) {
    return condition.evaluate(state).value_or(true);
  }

  size_t failuresAt(const State &state) const {
    return std::count_if(conjuncts.begin(), conjuncts.end(),
                         [&](const Condition &conjunct) { return !holds(conjunct, state); });
  }

  /// The point with one variable changed by the least amount that makes the conjunct true. Of
  /// several the one with the fewest others false, then the least amount.
  std::optional<Point> mended(const Point &point, const Condition &conjunct) const {
    std::optional<Point> best;
    std::pair<size_t, int64_t> least;
    for (const auto &[name, limits] : variables)
      for (int64_t sign : {1, -1}) {
        Point changed = point;
        std::optional<int64_t> amount = leastAmount(changed, name, sign, limits, conjunct);
        if (!amount)
          continue;
        changed[name] = point.at(name) + sign * *amount;
        std::pair<size_t, int64_t> cost{failuresAt(stateAt(changed)), *amount};
        if (best && least <= cost)
          continue;
        best = std::move(changed);
        least = cost;
      }
    return best;
  }

  /// The first of 1, 2, 4, ... at which the conjunct holds or one of its equations has passed its
  /// solution, then by bisection the least.
  std::optional<int64_t> leastAmount(Point point, const std::string &name, int64_t sign,
                                     std::pair<int64_t, int64_t> limits,
                                     const Condition &conjunct) const {
    int64_t start = point.at(name);
    std::vector<Polynomial> equations;
    collectEquations(conjunct, equations);
    auto signsOf = [&](const State &state) {
      std::vector<bool> signs;
      for (const Polynomial &equation : equations)
        signs.push_back(equation.evaluate(state).value_or(0) > 0);
      return signs;
    };
    std::vector<bool> atStart = signsOf(stateAt(point));
    auto isReached = [&](int64_t amount) {
      point[name] = start + sign * amount;
      State state = stateAt(point);
      return holds(conjunct, state) || signsOf(state) != atStart;
    };
    int64_t room = sign > 0 ? limits.second - start : start - limits.first;
    int64_t below = 0, above = 1;
    while (above < room && !isReached(above)) {
      below = above;
      above *= 2;
    }
    above = std::min(above, room);
    if (above <= below || !isReached(above))
      return std::nullopt;
    while (above - below > 1) {
      int64_t middle = below + (above - below) / 2;
      (isReached(middle) ? above : below) = middle;
    }
    for (int64_t amount : {above, above - 1}) { // a solution, or the last value before it
      point[name] = start + sign * amount;
      if (amount > 0 && holds(conjunct, stateAt(point)))
        return amount;
    }
    return std::nullopt;
  }

  static void collectEquations(const Condition &condition, std::vector<Polynomial> &equations) {
    if (condition.kind() == Condition::Kind::Zero)
      equations.push_back(condition.value());
    for (const Condition &part : condition.operands())
      collectEquations(part, equations);
  }

  const Scop &scop;
  std::vector<Condition> conjuncts;
  std::set<std::string> names;
  std::set<SymbolId> met;
  std::vector<const KnownAtEntry *> known;
  /// The least and the greatest value of each variable.
  std::map<std::string, std::pair<int64_t, int64_t>> variables;
};

/// Each loop around the deepest statement runs so often that the statement runs about `instances`
/// times: a point may also make one loop long and leave the others at one iteration.
///   for i < n { for j < m { for k <= i ... } }, 512:   n >= 8 && m >= 8 && n + 1 >= 16
Condition isBroad(const Scop &scop, double instances) {
  const ScopStatement *deepest = nullptr;
  for (const ScopStatement &statement : scop.statements)
    if (!deepest || statement.loops.size() > deepest->loops.size())
      deepest = &statement;
  if (!deepest)
    return Condition::always();
  // Twice the mean number of iterations: the first one of the outer loops and the last one.
  std::vector<std::pair<Polynomial, int64_t>> lengths;
  std::map<std::string, Polynomial> firsts, lasts;
  for (int index : deepest->loops) {
    const ScopLoop &loop = scop.loops[index];
    Polynomial direction(loop.step > 0 ? 1 : -1);
    for (const Polynomial &end : loop.end) {
      Polynomial length = direction * (end - loop.first.front());
      Polynomial both = length.substitute(firsts) + length.substitute(lasts);
      if (!both.constant())
        lengths.push_back({std::move(both), std::abs(loop.step)});
    }
    Polynomial first = loop.first.front().substitute(firsts);
    lasts[loop.name] = (loop.end.front() - direction).substitute(lasts);
    firsts[loop.name] = std::move(first);
  }
  std::vector<Condition> conditions;
  auto each = static_cast<int64_t>(std::ceil(std::pow(instances, 1. / double(lengths.size()))));
  for (const auto &[length, step] : lengths)
    conditions.push_back(Condition::lessEqual(Polynomial(2 * each * step), length));
  return Condition::conjunction(std::move(conditions));
}

} // namespace

std::vector<Point> smallPoints(const Scop &scop, const Condition &wanted) {
  std::vector<Point> points;
  auto searchFrom = [&](const Condition &condition, auto &&starts) {
    Search search(scop, condition);
    for (int64_t start : starts)
      if (std::optional<Point> point = search.from(start);
          point && std::find(points.begin(), points.end(), *point) == points.end())
        points.push_back(std::move(*point));
  };
  searchFrom(wanted, kStarts);
  for (double instances : kInstances)
    searchFrom(Condition::conjunction({wanted, isBroad(scop, instances)}), kBroadStarts);
  return points;
}

std::vector<Point> manySmallPoints(const Scop &scop, const Condition &wanted, size_t most) {
  std::vector<Point> points = smallPoints(scop, wanted);
  if (points.size() > most)
    points.resize(most);
  const Search search(scop, wanted);
  for (size_t k = 0; k < points.size() && points.size() < most; ++k)
    for (const auto &[name, value] : Point(points[k]))
      for (int64_t step : {1, -1, 3}) {
        Point near = points[k];
        near[name] = value + step;
        bool isNew = std::find(points.begin(), points.end(), near) == points.end();
        if (isNew && points.size() < most && search.holdsAt(near))
          points.push_back(std::move(near));
      }
  return points;
}

Point withParameters(const Scop &scop, const Point &point) {
  std::vector<const KnownAtEntry *> known;
  for (const KnownAtEntry &entry : scop.nest.knownAtEntry)
    if (!point.count(scop.nest.symbol(entry.symbol).name))
      known.push_back(&entry);
  return withParameters(scop, point, known);
}

} // namespace acc
