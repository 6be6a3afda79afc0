#include "analysis/model/Examples.h"

#include "analysis/model/ScopIsl.h"

#include <algorithm>
#include <functional>
#include <random>

namespace acc {
namespace {

/// Every parameter, and the products that are parameters of the set, at a point.
Point withProducts(Point point, const isl::set &set) {
  for (const std::string &name : parametersOf(set)) {
    int64_t product = 1;
    for (const std::string &factor : factorsOfName(name))
      product *= point.count(factor) ? point[factor] : 0;
    point[name] = product;
  }
  return point;
}

/// The points that `valueOf` gives, as far as they lie in a set of parameters.
class PointsOf {
public:
  PointsOf(const Scop &scop, const isl::set &known)
      : scop(scop), known(known), disjuncts(disjunctsOf(known, {})) {}

  void add(const std::function<int64_t(int64_t)> &valueOf) {
    Point point;
    for (size_t k = 0; k < scop.parameters.size(); ++k) {
      const Parameter &parameter = scop.parameters[k];
      auto derived = parameter.value ? parameter.value->evaluate(point) : std::nullopt;
      point[parameter.name] = derived ? *derived : valueOf(int64_t(k));
    }
    Point whole = withProducts(point, known);
    if (disjuncts && std::any_of(disjuncts->begin(), disjuncts->end(), [&](const Disjunct &part) {
          return contains(part, whole);
        }))
      found.push_back(std::move(point));
  }

  std::vector<Point> found;

private:
  const Scop &scop;
  const isl::set &known;
  std::optional<std::vector<Disjunct>> disjuncts;
};

} // namespace

std::vector<int64_t> valuesAt(const Point &point, const isl::set &set) {
  Point whole = withProducts(point, set);
  std::vector<int64_t> values;
  for (const std::string &name : parametersOf(set))
    values.push_back(whole.at(name));
  return values;
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
