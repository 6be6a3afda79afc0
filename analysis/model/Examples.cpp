#include "analysis/model/Examples.h"

#include "analysis/model/ScopIsl.h"

#include <algorithm>
#include <functional>
#include <random>

namespace acc {
namespace {

/// The factors of each parameter of a set: one, or those of a product that is a parameter.
std::vector<std::vector<std::string>> factorsOfParameters(const isl::set &set) {
  std::vector<std::vector<std::string>> factors;
  for (const std::string &name : parametersOf(set))
    factors.push_back(factorsOfName(name));
  return factors;
}

/// The points that `valueOf` gives, as far as they lie in a set of parameters.
class PointsOf {
public:
  PointsOf(const Scop &scop, const isl::set &known) : scop(scop), test(known, {}) {
    for (const Parameter &parameter : scop.parameters)
      point[parameter.name] = 0;
    for (const Parameter &parameter : scop.parameters)
      own.push_back(&point[parameter.name]);
    for (const std::vector<std::string> &names : factorsOfParameters(known)) {
      std::vector<const int64_t *> &values = factors.emplace_back();
      for (const std::string &name : names) {
        auto value = point.find(name);
        values.push_back(value == point.end() ? &kNone : &value->second);
      }
    }
  }

  /// Nothing is added where a product is beyond 64 bits.
  void add(const std::function<int64_t(int64_t)> &valueOf) {
    for (size_t k = 0; k < scop.parameters.size(); ++k) {
      const Parameter &parameter = scop.parameters[k];
      auto derived = parameter.value ? parameter.value->evaluate(point) : std::nullopt;
      *own[k] = derived ? *derived : valueOf(int64_t(k));
    }
    std::vector<int64_t> values;
    values.reserve(factors.size());
    for (const std::vector<const int64_t *> &numbers : factors) {
      int64_t &product = values.emplace_back(1);
      for (const int64_t *number : numbers)
        if (__builtin_mul_overflow(product, *number, &product))
          return;
    }
    if (test.contains(std::move(values)))
      found.push_back(point);
  }

  std::vector<Point> found;

private:
  static constexpr int64_t kNone = 0;

  const Scop &scop;
  PointTest test;
  Point point;
  /// The values of the scop's parameters in it.
  std::vector<int64_t *> own;
  /// Of each parameter of the set, values of `point`.
  std::vector<std::vector<const int64_t *>> factors;
};

/// The parameters that loops run to: n of i < n - pad.
std::set<std::string> sizesOf(const Scop &scop) {
  std::set<std::string> sizes;
  for (const ScopLoop &loop : scop.loops)
    for (const Polynomial &last : loop.step > 0 ? loop.end : loop.first)
      for (const Term &term : last.terms())
        if (term.coefficient > 0)
          for (const auto &[name, power] : term.powers)
            sizes.insert(name);
  return sizes;
}

} // namespace

int64_t productAt(const Point &point, const std::vector<std::string> &factors) {
  int64_t product = 1;
  for (const std::string &factor : factors) {
    auto value = point.find(factor);
    product *= value == point.end() ? 0 : value->second;
  }
  return product;
}

std::vector<std::vector<int64_t>> valuesAt(const std::vector<Point> &points, const isl::set &set) {
  std::vector<std::vector<std::string>> factors = factorsOfParameters(set);
  std::vector<std::vector<int64_t>> all;
  for (const Point &point : points) {
    std::vector<int64_t> &values = all.emplace_back();
    for (const std::vector<std::string> &names : factors)
      values.push_back(productAt(point, names));
  }
  return all;
}

std::vector<Point> examplesIn(const Scop &scop, const isl::set &known) {
  constexpr int64_t kWide = 12, kStep = 7;
  PointsOf points(scop, known);
  int64_t count = scop.parameters.size();
  points.add([&](int64_t) { return kWide; });
  points.add([&](int64_t k) { return kWide + kStep * k; });
  points.add([&](int64_t k) { return kWide + kStep * (count - k); });
  points.add([&](int64_t) { return 1; });
  points.add([&](int64_t k) { return k % 2 ? -kWide - k : kWide + k; });
  points.add([&](int64_t k) { return k % 2 ? kWide + k : -kWide - k; });
  // Sizes that leave room for what is no size: the width of a border.
  std::set<std::string> sizes = sizesOf(scop);
  for (int64_t other : {2, 0, -1})
    points.add([&](int64_t k) {
      return sizes.count(scop.parameters[k].name) ? 4 * kWide + kStep * k : other;
    });
  return points.found;
}

std::optional<Point> exampleWith(const Scop &scop, const isl::set &known,
                                 const std::map<std::string, int64_t> &values) {
  PointsOf points(scop, known);
  points.add([&](int64_t k) {
    auto value = values.find(scop.parameters[k].name);
    return value == values.end() ? 1 : value->second;
  });
  return points.found.empty() ? std::nullopt : std::optional(std::move(points.found.front()));
}

std::vector<Point> largeExamplesIn(const Scop &scop, const isl::set &known) {
  PointsOf points(scop, known);
  std::set<std::string> sizes = sizesOf(scop);
  for (int64_t large : {int64_t(2147483000), int64_t(1600000), int64_t(50000)})
    for (int64_t other : {large, int64_t(2)})
      points.add(
          [&](int64_t k) { return (sizes.count(scop.parameters[k].name) ? large : other) + k; });
  return points.found;
}

std::vector<Point> smallSizesIn(const Scop &scop, const isl::set &known) {
  constexpr int kTries = 400;
  constexpr size_t kEnough = 40;
  PointsOf points(scop, known);
  std::minstd_rand random;
  for (int k = 0; k < kTries && points.found.size() < kEnough; ++k)
    points.add([&](int64_t) { return int64_t(random() / 7 % 6) + 1; });
  return points.found;
}

} // namespace acc
