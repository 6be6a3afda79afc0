#include "analysis/model/KnownSizes.h"

#include "analysis/model/ObjectBounds.h"
#include "analysis/tree/Conversions.h"

#include <algorithm>

namespace acc {
namespace {

/// By the intervals of its names alone.
bool mayHold(const Condition &condition, const IntervalOfName &ofName) {
  auto one = [&](const Condition &part) { return mayHold(part, ofName); };
  switch (condition.kind()) {
  case Condition::Kind::True:
    return true;
  case Condition::Kind::False:
    return false;
  case Condition::Kind::NonNegative:
    return intervalOf(condition.value(), ofName).high >= 0;
  case Condition::Kind::Zero: {
    const Interval value = intervalOf(condition.value(), ofName);
    return value.low <= 0 && value.high >= 0;
  }
  case Condition::Kind::And:
    return std::all_of(condition.operands().begin(), condition.operands().end(), one);
  case Condition::Kind::Or:
    return std::any_of(condition.operands().begin(), condition.operands().end(), one);
  }
  return true;
}

/// The least power of two minus one that the parameter does not exceed in the set, if it is small.
std::optional<int64_t> roundedMost(const IslContext &context, const isl::set &set,
                                   const std::string &parameter) {
  for (int64_t most = 1; most < 1024; most = 2 * most + 1) {
    auto beyond =
        conditionSet(context, "", {},
                     Condition::nonNegative(Polynomial::symbol(parameter) - Polynomial(most + 1)));
    if (beyond && set.intersect(parameterSetOf(*beyond)).is_empty())
      return most;
  }
  return std::nullopt;
}

/// The parameter for the variable at the nest's entry.
const Parameter *parameterOf(const Scop &scop, const std::string &variable) {
  for (const Parameter &one : scop.parameters)
    if (one.symbol >= 0 && !one.definition && !one.value &&
        scop.nest.symbol(one.symbol).name == variable)
      return &one;
  return nullptr;
}

/// Those of the loop at which the nest begins.
std::vector<KnownGap> gapsAtEntry(const Scop &scop, const KnownSizes &sizes) {
  std::vector<KnownGap> gaps;
  for (const KnownGap &gap : sizes.gaps)
    if (gap.loop.begin == scop.nest.root->range.begin)
      gaps.push_back(gap);
  return gaps;
}

/// The condition with one of the gap's parameters as the other and `distance`, which is at most
/// gap.most. None where it does not name what the gap limits.
std::optional<Condition> withDistance(const Scop &scop, const Condition &condition,
                                      const KnownGap &gap, const std::string &distance) {
  const Parameter *larger = parameterOf(scop, gap.larger),
                  *smaller = parameterOf(scop, gap.smaller);
  if ((!larger && !gap.larger.empty()) || (!smaller && !gap.smaller.empty()))
    return std::nullopt;
  const Polynomial by = Polynomial::symbol(distance);
  const Parameter *replaced = larger ? larger : smaller;
  if (!condition.symbols().count(replaced->name))
    return std::nullopt;
  if (!larger)
    return condition.substitute({{smaller->name, Polynomial(0) - by}});
  return condition.substitute(
      {{larger->name, smaller ? Polynomial::symbol(smaller->name) + by : by}});
}

} // namespace

std::map<std::string, int64_t> equatedNumbers(const Condition &condition) {
  std::map<std::string, int64_t> numbers;
  for (const Condition &one : condition.conjuncts())
    if (one.kind() == Condition::Kind::Zero && one.symbols().size() == 1) {
      const std::string name = *one.symbols().begin();
      for (const Polynomial &other :
           {Polynomial::symbol(name) - one.value(), Polynomial::symbol(name) + one.value()})
        if (auto number = other.constant())
          numbers[name] = *number;
    }
  return numbers;
}

Interval knownInterval(const Scop &scop, const std::map<std::string, KnownSize> &sizes,
                       const std::string &name) {
  const Parameter *parameter = scop.parameter(name);
  if (!parameter)
    return kAnyInteger;
  if (parameter->value)
    return intervalOf(*parameter->value,
                      [&](const std::string &other) { return knownInterval(scop, sizes, other); });
  if (parameter->symbol >= 0 && !parameter->definition)
    if (auto size = sizes.find(scop.nest.symbol(parameter->symbol).name); size != sizes.end())
      return {size->second.low, size->second.high};
  if (parameter->isTruth)
    return {0, 1};
  if (!parameter->type.isInteger())
    return kAnyInteger;
  const auto [low, high] = limitsOf(parameter->type);
  return {low, high};
}

bool mayHoldInUnit(const IslContext &context, const Scop &scop, const KnownSizes &sizes,
                   const Condition &condition) {
  std::map<std::string, Interval> declared;
  if (auto within = withinDeclared(context, scop, condition)) {
    if (within->is_empty())
      return false;
    for (const std::string &name : condition.symbols())
      if (auto most = roundedMost(context, *within, name))
        declared[name] = {-kBeyond, *most};
  }
  auto mayHoldBy = [&](const std::map<std::string, KnownSize> &entry) {
    return mayHold(condition, [&](const std::string &name) {
      Interval range = knownInterval(scop, entry, name);
      if (auto most = declared.find(name); most != declared.end())
        range.high = std::min(range.high, most->second.high);
      return range.low <= range.high ? range : kAnyInteger;
    });
  };
  const SizesOfCalls &calls = sizes.calls;
  if (calls.empty() ? !mayHoldBy({}) : std::none_of(calls.begin(), calls.end(), mayHoldBy))
    return false;
  const std::string distance = " distance"; // no parameter's name
  for (const KnownGap &gap : gapsAtEntry(scop, sizes))
    if (auto limited = withDistance(scop, condition, gap, distance);
        limited && !mayHold(*limited, [&](const std::string &name) {
          return name == distance ? Interval{-kBeyond, gap.most} : knownInterval(scop, {}, name);
        }))
      return false;
  return true;
}

bool leavesOutCalls(const IslContext &context, const Scop &scop, const KnownSizes &sizes,
                    const Condition &condition) {
  return sizes.calls.size() > 1 &&
         std::any_of(sizes.calls.begin(), sizes.calls.end(), [&](auto &call) {
           return !mayHoldInUnit(context, scop, {{call}, {}}, condition);
         });
}

std::map<std::string, KnownSize> sizesWithinDeclared(const IslContext &context, const Scop &scop,
                                                     const Condition &condition) {
  std::map<std::string, KnownSize> sizes;
  for (const auto &[name, value] : equatedNumbers(condition))
    sizes[name] = {value, value};
  const std::optional<isl::set> within = withinDeclared(context, scop, condition);
  if (!within || within->is_empty())
    return sizes;
  const std::vector<std::string> names = parametersOf(*within);
  isl::set values = isl::manage(isl_set_move_dims(isl_set_from_params(within->copy()), isl_dim_set,
                                                  0, isl_dim_param, 0, names.size()));
  auto bound = [](const isl::val &value, int64_t none) {
    const bool isThere = value.is_int() && value.abs().lt(isl::val(value.ctx(), INT64_MAX));
    return isThere ? value.num_si() : none;
  };
  for (size_t k = 0; k < names.size(); ++k)
    sizes[names[k]] = {bound(values.dim_min_val(static_cast<int>(k)), INT64_MIN),
                       bound(values.dim_max_val(static_cast<int>(k)), INT64_MAX)};
  return sizes;
}

std::string knownSizesText(const Scop &scop, const KnownSizes &sizes, const Condition &condition) {
  std::string text;
  for (const KnownGap &gap : gapsAtEntry(scop, sizes))
    if (withDistance(scop, condition, gap, "d") && !gap.larger.empty())
      text += (text.empty() ? "" : ", ") + gap.larger +
              (gap.smaller.empty() ? "" : " - " + gap.smaller) + " <= " + std::to_string(gap.most);
  for (const std::string &name : condition.symbols()) {
    const Parameter *parameter = scop.parameter(name);
    std::vector<std::string> values;
    for (const std::map<std::string, KnownSize> &entry : sizes.calls) {
      auto size = parameter && parameter->symbol >= 0
                      ? entry.find(scop.nest.symbol(parameter->symbol).name)
                      : entry.end();
      if (size == entry.end())
        continue;
      const bool isLow = size->second.low > -INT32_MAX, isHigh = size->second.high < INT32_MAX;
      const std::string low = std::to_string(size->second.low),
                        high = std::to_string(size->second.high);
      const std::string one = low == high       ? "= " + low
                              : isLow && isHigh ? "= " + low + " to " + high
                              : isHigh          ? "<= " + high
                                                : ">= " + low;
      if (std::find(values.begin(), values.end(), one) == values.end())
        values.push_back(one);
    }
    std::string words;
    for (const std::string &value : values)
      words += (words.empty() ? name + " " : " or ") + value;
    if (!words.empty())
      text += (text.empty() ? "" : ", ") + words;
  }
  return text;
}

} // namespace acc
