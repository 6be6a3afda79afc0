#include "rewriter/validate/InstanceMap.h"

#include "rewriter/validate/LinearSystem.h"

#include <algorithm>
#include <cstdlib>

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

/// The monomials of `value` that `divisor` (one monomial) divides, divided by it,
/// coefficients rounded to the nearest integer, halves towards zero.
Polynomial nearestQuotient(const Polynomial &value, const Term &divisor) {
  Polynomial quotient;
  for (const Term &term : value.terms()) {
    Term part{0, term.powers};
    bool divides = true;
    for (const auto &[symbol, power] : divisor.powers) {
      auto found = part.powers.find(symbol);
      divides = divides && found != part.powers.end() && found->second >= power;
      if (divides && (found->second -= power) == 0)
        part.powers.erase(found);
    }
    if (!divides)
      continue;
    part.coefficient = term.coefficient / divisor.coefficient;
    int64_t rest = term.coefficient % divisor.coefficient;
    if (std::abs(rest) > std::abs(divisor.coefficient) / 2)
      part.coefficient += (rest < 0) == (divisor.coefficient < 0) ? 1 : -1;
    if (part.coefficient != 0)
      quotient += Polynomial::fromTerm(part);
  }
  return quotient;
}

/// Where constant sizes leave several solutions of sum coefficient_v * x_v == right (one
/// equation per row), the one that counts in the mixed radix of the coefficients: the
/// greatest first. 64*i + j == 64*y + z has i = y, j = z, though i = 0, j = 64*y + z
/// solves it as well. None when that is no solution.
std::optional<std::vector<Polynomial>>
mixedRadix(const std::vector<std::vector<Polynomial>> &coefficients,
           const std::vector<Polynomial> &right, size_t unknowns) {
  std::vector<std::optional<Polynomial>> values(unknowns);
  std::vector<Polynomial> rest = right;
  std::vector<bool> isDone(right.size());
  auto assign = [&](size_t v, const Polynomial &value) {
    values[v] = value;
    for (size_t k = 0; k < rest.size(); ++k)
      rest[k] -= coefficients[k][v] * value;
  };
  for (size_t round = 0; round < right.size(); ++round) {
    // The equation with the fewest unknowns left.
    std::vector<std::pair<Term, size_t>> best;
    size_t chosen = right.size();
    for (size_t k = 0; k < right.size(); ++k) {
      if (isDone[k])
        continue;
      std::vector<std::pair<Term, size_t>> unknown;
      for (size_t v = 0; v < unknowns; ++v) {
        if (values[v] || coefficients[k][v].isZero())
          continue;
        if (coefficients[k][v].terms().size() != 1)
          return std::nullopt;
        unknown.emplace_back(coefficients[k][v].terms().front(), v);
      }
      if (chosen == right.size() || unknown.size() < best.size()) {
        best = unknown;
        chosen = k;
      }
    }
    isDone[chosen] = true;
    std::stable_sort(best.begin(), best.end(), [](const auto &a, const auto &b) {
      auto key = [](const Term &term) {
        return std::pair(term.degree(), std::abs(term.coefficient));
      };
      return key(a.first) > key(b.first);
    });
    for (const auto &[term, v] : best)
      assign(v, nearestQuotient(rest[chosen], term));
  }
  std::vector<Polynomial> result;
  for (const Polynomial &left : rest)
    if (!left.isZero())
      return std::nullopt;
  for (const auto &value : values)
    result.push_back(value.value_or(Polynomial(0)));
  return result;
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
      continue;
    source.push_back(*left);
    emitted.push_back(*right);
  }
  const size_t depth = sourceIterators.size();
  std::vector<Polynomial> values(depth);
  std::vector<bool> open(depth);
  std::vector<std::vector<Polynomial>> rows;
  for (const AffineParts &parts : source)
    rows.push_back(parts.coefficients);
  bool isAmbiguous = false;

  for (size_t e = 0; e < emittedIterators.size(); ++e) {
    LinearSystem system(depth);
    for (size_t k = 0; k < source.size(); ++k)
      system.addEquation(source[k].coefficients, emitted[k].coefficients[e]);
    auto solution = system.solve();
    auto isOpen = [&](size_t v) {
      return solution->isFree[v] && std::any_of(rows.begin(), rows.end(), [&](const auto &row) {
               return !row[v].isZero();
             });
    };
    bool unique = solution.has_value();
    for (size_t v = 0; unique && v < depth; ++v)
      unique = !isOpen(v);
    if (!unique) {
      std::vector<Polynomial> right;
      for (const AffineParts &parts : emitted)
        right.push_back(parts.coefficients[e]);
      if (auto chosen = mixedRadix(rows, right, depth)) {
        isAmbiguous = true;
        for (size_t v = 0; v < depth; ++v)
          values[v] += (*chosen)[v] * Polynomial::symbol(emittedIterators[e]);
        continue;
      }
    }
    if (!solution)
      return std::nullopt;
    for (size_t v = 0; v < depth; ++v) {
      values[v] += Polynomial(solution->values[v]) * Polynomial::symbol(emittedIterators[e]);
      open[v] = open[v] || solution->isFree[v];
    }
  }

  std::optional<std::vector<Polynomial>> shifts;
  if (isAmbiguous) {
    std::vector<Polynomial> right;
    for (size_t k = 0; k < source.size(); ++k)
      right.push_back(emitted[k].constant - source[k].constant);
    shifts = mixedRadix(rows, right, depth);
  }

  // Constant parts: the plain 1 first, so that a shift by one row is read as
  // such and not as a shift by the row's length.
  std::vector<Polynomial> monomials{Polynomial(1)};
  for (const Polynomial &monomial : constants)
    if (!(monomial == Polynomial(1)))
      monomials.push_back(monomial);
  LinearSystem system(depth * monomials.size());
  for (size_t k = 0; k < source.size(); ++k) {
    std::vector<Polynomial> row;
    for (const Polynomial &monomial : monomials)
      for (size_t v = 0; v < depth; ++v)
        row.push_back(source[k].coefficients[v] * monomial);
    system.addEquation(row, emitted[k].constant - source[k].constant);
  }
  auto solution = system.solve();
  if (!solution && !shifts)
    return std::nullopt;
  for (size_t v = 0; shifts && v < depth; ++v)
    values[v] += (*shifts)[v];
  for (size_t m = 0; !shifts && m < monomials.size(); ++m)
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

std::vector<std::map<std::string, Polynomial>>
unseenShifts(const std::vector<std::string> &sourceIterators,
             const std::vector<IndexEquation> &equations) {
  std::vector<std::vector<Polynomial>> rows;
  for (const IndexEquation &equation : equations)
    if (auto parts = affineParts(equation.source, sourceIterators))
      rows.push_back(parts->coefficients);
  std::vector<std::map<std::string, Polynomial>> shifts;
  for (size_t slow = 0; slow < sourceIterators.size(); ++slow)
    for (size_t fast = 0; fast < sourceIterators.size(); ++fast) {
      std::optional<Polynomial> length; // of a row of `fast` in one step of `slow`
      for (const auto &row : rows)
        if (slow != fast && !length && !row[fast].isZero())
          length = row[slow].dividedBy(row[fast]);
      bool isUnseen = length && !length->isZero() &&
                      std::all_of(rows.begin(), rows.end(), [&](const auto &row) {
                        return row[slow] == *length * row[fast];
                      });
      if (isUnseen)
        shifts.push_back(
            {{sourceIterators[slow], Polynomial(1)}, {sourceIterators[fast], -*length}});
    }
  return shifts;
}

} // namespace acc
