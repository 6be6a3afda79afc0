// Sweeps over the same arrays as one loop.
#pragma once

#include "scheduling/Schedule.h"
#include "scheduling/autoschedule/Strides.h"

namespace acc {

/// The parts of a fusing dimension as parts of one loop, each some iterations behind the one
/// before:
///   for y for x S0(y, x); for y for x S1(y, x)
///   -> for y { for x S0(y, x); for x S1(y - 1, x) }
struct SweepsInOne {
  Schedule schedule;
  std::string index; // the joint loop
  int fusing = -1;   // the dimension whose parts they are
  /// Iterations from one sweep to the same sweep's next run, were that one more part.
  int64_t distance = 0;
};

/// For each distance that may do; whether the order allows it is not asked.
std::vector<SweepsInOne> sweepsInOne(const Nest &nest, const NestStrides &strides);

} // namespace acc
