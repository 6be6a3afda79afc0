// The operation counts of a schedule, independent of the machine parameters: other parameters give
// other cycles.
#pragma once

#include "scheduling/MachineModel.h"

#include <vector>

namespace acc {

/// Operations of one access in the innermost block, by where they find their data: at hand, kept by
/// the innermost loop, in a new cache line, in one of a short run far from the last.
struct AccessTerms {
  double atHand = 0, kept = 0, missed = 0, streamed = 0;
  /// The operations are for single lanes.
  bool isGathered = false;
  /// New lines beside these operations.
  double lines = 0;
  /// Vectors that go to a copy, elements that go through a transposed one, and those that are
  /// turned in registers.
  double copied = 0, transposed = 0, turned = 0;
};

/// One statement in the loops around it.
struct StatementTerms {
  std::vector<AccessTerms> accesses;
  /// Operations that are no access.
  double arithmetic = 1;
  /// Iterations of the innermost block, and of all loops.
  double atOnce = 1, iterations = 1;
  /// An iteration waits for the one before, through memory or a register.
  bool isChain = false, isInMemory = false;
  /// For so many additions, one after the other.
  double chain = 1;
  /// Times that the innermost block keeps the divider.
  double divisions = 0;
};

/// Each innermost loop with its statements.
struct CostTerms {
  std::vector<std::vector<StatementTerms>> loops;
  /// Candidate::gain.
  double gain = 1;
};

/// Cycles of one run: for each innermost loop the largest of what its operations take, what its
/// chains wait, and what it divides.
double cyclesOf(const CostTerms &terms, const MachineModel &machine);

} // namespace acc
