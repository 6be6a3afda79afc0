// A mapping run by brute force: what each holder fetches, serves and writes back,
// counted element by element.
#pragma once

#include "scheduling/looptree/Paths.h"

#include <map>
#include <string>

namespace acc::looptree::test {

struct SimulatedHolder {
  double read = 0, write = 0;
  /// Most elements needed during one execution of the loops above the holder.
  double tile = 0;
};

struct Simulation {
  double computes = 0;
  /// By "COMPONENT/TENSOR".
  std::map<std::string, SimulatedHolder> holders;
};

/// Runs every iteration of one path. Memories skip the first read of outputs; loops
/// divide what encloses them; no Tolls. Counts are in elements.
Simulation simulate(const EinsumPath &path);

} // namespace acc::looptree::test
