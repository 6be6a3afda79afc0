#include "tests/unit/delinearize/ViewJudge.h"

#include <algorithm>
#include <cstdlib>
#include <random>

namespace acc::test {
namespace {

constexpr size_t kMaxPoints = 500;
constexpr size_t kMaxInstances = 3000;

int64_t at(const Polynomial &value, const Point &point) {
  auto result = value.evaluate(point);
  if (!result)
    abort();
  return *result;
}

void enumerate(const Scop &scop, const ScopStatement &statement, size_t depth, Point &point,
               std::vector<Point> &instances) {
  if (instances.size() > kMaxInstances)
    return;
  if (depth == statement.loops.size()) {
    if (*statement.condition.evaluate(point))
      instances.push_back(point);
    return;
  }
  const ScopLoop &loop = scop.loops[statement.loops[depth]];
  int64_t first = at(loop.first.front(), point), end = at(loop.end.front(), point);
  for (int64_t value = first; loop.step > 0 ? value < end : value > end; value += loop.step) {
    point[loop.name] = value;
    enumerate(scop, statement, depth + 1, point, instances);
  }
  point.erase(loop.name);
}

std::string text(const Point &point) {
  std::string all;
  for (const auto &[name, value] : point)
    all += name + "=" + std::to_string(value) + " ";
  return all;
}

class PointJudge {
public:
  PointJudge(const Scop &scop, const Delinearization &views, const Point &point)
      : scop(scop), views(views), point(point) {
    for (const ScopStatement &statement : scop.statements) {
      Point start = point;
      std::vector<Point> all;
      enumerate(scop, statement, 0, start, all);
      total += all.size();
      instances.push_back(std::move(all));
    }
  }

  size_t total = 0;

  /// What is wrong with the views here, "" when nothing.
  std::string violation() const {
    for (const RecoveredArray &array : views.arrays)
      if (std::string found = violation(array); !found.empty())
        return found;
    return "";
  }

private:
  std::string violation(const RecoveredArray &array) const {
    const ArrayView &view = array.view;
    std::vector<int64_t> strides(view.rank(), 1);
    for (size_t k = view.sizes.size(); k-- > 0;)
      strides[k] = strides[k + 1] * at(view.sizes[k], point);
    int64_t offset = 0, low = INT64_MAX, high = INT64_MIN;
    if (view.kind == ViewKind::Strided) {
      for (size_t k = 0; k < strides.size(); ++k)
        strides[k] = at(view.strides[k], point);
      offset = at(view.offset, point);
    }
    for (const Polynomial &bound : array.range.low)
      low = std::min(low, at(bound, point));
    for (const Polynomial &bound : array.range.high)
      high = std::max(high, at(bound, point));
    std::map<int64_t, std::vector<int64_t>> seen;
    for (const ViewAccess &use : array.accesses) {
      const ScopAccess &access = scop.statements[use.statement].accesses[use.access];
      for (const Point &instance : instances[use.statement]) {
        int64_t index = at(access.subscripts.front(), instance), sum = offset;
        std::vector<int64_t> subscripts;
        for (size_t k = 0; k < use.subscripts.size(); ++k) {
          subscripts.push_back(at(use.subscripts[k], instance));
          sum += subscripts[k] * strides[k];
          if (k == 0)
            continue;
          int64_t corner = at(view.origin[k - 1], point);
          if (subscripts[k] < corner || subscripts[k] >= corner + at(view.sizes[k - 1], point))
            return "subscript " + std::to_string(k) + " leaves its window at " + text(instance);
        }
        if (sum != index)
          return "the view gives another address at " + text(instance);
        if (index < low || index > high)
          return "element outside the range at " + text(instance);
        if (!seen.emplace(index, subscripts).second && seen[index] != subscripts)
          return "two places for one element at " + text(instance);
      }
    }
    return "";
  }

  const Scop &scop;
  const Delinearization &views;
  const Point &point;
  std::vector<std::vector<Point>> instances;
};

std::vector<Point> grid(const Scop &scop, int64_t low, int64_t high) {
  size_t width = high - low + 1, count = 1;
  for (size_t k = 0; k < scop.parameters.size() && count < (size_t(1) << 40); ++k)
    count *= width;
  std::mt19937_64 random(7);
  std::vector<Point> points;
  bool all = count <= kMaxPoints;
  for (size_t n = 0; n < std::min(count, kMaxPoints); ++n) {
    size_t code = all ? n : random() % count;
    Point point;
    for (const Parameter &parameter : scop.parameters) {
      point[parameter.name] = low + static_cast<int64_t>(code % width);
      code /= width;
    }
    points.push_back(point);
  }
  return points;
}

Condition comparison(const std::string &text) {
  for (const char *op : {"<=", ">=", "==", "<", ">"}) {
    size_t found = text.find(op);
    if (found == std::string::npos)
      continue;
    std::string name = op;
    Polynomial left = poly(text.substr(0, found)), right = poly(text.substr(found + name.size()));
    if (name == "==")
      return Condition::zero(left - right);
    if (name == "<=")
      return Condition::lessEqual(left, right);
    if (name == ">=")
      return Condition::lessEqual(right, left);
    return name == "<" ? Condition::less(left, right) : Condition::less(right, left);
  }
  abort();
}

} // namespace

Condition condition(const std::string &text) {
  std::vector<Condition> all;
  for (size_t start = 0; start < text.size();) {
    size_t end = std::min(text.find("&&", start), text.size());
    all.push_back(comparison(text.substr(start, end - start)));
    start = end + 2;
  }
  return Condition::conjunction(all);
}

Findings judge(const Scop &scop, const Delinearization &views, const Condition &expected,
               int64_t low, int64_t high, const std::function<bool(const Point &)> &admit) {
  Findings findings;
  for (const Point &point : grid(scop, low, high)) {
    if (!admit(point))
      continue;
    PointJudge here(scop, views, point);
    if (here.total == 0 || here.total > kMaxInstances)
      continue;
    ++findings.points;
    bool valid = *views.validity.evaluate(point);
    findings.valid += valid;
    if (!valid && *expected.evaluate(point)) {
      ++findings.missed;
      if (findings.first.empty())
        findings.first = "refused at " + text(point);
    }
    if (!valid)
      continue;
    if (std::string wrong = here.violation(); !wrong.empty()) {
      ++findings.unsound;
      findings.first = wrong;
    }
  }
  return findings;
}

} // namespace acc::test
