// The unit's text with two more functions for each rewritten nest: its original and its rewritten
// version, over variables of static storage.
#pragma once

#include "analysis/frontend/Parse.h"
#include "rewriter/judge/Judge.h"
#include "rewriter/run/InputLayout.h"

namespace acc {

/// How a program calls the two versions of one nest:
///   void acc_judge_K_original(void), acc_judge_K_rewritten(void)   the versions
///   long acc_judge_K_missed      counts the runs in which the rewritten version took the original
///   acc_judge_K_vI               holds variable I before and after, where it is local to a function
///   void *acc_judge_K_globals[]  the addresses of the others, in their order
struct Probe {
  /// Why there is none, as a sentence.
  std::string obstacle;
  InputLayout layout;
  /// Of each variable of the layout, as in CodeVariable.
  std::vector<bool> isLocal, isDead, isSet;
  uint64_t shortestTable = 0;
  /// The least dimension of an array of fixed size that the nest uses: greater integers may leave
  /// it. 0 when there is none.
  uint64_t leastDimension = 0;
  /// Those of the nest that are in force where it begins.
  SizesOfCalls known;
  std::map<std::string, KnownSize> declared; // JudgedNest::declared
};

struct ProbedUnit {
  std::string text;
  std::vector<Probe> probes; // one for each nest
  /// Why no nest of the unit can be run, as a sentence; "" when they can.
  std::string obstacle;
};

/// The text of a parsed unit with functions for the nests, those in `without` left out. The
/// functions of nest K stand in lines of a file "acc_judge_K", which errors name.
ProbedUnit probedUnit(const ParsedUnit &unit, const std::string &text,
                      const std::vector<JudgedNest> &nests, const std::set<size_t> &without);

} // namespace acc
