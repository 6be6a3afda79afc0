// Writes the claims for each statement of the text to be proved (rewriter/helpers/Instances.h).
#pragma once

#include "rewriter/emit/IntText.h"

namespace acc {

/// The printed loops around a statement, by depth, outermost first. The first `given` are those
/// around the function that the text is in, which need not have their counters.
struct LoopsAround {
  std::vector<unsigned> depths;
  size_t given = 0;
};

/// ACC_INSTANCE(0, i_0 + ii, jj): the statement of the source, and `iterators`, the values of its
/// counters.
std::string claimLine(const Scop &scop, size_t statement,
                      const std::map<std::string, Polynomial> &iterators, const LoopsAround &around,
                      IntText &integers);

} // namespace acc
