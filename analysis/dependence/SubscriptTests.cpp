#include "analysis/dependence/SubscriptTests.h"

#include <algorithm>
#include <numeric>

namespace acc {
namespace {

std::map<std::string, int64_t> nonZero(const LinearForm &form) {
  std::map<std::string, int64_t> result = form.coefficients;
  std::erase_if(result, [](const auto &entry) { return entry.second == 0; });
  return result;
}

/// Takes the coefficients of these names out of the form and puts them behind `factors`.
void takeOut(std::map<std::string, int64_t> &form, const std::vector<std::string> &names,
             std::vector<int64_t> &factors) {
  for (const std::string &name : names)
    if (auto factor = form.find(name); factor != form.end()) {
      factors.push_back(factor->second);
      form.erase(factor);
    }
}

} // namespace

bool hasCoefficient(const LinearForm &form, const std::string &name) {
  auto found = form.coefficients.find(name);
  return found != form.coefficients.end() && found->second != 0;
}

bool gcdTestRefutes(const SubscriptPair &pair) {
  std::vector<int64_t> factors;
  std::map<std::string, int64_t> parameters = pair.source.coefficients,
                                 further = pair.sink.coefficients;
  takeOut(parameters, pair.sourceIterators, factors);
  takeOut(further, pair.sinkIterators, factors);
  for (const auto &[name, factor] : further)
    if (__builtin_sub_overflow(parameters[name], factor, &parameters[name]))
      return false;
  for (const auto &[name, factor] : parameters)
    factors.push_back(factor);
  int64_t difference = 0;
  if (std::count(factors.begin(), factors.end(), INT64_MIN) > 0 ||
      __builtin_sub_overflow(pair.source.constant, pair.sink.constant, &difference))
    return false;
  int64_t divisor = 0;
  for (int64_t factor : factors)
    divisor = std::gcd(divisor, factor);
  return divisor == 0 ? difference != 0 : difference % divisor != 0;
}

StrongSiv strongSivTest(const SubscriptPair &pair, size_t loop) {
  const std::map<std::string, int64_t> source = nonZero(pair.source);
  auto factor = source.find(pair.sourceIterators[loop]);
  if (factor == source.end() || factor->second == INT64_MIN || source != nonZero(pair.sink))
    return {};
  for (const std::vector<std::string> *names : {&pair.sourceIterators, &pair.sinkIterators})
    for (size_t k = 0; k < names->size(); ++k)
      if (k != loop && hasCoefficient(pair.source, (*names)[k]))
        return {};
  int64_t difference = 0;
  if (__builtin_sub_overflow(pair.source.constant, pair.sink.constant, &difference) ||
      difference == INT64_MIN)
    return {};
  if (difference % factor->second != 0)
    return {true, std::nullopt};
  return {false, difference / factor->second};
}

} // namespace acc
