#include "rewriter/validate/Elimination.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace acc {
namespace {

/// No number of a constraint grows beyond this, so that sums of products of two stay inside 64
/// bits.
constexpr int64_t kLargest = int64_t(1) << 28;

int64_t roundedDown(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

struct Range {
  std::optional<int64_t> low, high;
};

class Eliminator {
public:
  explicit Eliminator(std::vector<LinearConstraint> constraints) : rows(std::move(constraints)) {}

  bool hasNoSolution = false, isTooLarge = false;

  std::vector<LinearConstraint> run() {
    for (bool changed = true; changed && normalize();) {
      readRanges();
      changed = cutOne() || substituteOne();
    }
    if (!hasNoSolution && !isTooLarge)
      hasNoSolution = std::any_of(rows.begin(), rows.end(), [&](const LinearConstraint &row) {
        std::optional<int64_t> most = rangeOf(row.form).high;
        return most && *most < 0;
      });
    return std::move(rows);
  }

private:
  /// Divides each row by what all its coefficients share, and drops those without any; false when
  /// that tells that there is no solution, or when numbers grow too large.
  bool normalize() {
    std::vector<LinearConstraint> kept;
    for (LinearConstraint &row : rows) {
      int64_t divisor = 0;
      for (const auto &[name, coefficient] : row.form.coefficients) {
        isTooLarge |= std::abs(coefficient) > kLargest;
        divisor = std::gcd(divisor, coefficient);
      }
      int64_t &constant = row.form.constant;
      isTooLarge |= std::abs(constant) > kLargest;
      if (isTooLarge)
        return false;
      if (divisor == 0 || (row.equality && constant % divisor != 0)) {
        hasNoSolution |= row.equality ? constant != 0 : constant < 0;
        if (hasNoSolution)
          return false;
        continue;
      }
      for (auto &[name, coefficient] : row.form.coefficients)
        coefficient /= divisor;
      constant = roundedDown(constant, divisor);
      kept.push_back(std::move(row));
    }
    rows = std::move(kept);
    return true;
  }

  /// What rows with one name say of it.
  void readRanges() {
    ranges.clear();
    for (const LinearConstraint &row : rows) {
      if (row.form.coefficients.size() != 1 || row.equality)
        continue;
      const auto &[name, coefficient] = *row.form.coefficients.begin(); // 1 or -1
      Range &range = ranges[name];
      if (coefficient > 0)
        range.low = std::max(range.low.value_or(-row.form.constant), -row.form.constant);
      else
        range.high = std::min(range.high.value_or(row.form.constant), row.form.constant);
    }
  }

  Range rangeOf(const LinearForm &form) const {
    Range sum{form.constant, form.constant};
    for (const auto &[name, coefficient] : form.coefficients) {
      auto found = ranges.find(name);
      Range of = found == ranges.end() ? Range{} : found->second;
      if (coefficient < 0)
        std::swap(of.low, of.high);
      sum.low = sum.low && of.low ? std::optional(*sum.low + coefficient * *of.low) : std::nullopt;
      sum.high =
          sum.high && of.high ? std::optional(*sum.high + coefficient * *of.high) : std::nullopt;
    }
    return sum;
  }

  /// m*large + small == 0, where of the multiples of m only one is a value of `small`: both parts
  /// are equalities.
  bool cutOne() {
    for (size_t r = 0; r < rows.size(); ++r) {
      if (!rows[r].equality)
        continue;
      for (const auto &[name, coefficient] : rows[r].form.coefficients) {
        int64_t m = std::abs(coefficient);
        if (m == 1)
          continue;
        LinearForm large, small{{}, rows[r].form.constant};
        for (const auto &[part, factor] : rows[r].form.coefficients)
          (factor % m == 0 ? large : small).coefficients[part] = factor;
        Range values = rangeOf(small);
        if (!values.low || !values.high)
          continue;
        int64_t multiple = m * roundedDown(*values.high, m);
        if (multiple - m >= *values.low || small.coefficients.empty())
          continue;
        small.constant -= multiple;
        large.constant = multiple;
        rows[r].form = large;
        rows.push_back({small, true});
        return true; // without a multiple there, the new row has no solution in its range
      }
    }
    return false;
  }

  /// Solves an equality for a name with the factor 1 or -1, of those the one of which least is
  /// known.
  bool substituteOne() {
    size_t best = rows.size();
    std::string solved;
    int fewest = 3;
    for (size_t r = 0; r < rows.size(); ++r) {
      if (!rows[r].equality)
        continue;
      for (const auto &[name, coefficient] : rows[r].form.coefficients) {
        auto found = ranges.find(name);
        int known = found == ranges.end()
                        ? 0
                        : found->second.low.has_value() + found->second.high.has_value();
        if (std::abs(coefficient) == 1 && known < fewest) {
          best = r;
          solved = name;
          fewest = known;
        }
      }
    }
    if (best == rows.size())
      return false;
    LinearForm definition = rows[best].form; // sign*solved + rest == 0
    rows.erase(rows.begin() + best);
    int64_t sign = definition.coefficients.at(solved);
    for (LinearConstraint &row : rows) {
      auto found = row.form.coefficients.find(solved);
      if (found == row.form.coefficients.end())
        continue;
      int64_t factor = -found->second * sign;
      row.form.constant += factor * definition.constant;
      for (const auto &[name, coefficient] : definition.coefficients)
        if ((row.form.coefficients[name] += factor * coefficient) == 0)
          row.form.coefficients.erase(name);
    }
    return true;
  }

  std::vector<LinearConstraint> rows;
  std::map<std::string, Range> ranges;
};

} // namespace

std::optional<std::vector<LinearConstraint>> eliminated(std::vector<LinearConstraint> constraints) {
  Eliminator eliminator(constraints);
  std::vector<LinearConstraint> rest = eliminator.run();
  if (eliminator.isTooLarge)
    return constraints;
  return eliminator.hasNoSolution ? std::nullopt : std::optional(std::move(rest));
}

} // namespace acc
