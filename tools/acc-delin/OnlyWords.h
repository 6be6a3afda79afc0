// The words of --only against the nests that there are.
#pragma once

#include "tools/acc-delin/Session.h"
#include "tools/report/Summary.h"

namespace acc {

/// The words that no nest answers, separated by commas; "" when all are answered.
inline std::string unansweredWords(std::set<std::string> words,
                                   const std::vector<UnitOutcome> &outcomes) {
  std::erase_if(words, [&](const std::string &word) {
    UnitOptions alone;
    alone.only = {word};
    return std::any_of(outcomes.begin(), outcomes.end(), [&](const UnitOutcome &outcome) {
      return std::any_of(outcome.file.nests.begin(), outcome.file.nests.end(),
                         [&](const report::Nest &nest) { return alone.wants(nest.id); });
    });
  });
  return report::joinWords({words.begin(), words.end()});
}

} // namespace acc
