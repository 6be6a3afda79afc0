#include "analysis/dependence/Trial.h"

#include "analysis/model/ScopIsl.h"

#include <algorithm>

namespace acc {
namespace {

/// Of each loop of the statement, so that it has some sixty iterations.
int iterationsPerLoop(const ScopStatement &statement) {
  constexpr int kPerLoop[] = {1, 8, 8, 4, 3};
  constexpr size_t kDeepest = std::size(kPerLoop) - 1;
  return statement.loops.size() <= kDeepest ? kPerLoop[statement.loops.size()] : 2;
}

/// The greatest of the bounds, or with `isLeast` the least; none where one has no value.
std::optional<int64_t> extremeOf(const std::vector<Polynomial> &bounds, bool isLeast,
                                 const Point &at) {
  std::optional<int64_t> result;
  for (const Polynomial &bound : bounds) {
    auto value = bound.evaluate(at);
    if (!value)
      return std::nullopt;
    result = !result ? *value : isLeast ? std::min(*result, *value) : std::max(*result, *value);
  }
  return result;
}

std::optional<int64_t> valueOf(const LinearForm &form, const Point &at) {
  int64_t sum = form.constant;
  for (const auto &[name, factor] : form.coefficients) {
    int64_t product = factor;
    for (const std::string &one : factorsOfName(name)) {
      auto value = at.find(one);
      if (value == at.end() || __builtin_mul_overflow(product, value->second, &product))
        return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum))
      return std::nullopt;
  }
  return sum;
}

} // namespace

std::vector<Trial::Iteration> Trial::firstOf(const ScopStatement &statement) const {
  std::vector<Iteration> found;
  Point at = point;
  Iteration iteration;
  visit(statement, at, iteration, found);
  return found;
}

void Trial::visit(const ScopStatement &statement, Point &at, Iteration &iteration,
                  std::vector<Iteration> &found) const {
  if (iteration.size() == statement.loops.size()) {
    if (statement.condition.evaluate(at) == std::optional(true))
      found.push_back(iteration);
    return;
  }
  const ScopLoop &loop = scop.loops[statement.loops[iteration.size()]];
  bool ascends = loop.step > 0;
  auto value = extremeOf(loop.first, !ascends, at), end = extremeOf(loop.end, ascends, at);
  if (!value || !end)
    return;
  const int count = iterationsPerLoop(statement);
  for (int k = 0; k < count && (ascends ? *value < *end : *value > *end); ++k) {
    at[loop.name] = *value;
    iteration.push_back(*value);
    visit(statement, at, iteration, found);
    iteration.pop_back();
    if (__builtin_add_overflow(*value, loop.step, &*value))
      break;
  }
  at.erase(loop.name);
}

std::vector<std::vector<std::optional<int64_t>>>
Trial::touchedBy(const ScopStatement &statement, const std::vector<Iteration> &iterations,
                 const std::vector<Polynomial> &subscripts,
                 const std::vector<std::optional<LinearForm>> &forms) const {
  std::vector<std::string> names = scop.iteratorsOf(statement);
  std::vector<std::vector<std::optional<int64_t>>> touched;
  for (const Iteration &iteration : iterations) {
    Point at = point;
    for (size_t k = 0; k < names.size(); ++k)
      at[names[k]] = iteration[k];
    std::vector<std::optional<int64_t>> &values = touched.emplace_back();
    for (size_t k = 0; k < subscripts.size(); ++k)
      values.push_back(forms[k] ? valueOf(*forms[k], at) : subscripts[k].evaluate(at));
  }
  return touched;
}

} // namespace acc
