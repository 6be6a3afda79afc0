#include "rewriter/validate/LinearSystem.h"

#include <cassert>
#include <numeric>

namespace acc {
namespace {

using Wide = __int128;
using Row = std::vector<int64_t>;

/// target := target*a - pivot*b, divided by its content; false on overflow.
bool eliminate(Row &target, const Row &pivot, size_t column) {
  Wide a = pivot[column], b = target[column];
  std::vector<Wide> wide(target.size());
  Wide content = 0;
  for (size_t k = 0; k < target.size(); ++k) {
    wide[k] = target[k] * a - pivot[k] * b;
    Wide x = content, y = wide[k] < 0 ? -wide[k] : wide[k];
    while (y != 0)
      std::swap(x %= y, y);
    content = x;
  }
  for (size_t k = 0; k < target.size(); ++k) {
    Wide value = content == 0 ? 0 : wide[k] / content;
    if (value > INT64_MAX || value < -INT64_MAX)
      return false;
    target[k] = static_cast<int64_t>(value);
  }
  return true;
}

} // namespace

void LinearSystem::addEquation(const std::vector<Polynomial> &coefficients,
                               const Polynomial &right) {
  assert(coefficients.size() == unknowns);
  std::map<std::map<std::string, int>, Row> byMonomial;
  auto add = [&](const Polynomial &value, size_t column) {
    tooLarge = tooLarge || value.overflowed();
    for (const Term &term : value.terms()) {
      Row &row = byMonomial[term.powers];
      row.resize(unknowns + 1);
      row[column] = term.coefficient;
    }
  };
  for (size_t k = 0; k < coefficients.size(); ++k)
    add(coefficients[k], k);
  add(right, unknowns);
  for (auto &[monomial, row] : byMonomial)
    rows.push_back(row);
}

std::optional<LinearSystem::Solution> LinearSystem::solve() const {
  if (tooLarge)
    return std::nullopt;
  std::vector<Row> work = rows;
  std::vector<int> pivotOf(unknowns, -1);
  size_t used = 0;
  for (size_t column = 0; column < unknowns && used < work.size(); ++column) {
    size_t found = used;
    while (found < work.size() && work[found][column] == 0)
      ++found;
    if (found == work.size())
      continue;
    std::swap(work[used], work[found]);
    for (size_t k = 0; k < work.size(); ++k)
      if (k != used && work[k][column] != 0 && !eliminate(work[k], work[used], column))
        return std::nullopt;
    pivotOf[column] = static_cast<int>(used++);
  }
  for (size_t k = used; k < work.size(); ++k)
    if (work[k][unknowns] != 0)
      return std::nullopt;
  Solution solution{std::vector<int64_t>(unknowns), std::vector<bool>(unknowns)};
  for (size_t column = 0; column < unknowns; ++column) {
    if (pivotOf[column] < 0) {
      solution.isFree[column] = true;
      continue;
    }
    const Row &row = work[pivotOf[column]];
    if (row[unknowns] % row[column] != 0)
      return std::nullopt;
    solution.values[column] = row[unknowns] / row[column];
  }
  return solution;
}

} // namespace acc
