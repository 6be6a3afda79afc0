#include "tools/tune/ScriptLines.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace acc {

std::string scriptLines(const std::string &nest, const TunedNest &measured,
                        const std::vector<std::string> &scripts) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "# " << nest << ": ";
  if (measured.times.empty()) {
    out << "not measured: " << measured.notMeasured << '\n';
    return text;
  }
  auto ratio = [](const TuneTime &time) { return time.original / time.fast; };
  const TuneTime &best = *std::max_element(
      measured.times.begin(), measured.times.end(),
      [&](const TuneTime &a, const TuneTime &b) { return ratio(a) < ratio(b); });
  bool isTaken = ratio(best) >= kWorthTaking;
  out << (isTaken ? "" : "the original is left, the best schedule is ")
      << llvm::format("%.2f", ratio(best)) << " times as fast"
      << (isTaken ? " as the original (" : " (") << measured.times.size()
      << (measured.times.size() == 1 ? " schedule" : " schedules") << " tried"
      << (measured.input.empty() ? "" : ", ") << measured.input << ")\n"
      << (isTaken ? scripts[best.round] : "");
  return text;
}

} // namespace acc
