#include "tools/tune/ScriptLines.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

namespace acc {
std::map<unsigned, TuneMean> meansOf(const TunedNest &measured) {
  std::map<unsigned, TuneMean> rounds;
  std::map<unsigned, size_t> inputs;
  size_t all = std::max<size_t>(1, measured.inputs.size());
  for (const TuneTime &time : measured.times) {
    double ratio = time.original / time.fast;
    TuneMean &round = rounds[time.round];
    round.ratio *= std::pow(ratio, 1. / static_cast<double>(all));
    round.loses |= all > 1 && ratio < kNoLoss;
    ++inputs[time.round];
  }
  for (auto &[number, round] : rounds)
    round.loses |= measured.isAsked && inputs[number] < all;
  return rounds;
}

std::string scriptLines(const std::string &nest, const TunedNest &measured,
                        const std::vector<TunedSchedule> &schedules,
                        const std::vector<RefusedPoint> &refused) {
  std::string text;
  llvm::raw_string_ostream out(text);
  auto printRefused = [&] {
    for (const RefusedPoint &point : refused)
      out << "#   not measured with " << point.values << ": " << point.reason << '\n';
  };
  out << "# " << nest << ": ";
  if (measured.times.empty()) {
    out << "not measured: " << measured.notMeasured << '\n';
    printRefused();
    return text;
  }
  std::map<unsigned, TuneMean> rounds = meansOf(measured);
  auto best = std::max_element(rounds.begin(), rounds.end(), [](const auto &a, const auto &b) {
    return std::pair(!a.second.loses, a.second.ratio) < std::pair(!b.second.loses, b.second.ratio);
  });
  bool isTaken = !best->second.loses && best->second.ratio >= kWorthTaking;
  out << (isTaken ? "" : "the original is kept; the best schedule is ")
      << llvm::format("%.2f", best->second.ratio) << " times as fast"
      << (isTaken ? " as the original (" : " (") << rounds.size()
      << (rounds.size() == 1 ? " schedule" : " schedules") << " tried";
  for (size_t k = 0; k < measured.inputs.size(); ++k)
    out << (k == 0 ? ", " : "; ") << measured.inputs[k];
  out << ")\n";
  for (const auto &[number, round] : rounds) {
    out << "#   " << number + 1
        << (schedules[number].values.empty() ? "" : ", " + schedules[number].values) << ": took "
        << std::lround(100 / round.ratio) << "% of the original's time";
    if (schedules[number].expected)
      out << ", " << std::lround(100 * *schedules[number].expected) << "% estimated";
    out << '\n';
  }
  printRefused();
  out << (isTaken ? schedules[best->first].script : "");
  return text;
}

} // namespace acc
