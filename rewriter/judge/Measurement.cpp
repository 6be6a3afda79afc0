#include "rewriter/judge/Measurement.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace acc {

namespace {

bool loses(const MeasuredSize &size) { return size.ratio() < kMostLoss; }
bool losesBehind(const MeasuredSize &size) { return size.ratio() < kMostLossBehind; }
bool gains(const MeasuredSize &size) { return size.ratio() >= kLeastGain; }

/// The logarithm of what sizes gain together; none where no reason to write anything is among them.
/// One size alone beside a loss is none: programs hardly have just that.
std::optional<double> gainOf(const std::vector<MeasuredSize> &some, bool isBesideLoss) {
  double gain = 0;
  for (const MeasuredSize &size : some)
    gain += std::log(size.ratio());
  const bool isWide = !isBesideLoss || some.size() > 1;
  return isWide && std::any_of(some.begin(), some.end(), gains) ? std::optional(gain)
                                                                : std::nullopt;
}

/// What the sizes that a decision keeps gain.
struct Kept {
  Decision decision;
  double gain = 0;
};

/// Sizes without a loss between two that lose, or that are the first or the last: those that gain
/// most together.
std::optional<Kept> bestInterval(const std::vector<MeasuredSize> &sizes) {
  std::optional<Kept> best;
  for (auto from = sizes.begin(); from < sizes.end();) {
    const auto end = std::find_if(from, sizes.end(), loses);
    auto gain = gainOf({from, end}, end < sizes.end());
    if (gain && (!best || *gain > best->gain))
      best = {{Decision::Kind::Keep, size_t(from - sizes.begin()), size_t(end - sizes.begin())},
              *gain};
    from = end < sizes.end() ? end + 1 : end;
  }
  return best;
}

std::optional<int64_t> valueOf(const MeasuredSize &size, const std::string &name) {
  for (const auto &[own, value] : size.values)
    if (own == name)
      return value;
  return std::nullopt;
}

/// Where an integer is at least what it is at one of the sizes, no size and no thin one loses: the
/// least such that gains most.
///   w = 16, h = 32: 0.9; w = 32, h = 16: 3.5; w = 64, h = 64: 6.5   ->   w >= 32
std::optional<Kept> bestLeast(const Measurement &measured) {
  std::optional<Kept> best;
  for (size_t k = 0; k < measured.sizes.size(); ++k)
    for (const auto &[name, least] : measured.sizes[k].values) {
      auto isSmaller = [&, name = &name, least = least](const MeasuredSize &size) {
        return valueOf(size, *name).value_or(least - 1) < least;
      };
      auto losesHere = [&](const MeasuredSize &size) { return !isSmaller(size) && loses(size); };
      if (std::any_of(measured.sizes.begin(), measured.sizes.end(), losesHere) ||
          std::any_of(measured.thin.begin(), measured.thin.end(), losesHere))
        continue;
      std::vector<MeasuredSize> kept = measured.sizes;
      std::erase_if(kept, isSmaller);
      auto gain = gainOf(kept, /*isBesideLoss=*/false);
      if (gain && (!best || *gain > best->gain)) {
        best = {{Decision::Kind::KeepWithin, 0, measured.sizes.size()}, *gain};
        best->decision.least = {k, name};
      }
    }
  return best;
}

/// By the order of the sizes, and by each integer that is thin.
std::optional<Kept> withinOrder(const Measurement &measured) {
  std::optional<Kept> kept = bestInterval(measured.sizes);
  if (measured.sizes.empty())
    kept.emplace();
  if (!kept)
    return std::nullopt;
  Decision &decision = kept->decision;
  // Behind all values of an integer that lose, the least that was measured.
  std::map<std::string, std::multimap<int64_t, size_t>> byValue;
  for (size_t k = 0; k < measured.thin.size(); ++k) {
    const ThinSize &one = measured.thin[k];
    byValue[one.name].emplace(valueOf(one, one.name).value_or(0), k);
  }
  for (const auto &[name, sizes] : byValue) {
    const auto lost = std::find_if(sizes.rbegin(), sizes.rend(), [&](const auto &size) {
      return loses(measured.thin[size.second]);
    });
    if (lost == sizes.rend())
      continue;
    const auto next = sizes.upper_bound(lost->first);
    if (next == sizes.end())
      return std::nullopt;
    decision.thin.push_back(next->second);
  }
  if (decision.from > 0 || decision.end < measured.sizes.size() || !decision.thin.empty())
    decision.kind = Decision::Kind::KeepWithin;
  return kept;
}

} // namespace

Decision decide(const Measurement &measured) {
  if (measured.sizes.empty() && measured.thin.empty())
    return {};
  if (std::any_of(measured.missed.begin(), measured.missed.end(), losesBehind))
    return {Decision::Kind::Drop};
  const std::optional<Kept> ordered = withinOrder(measured);
  if (ordered && ordered->decision.kind == Decision::Kind::Keep)
    return ordered->decision;
  const std::optional<Kept> least = bestLeast(measured);
  if (least && (!ordered || least->gain > ordered->gain))
    return least->decision;
  return ordered ? ordered->decision : Decision{Decision::Kind::Drop};
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
