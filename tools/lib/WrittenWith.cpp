#include "tools/lib/WrittenWith.h"

#include "scheduling/MachineNumbers.h"
#include "tools/lib/CompilerOfUnit.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace acc {
namespace {

const std::string kTarget = "--target=", kMachine = "--machine=", kLeastWork = "--least-work=",
                  kMostWork = "--most-work=", kLeastTrips = "--least-trips=", kLevels = "--levels=";

const std::pair<std::string, int64_t PayingSizes::*> kWorkLimits[] = {
    {kLeastWork, &PayingSizes::leastWork}, {kMostWork, &PayingSizes::mostWork}};

/// An option that stands alone, and what it sets.
struct Word {
  const char *text;
  bool (*isSet)(const UnitOptions &);
  void (*set)(UnitOptions &, bool);
};

const Word kWords[] = {
    {"--style=arrays",
     [](const UnitOptions &options) { return options.style == UnitOptions::Style::Arrays; },
     [](UnitOptions &options, bool on) {
       options.style = on ? UnitOptions::Style::Arrays : UnitOptions::Style::Fast;
     }},
    {"--no-work-threshold", [](const UnitOptions &options) { return options.noWorkThreshold; },
     [](UnitOptions &options, bool on) { options.noWorkThreshold = on; }},
    {"--openmp", [](const UnitOptions &options) { return options.openmp; },
     [](UnitOptions &options, bool on) { options.openmp = on; }},
    {"--no-heap", [](const UnitOptions &options) { return options.noHeap; },
     [](UnitOptions &options, bool on) { options.noHeap = on; }}};

/// "thread-start:2000,vector-bytes:32", or "".
std::string numbersOfText(const Target &target) {
  Outcome<Target> known = namedTarget(target.name);
  std::string words;
  for (const MachineNumber &number : machineNumbers())
    if (known && number.use == MachineNumber::Use::Text && number.get(target) != number.get(*known))
      words += (words.empty() ? "" : ",") + std::string(number.key) + ":" +
               shortestText(number.get(target));
  return words;
}

/// None when a number is unknown, or none that it may be.
std::optional<MachineValues> readNumbers(const std::string &words) {
  MachineValues values;
  std::istringstream stream(words);
  for (std::string one; std::getline(stream, one, ',');) {
    const size_t colon = std::min(one.find(':'), one.size());
    const MachineNumber *number = machineNumber(one.substr(0, colon));
    double value = 0;
    const char *begin = one.data() + std::min(colon + 1, one.size()),
               *end = one.data() + one.size();
    if (!number || std::from_chars(begin, end, value).ptr != end || begin == end ||
        !number->fault(value).empty())
      return std::nullopt;
    values[number->key] = value;
  }
  return values;
}

/// The numbers of "16,1"; empty when there is one that is none, or below 1.
std::vector<int64_t> readNumbersFromOne(const std::string &words) {
  std::vector<int64_t> numbers;
  std::istringstream stream(words);
  for (std::string one; std::getline(stream, one, ',');) {
    int64_t &number = numbers.emplace_back(0);
    const char *end = one.data() + one.size();
    if (std::from_chars(one.data(), end, number).ptr != end || number < 1)
      return {};
  }
  return numbers;
}

} // namespace

std::string writtenWith(const UnitOptions &options, const Target &target) {
  std::string words = kTarget + target.name;
  if (std::string numbers = numbersOfText(target); !numbers.empty())
    words += " " + kMachine + numbers;
  for (const Word &word : kWords)
    if (word.isSet(options))
      words += std::string(" ") + word.text;
  for (const auto &[option, limit] : kWorkLimits)
    if (options.pays.*limit > 0)
      words += " " + option + std::to_string(options.pays.*limit);
  for (const int64_t &trips : options.pays.leastTrips)
    words += (&trips == options.pays.leastTrips.data() ? " " + kLeastTrips : ",") +
             std::to_string(trips);
  for (const std::string &level : options.runsAt)
    words += (&level == options.runsAt.data() ? " " + kLevels : ",") + level;
  return words;
}

std::optional<UnitOptions> optionsWith(UnitOptions options, const std::string &words) {
  for (const Word &word : kWords)
    word.set(options, false);
  options.machine.clear();
  options.pays = {};
  options.runsAt.clear();
  std::istringstream stream(words);
  for (std::string one; stream >> one;) {
    bool isKnown = one.starts_with(kTarget);
    if (isKnown) {
      options.target = one.substr(kTarget.size());
      if (!namedTarget(options.target))
        return std::nullopt;
    }
    if (one.starts_with(kMachine)) {
      auto values = readNumbers(one.substr(kMachine.size()));
      if (!values)
        return std::nullopt;
      options.machine = std::move(*values);
      isKnown = true;
    }
    for (const auto &[option, limit] : kWorkLimits)
      if (one.starts_with(option)) {
        const auto work = readNumbersFromOne(one.substr(option.size()));
        isKnown = work.size() == 1;
        options.pays.*limit = isKnown ? work.front() : 0;
      }
    if (one.starts_with(kLeastTrips)) {
      options.pays.leastTrips = readNumbersFromOne(one.substr(kLeastTrips.size()));
      isKnown = !options.pays.leastTrips.empty();
    }
    if (one.starts_with(kLevels)) {
      options.runsAt = namedLevels(one.substr(kLevels.size()));
      isKnown = !options.runsAt.empty();
    }
    for (const Word &word : kWords)
      if (one == word.text) {
        word.set(options, true);
        isKnown = true;
      }
    if (!isKnown)
      return std::nullopt;
  }
  return options;
}

} // namespace acc
