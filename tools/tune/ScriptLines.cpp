#include "tools/tune/ScriptLines.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace acc {
namespace {

/// One schedule on all inputs.
struct Round {
  double mean = 1;    // geometric, of the ratios
  bool loses = false; // on some input it is slower than the original, or not taken
};

std::map<unsigned, Round> roundsOf(const TunedNest &measured) {
  std::map<unsigned, Round> rounds;
  std::map<unsigned, size_t> inputs;
  size_t all = std::max<size_t>(1, measured.inputs.size());
  for (const TuneTime &time : measured.times) {
    double ratio = time.original / time.fast;
    Round &round = rounds[time.round];
    round.mean *= std::pow(ratio, 1. / static_cast<double>(all));
    round.loses |= all > 1 && ratio < kNoLoss;
    ++inputs[time.round];
  }
  for (auto &[number, round] : rounds)
    round.loses |= inputs[number] < all;
  return rounds;
}

} // namespace

std::string scriptLines(const std::string &nest, const TunedNest &measured,
                        const std::vector<TunedSchedule> &schedules) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "# " << nest << ": ";
  if (measured.times.empty()) {
    out << "not measured: " << measured.notMeasured << '\n';
    return text;
  }
  std::map<unsigned, Round> rounds = roundsOf(measured);
  auto best = std::max_element(rounds.begin(), rounds.end(), [](const auto &a, const auto &b) {
    return std::pair(!a.second.loses, a.second.mean) < std::pair(!b.second.loses, b.second.mean);
  });
  bool isTaken = !best->second.loses && best->second.mean >= kWorthTaking;
  out << (isTaken ? "" : "the original is left, the best schedule is ")
      << llvm::format("%.2f", best->second.mean) << " times as fast"
      << (isTaken ? " as the original (" : " (") << rounds.size()
      << (rounds.size() == 1 ? " schedule" : " schedules") << " tried";
  for (size_t k = 0; k < measured.inputs.size(); ++k)
    out << (k == 0 ? ", " : "; ") << measured.inputs[k];
  out << ")\n";
  for (const auto &[number, round] : rounds) {
    out << "#   " << number + 1 << ": took " << std::lround(100 / round.mean) << "% of the original's time";
    if (schedules[number].expected)
      out << ", " << std::lround(100 * *schedules[number].expected) << "% were expected";
    out << '\n';
  }
  out << (isTaken ? schedules[best->first].script : "");
  return text;
}

} // namespace acc
