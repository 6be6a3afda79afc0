#include "rewriter/validate/InstanceMap.h"

#include "rewriter/validate/LinearSystem.h"

#include <algorithm>

namespace acc {
namespace {

/// value == constant + sum coefficients[k]*names[k]; none when not affine in them.
struct AffineParts {
  std::vector<Polynomial> coefficients;
  Polynomial constant;
};

std::optional<AffineParts> affineParts(const Polynomial &value,
                                       const std::vector<std::string> &names) {
  auto isName = [&](const std::string &symbol) {
    return std::find(names.begin(), names.end(), symbol) != names.end();
  };
  if (value.overflowed() || value.totalDegree(isName) > 1)
    return std::nullopt;
  AffineParts parts;
  parts.constant = value;
  for (const std::string &name : names) {
    parts.coefficients.push_back(value.coefficient(name, 1));
    parts.constant -= parts.coefficients.back() * Polynomial::symbol(name);
  }
  return parts;
}

} // namespace

std::optional<std::map<std::string, Polynomial>>
solveInstances(const std::vector<std::string> &sourceIterators,
               const std::vector<std::string> &emittedIterators,
               const std::vector<IndexEquation> &equations,
               const std::set<Polynomial> &constants) {
  std::vector<AffineParts> source, emitted;
  for (const IndexEquation &equation : equations) {
    auto left = affineParts(equation.source, sourceIterators);
    auto right = affineParts(equation.emitted, emittedIterators);
    if (!left || !right)
      return std::nullopt;
    source.push_back(*left);
    emitted.push_back(*right);
  }
  const size_t depth = sourceIterators.size();
  std::vector<Polynomial> values(depth);
  std::vector<bool> open(depth);

  for (size_t e = 0; e < emittedIterators.size(); ++e) {
    LinearSystem system(depth);
    for (size_t k = 0; k < equations.size(); ++k)
      system.addEquation(source[k].coefficients, emitted[k].coefficients[e]);
    auto solution = system.solve();
    if (!solution)
      return std::nullopt;
    for (size_t v = 0; v < depth; ++v) {
      values[v] += Polynomial(solution->values[v]) * Polynomial::symbol(emittedIterators[e]);
      open[v] = open[v] || solution->isFree[v];
    }
  }

  // Constant parts: the plain 1 first, so that a shift by one row is read as
  // such and not as a shift by the row's length.
  std::vector<Polynomial> monomials{Polynomial(1)};
  for (const Polynomial &monomial : constants)
    if (!(monomial == Polynomial(1)))
      monomials.push_back(monomial);
  LinearSystem system(depth * monomials.size());
  for (size_t k = 0; k < equations.size(); ++k) {
    std::vector<Polynomial> row;
    for (const Polynomial &monomial : monomials)
      for (size_t v = 0; v < depth; ++v)
        row.push_back(source[k].coefficients[v] * monomial);
    system.addEquation(row, emitted[k].constant - source[k].constant);
  }
  auto solution = system.solve();
  if (!solution)
    return std::nullopt;
  for (size_t m = 0; m < monomials.size(); ++m)
    for (size_t v = 0; v < depth; ++v)
      values[v] += Polynomial(solution->values[m * depth + v]) * monomials[m];

  std::map<std::string, Polynomial> result;
  for (size_t v = 0; v < depth; ++v) {
    bool unfixed = std::all_of(source.begin(), source.end(), [&](const AffineParts &parts) {
      return parts.coefficients[v].isZero();
    });
    if (!unfixed && !(open[v] && !emittedIterators.empty()))
      result[sourceIterators[v]] = values[v];
  }
  return result;
}

} // namespace acc
