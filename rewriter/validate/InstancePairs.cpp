#include "rewriter/validate/InstancePairs.h"

#include "rewriter/validate/Elimination.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

std::optional<LinearForm> prefixed(const Polynomial &value, const Scop &scop,
                                   const ScopStatement &statement, const char *prefix) {
  std::vector<std::string> iterators = scop.iteratorsOf(statement);
  auto form = linearForm(value, iterators);
  if (!form)
    return std::nullopt;
  LinearForm result;
  result.constant = form->constant;
  for (const auto &[name, coefficient] : form->coefficients) {
    bool own = std::find(iterators.begin(), iterators.end(), name) != iterators.end();
    result.coefficients[own ? prefix + name : name] = coefficient;
  }
  return result;
}

} // namespace

LinearForm difference(const LinearForm &a, const LinearForm &b) {
  LinearForm result = a;
  result.constant -= b.constant;
  for (const auto &[name, coefficient] : b.coefficients)
    if ((result.coefficients[name] -= coefficient) == 0)
      result.coefficients.erase(name);
  return result;
}

InstancePairs::InstancePairs(const GuardContext &guard, const Scop &scop,
                             const ScopStatement &first, const ScopStatement &second)
    : guard(guard), scop(scop), first(first), second(second) {
  for (const char *prefix : {"x.", "y."}) {
    const ScopStatement &statement = prefix[0] == 'x' ? first : second;
    for (const std::string &name : scop.iteratorsOf(statement))
      dims.push_back(prefix + name);
  }
  relaxedDims = dims;
  for (const char *prefix : {"x.", "y."}) {
    const ScopStatement &statement = prefix[0] == 'x' ? first : second;
    auto add = [&](const Polynomial &value, bool equality) {
      if (auto form = prefixed(value, scop, statement, prefix))
        bounds.push_back({*form, equality});
    };
    for (const Condition &part : statement.condition.conjuncts()) {
      bool isZero = part.kind() == Condition::Kind::Zero;
      if (isZero || part.kind() == Condition::Kind::NonNegative)
        add(part.value(), isZero);
    }
    for (int index : statement.loops) {
      const ScopLoop &loop = scop.loops[index];
      Polynomial v = Polynomial::symbol(loop.name);
      Polynomial direction(loop.step > 0 ? 1 : -1);
      for (const Polynomial &from : loop.first)
        add(direction * (v - from), false);
      for (const Polynomial &end : loop.end)
        add(direction * (end - v) - 1, false);
      if (std::abs(loop.step) == 1 || loop.first.size() != 1)
        continue;
      auto offset = prefixed(v - loop.first[0], scop, statement, prefix);
      if (!offset)
        continue;
      // v == first + step*count
      relaxedDims.push_back(prefix + loop.name + ".count");
      offset->coefficients[relaxedDims.back()] = -loop.step;
      bounds.push_back({*offset, true});
    }
  }
}

std::optional<LinearForm> InstancePairs::ofFirst(const Polynomial &value) const {
  return prefixed(value, scop, first, "x.");
}

std::optional<LinearForm> InstancePairs::ofSecond(const Polynomial &value) const {
  return prefixed(value, scop, second, "y.");
}

std::vector<std::vector<LinearConstraint>> InstancePairs::secondRunsFirst() const {
  std::vector<std::vector<LinearConstraint>> levels;
  std::vector<LinearConstraint> equal;
  size_t level = 0;
  for (; level < first.loops.size() && level < second.loops.size() &&
         first.loops[level] == second.loops[level];
       ++level) {
    const ScopLoop &loop = scop.loops[first.loops[level]];
    LinearForm later{{{"x." + loop.name, 1}, {"y." + loop.name, -1}}, 0};
    if (loop.step < 0)
      later = difference({}, later);
    levels.push_back(equal);
    later.constant = -1;
    levels.back().push_back({later, false});
    later.constant = 0;
    equal.push_back({later, true});
  }
  if (second.positions[level] < first.positions[level])
    levels.push_back(equal);
  return levels;
}

isl::set InstancePairs::all() const {
  if (exact.is_null()) {
    isl::set left = iterationDomain(guard.isl(), scop, first);
    isl::set right = iterationDomain(guard.isl(), scop, second);
    exact = flattenToSet(left.product(right).unwrap()).intersect_params(guard.parameters());
  }
  return exact;
}

bool InstancePairs::exist(const std::vector<LinearConstraint> &constraints, bool relaxed) const {
  isl::ctx ctx = guard.isl().get();
  if (!relaxed)
    return !makeSet(ctx, "", dims, constraints).intersect(all()).is_empty();
  std::vector<LinearConstraint> together = constraints;
  together.insert(together.end(), bounds.begin(), bounds.end());
  std::optional<std::vector<LinearConstraint>> rest = eliminated(std::move(together));
  return rest && !makeSet(ctx, "", relaxedDims, *rest).is_empty();
}

isl::set InstancePairs::firsts(const std::vector<LinearConstraint> &constraints) const {
  isl::set pairs = makeSet(guard.isl().get(), "", dims, constraints).intersect(all());
  return projectOut(pairs, first.loops.size(), second.loops.size());
}

} // namespace acc
