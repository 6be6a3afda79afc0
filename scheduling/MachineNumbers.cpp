#include "scheduling/MachineNumbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace acc {
namespace {

using Use = MachineNumber::Use;

template <typename T> auto &memberOf(auto &target, T Target::*member) { return target.*member; }
template <typename T> auto &memberOf(auto &target, T MachineModel::*member) {
  return target.machine.*member;
}

template <auto Member> MachineNumber number(const char *key, Use use, double least, double most) {
  using Value = std::remove_reference_t<decltype(memberOf(std::declval<Target &>(), Member))>;
  return {
      key,
      use,
      least,
      most,
      std::is_integral_v<Value>,
      [](const Target &target) { return static_cast<double>(memberOf(target, Member)); },
      [](Target &target, double value) { memberOf(target, Member) = static_cast<Value>(value); }};
}

} // namespace

const std::vector<MachineNumber> &machineNumbers() {
  using M = MachineModel;
  constexpr double kMostBytes = double(uint64_t(1) << 40);
  static const std::vector<MachineNumber> all = [] {
    std::vector<MachineNumber> numbers{
        number<&Target::vectorBytes>("vector-bytes", Use::Text, 0, M::kWidestVector),
        number<&Target::vectorRegisters>("vector-registers", Use::Text, 0, 256),
        number<&Target::l1Bytes>("l1-bytes", Use::Choice, 1024, kMostBytes),
        number<&Target::l2Bytes>("l2-bytes", Use::Choice, 1024, kMostBytes),
        number<&M::issue>("issue", Use::Choice, 0.001, 1000),
        number<&M::latency>("latency", Use::Fitted, 0, 1000),
        number<&M::forward>("forward", Use::Fitted, 0, 1000),
        number<&M::divider>("divider", Use::Choice, 0, 1000),
        number<&M::loop>("loop", Use::Fitted, 0, 1000),
        number<&M::gather>("gather", Use::Fitted, 0, 1000),
        number<&M::hoisted>("hoisted", Use::Fitted, 0, 1),
        number<&M::miss>("miss", Use::Fitted, 0, 1000),
        number<&M::stream>("stream", Use::Fitted, 0, 1000),
        number<&M::copied>("copied", Use::Fitted, 0, 1000),
        number<&M::transposed>("transposed", Use::Fitted, 0, 1000),
        number<&M::turned>("turned", Use::Fitted, 0, 1000),
        number<&M::lineElements>("line-elements", Use::Choice, 1, 4096),
        number<&M::nearElements>("near-elements", Use::Choice, 1, 4096),
        number<&M::sharedTraffic>("shared-traffic", Use::Choice, 0.001, 1000),
        number<&M::blockedTraffic>("blocked-traffic", Use::Choice, 0.001, 1000),
        number<&M::keptTraffic>("kept-traffic", Use::Choice, 0.001, 1000),
        number<&M::repeatedTraffic>("repeated-traffic", Use::Choice, 0.001, 1000),
        number<&M::panelTraffic>("panel-traffic", Use::Choice, 0.001, 1000),
        number<&M::outgrownBytes>("outgrown-bytes", Use::Text, 1024, kMostBytes),
        number<&M::threadShare>("thread-share", Use::Choice, 0.001, 1),
        number<&M::threadStart>("thread-start", Use::Text, 0, 1e9),
        number<&M::leastNanoseconds>("least-nanoseconds", Use::Text, 0.001, 1000),
    };
    numbers.front().only = {0, 16, 32, 64};
    return numbers;
  }();
  return all;
}

std::string shortestText(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string MachineNumber::fault(double value) const {
  std::string words;
  for (size_t k = 0; k < only.size(); ++k)
    words += (k == 0 ? "" : k + 1 == only.size() ? " or " : ", ") + shortestText(only[k]);
  if (!only.empty())
    return std::count(only.begin(), only.end(), value) ? "" : "expected " + words;
  const bool isGood = value >= least && value <= most && (!isWhole || value == std::floor(value));
  const std::string kind = isWhole ? "whole number" : "number";
  return isGood
             ? ""
             : "expected a " + kind + " from " + shortestText(least) + " to " + shortestText(most);
}

const MachineNumber *machineNumber(const std::string &key) {
  const std::vector<MachineNumber> &all = machineNumbers();
  auto found = std::find_if(all.begin(), all.end(),
                            [&](const MachineNumber &number) { return number.key == key; });
  return found == all.end() ? nullptr : &*found;
}

Target withValues(Target target, const MachineValues &values) {
  for (const auto &[key, value] : values)
    if (const MachineNumber *number = machineNumber(key))
      number->set(target, value);
  return target;
}

} // namespace acc
