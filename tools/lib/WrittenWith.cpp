#include "tools/lib/WrittenWith.h"

#include <sstream>

namespace acc {
namespace {

const std::string kTarget = "--target=";

/// An option that stands alone, and what it sets.
struct Word {
  const char *text;
  bool (*isSet)(const UnitOptions &);
  void (*set)(UnitOptions &, bool);
};

const Word kWords[] = {
    {"--style=arrays", [](const UnitOptions &options) { return options.style == UnitOptions::Style::Arrays; },
     [](UnitOptions &options, bool on) { options.style = on ? UnitOptions::Style::Arrays : UnitOptions::Style::Fast; }},
    {"--no-work-threshold", [](const UnitOptions &options) { return options.noWorkThreshold; },
     [](UnitOptions &options, bool on) { options.noWorkThreshold = on; }},
    {"--openmp", [](const UnitOptions &options) { return options.openmp; },
     [](UnitOptions &options, bool on) { options.openmp = on; }},
    {"--no-heap", [](const UnitOptions &options) { return options.noHeap; },
     [](UnitOptions &options, bool on) { options.noHeap = on; }}};

} // namespace

std::string writtenWith(const UnitOptions &options, const Target &target) {
  std::string words = kTarget + target.name;
  for (const Word &word : kWords)
    if (word.isSet(options))
      words += std::string(" ") + word.text;
  return words;
}

std::optional<UnitOptions> optionsWith(UnitOptions options, const std::string &words) {
  for (const Word &word : kWords)
    word.set(options, false);
  std::istringstream stream(words);
  for (std::string one; stream >> one;) {
    bool isKnown = one.starts_with(kTarget);
    if (isKnown) {
      options.target = one.substr(kTarget.size());
      if (!namedTarget(options.target))
        return std::nullopt;
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
