#include "rewriter/judge/Measurement.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace acc {

namespace {

bool loses(const MeasuredSize &size) { return size.ratio() < kMostLoss; }
bool losesBehind(const MeasuredSize &size) { return size.ratio() < kMostLossBehind; }
bool gains(const MeasuredSize &size) { return size.ratio() >= kLeastGain; }

/// Sizes without a loss between two that lose, or that are the first or the last: those that gain
/// most together. One size alone below a loss is no reason to write anything: programs hardly have
/// just that. `end` is 0 where there are none.
Decision bestInterval(const std::vector<MeasuredSize> &sizes) {
  Decision best;
  double most = 0;
  for (size_t from = 0; from < sizes.size();) {
    size_t end = from;
    double gain = 0;
    bool anyGain = false;
    for (; end < sizes.size() && !loses(sizes[end]); ++end) {
      gain += std::log(sizes[end].ratio());
      anyGain |= gains(sizes[end]);
    }
    const bool isWide = end == sizes.size() || end > from + 1;
    if (anyGain && isWide && (best.end == 0 || gain > most)) {
      best.from = from;
      best.end = end;
      most = gain;
    }
    from = end + 1;
  }
  return best;
}

} // namespace

Decision decide(const Measurement &measured) {
  const std::vector<MeasuredSize> &sizes = measured.sizes;
  if (sizes.empty() && measured.thin.empty())
    return {};
  Decision decision = bestInterval(sizes);
  if ((!sizes.empty() && decision.end == 0) ||
      std::any_of(measured.missed.begin(), measured.missed.end(), losesBehind))
    return {Decision::Kind::Drop};
  for (size_t k = 0; k < measured.thin.size(); ++k) {
    const bool isLast =
        k + 1 == measured.thin.size() || measured.thin[k + 1].name != measured.thin[k].name;
    if (isLast && loses(measured.thin[k]))
      return {Decision::Kind::Drop};
    if (k > 0 && isLast && measured.thin[k - 1].name == measured.thin[k].name)
      decision.thin.push_back(k);
  }
  if (decision.from > 0 || decision.end < sizes.size() || !decision.thin.empty())
    decision.kind = Decision::Kind::KeepWithin;
  return decision;
}

bool isDoubtful(const Measurement &measured) {
  if (decide(measured).kind != Decision::Kind::Drop)
    return false;
  auto lift = [](auto &sizes) {
    for (MeasuredSize &size : sizes)
      if (loses(size) && size.ratio() >= kMostNoise)
        size.rewritten = size.original;
  };
  Measurement lifted = measured;
  lift(lifted.sizes);
  lift(lifted.thin);
  lift(lifted.missed);
  return decide(lifted).kind != Decision::Kind::Drop;
}

Measurement agreed(Measurement one, const Measurement &other) {
  one.milliseconds += other.milliseconds;
  if (!other.difference.empty())
    one.difference = other.difference;
  auto take = [](auto &sizes, const auto &others) {
    for (MeasuredSize &size : sizes)
      for (const MeasuredSize &same : others)
        if (same.values == size.values && same.ratio() > size.ratio()) {
          size.original = same.original;
          size.rewritten = same.rewritten;
        }
  };
  take(one.sizes, other.sizes);
  take(one.thin, other.thin);
  take(one.missed, other.missed);
  return one;
}

std::string describe(const MeasuredSize &size) {
  std::string words;
  for (const auto &[name, value] : size.values)
    words += (words.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  char ratio[32];
  std::snprintf(ratio, sizeof ratio, "%.2f", size.ratio());
  return (words.empty() ? "fixed sizes" : words) + ": " + ratio;
}

} // namespace acc
