#include "scheduling/ParameterGrid.h"

#include <random>
#include <set>

namespace acc {
namespace {

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

} // namespace

std::optional<int64_t> ParameterGrid::size() const {
  int64_t count = 1;
  for (const auto &[name, values] : parameters)
    if (__builtin_mul_overflow(count, static_cast<int64_t>(values.size()), &count))
      return std::nullopt;
  return count;
}

std::map<std::string, ParameterValue> ParameterGrid::at(int64_t point) const {
  std::map<std::string, ParameterValue> chosen;
  for (size_t k = parameters.size(); k-- > 0;) {
    const auto &[name, values] = parameters[k];
    const auto count = static_cast<int64_t>(values.size());
    chosen[name] = values[point % count];
    point /= count;
  }
  return chosen;
}

std::vector<int64_t> ParameterGrid::wanted() const {
  const int64_t all = size().value_or(INT64_MAX);
  std::vector<int64_t> points;
  if (!sample || *sample >= all) {
    for (int64_t k = 0; k < all; ++k)
      points.push_back(k);
    return points;
  }
  // Floyd's algorithm; the standard fixes what this generator gives, but not its distributions.
  std::mt19937_64 random;
  std::set<int64_t> chosen;
  for (int64_t last = all - *sample; last < all; ++last) {
    const auto one = static_cast<int64_t>(random() % (static_cast<uint64_t>(last) + 1));
    chosen.insert(chosen.count(one) ? last : one);
  }
  return {chosen.begin(), chosen.end()};
}

std::string ParameterGrid::text(int64_t point) const {
  std::vector<std::string> all;
  std::map<std::string, ParameterValue> chosen = at(point);
  for (const auto &[name, values] : parameters) {
    const ParameterValue &value = chosen.at(name);
    const std::string words = joined(value.words);
    all.push_back(name + " = " + (value.isList ? "[" + words + "]" : words));
  }
  return joined(all);
}

} // namespace acc
