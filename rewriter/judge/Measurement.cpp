#include "rewriter/judge/Measurement.h"

#include <algorithm>
#include <cstdio>

namespace acc {

Decision decide(const std::vector<MeasuredSize> &sizes) {
  if (sizes.empty())
    return {};
  auto loses = [](const MeasuredSize &size) { return size.ratio() < kMostLoss; };
  auto gains = [](const MeasuredSize &size) { return size.ratio() >= kLeastGain; };
  auto first = std::find_if(sizes.rbegin(), sizes.rend(), loses).base();
  if (std::none_of(first, sizes.end(), gains))
    return {Decision::Kind::Drop, 0};
  const auto from = static_cast<size_t>(first - sizes.begin());
  return {from == 0 ? Decision::Kind::Keep : Decision::Kind::KeepFrom, from};
}

std::string describe(const MeasuredSize &size) {
  std::string words;
  for (const auto &[name, value] : size.values)
    words += (words.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  char ratio[32];
  std::snprintf(ratio, sizeof ratio, "%.2f", size.ratio());
  return (words.empty() ? "as it is" : words) + ": " + ratio;
}

} // namespace acc
