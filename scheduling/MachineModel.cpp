// The numbers, for all machines unless tuned, each with its source. [trial]: no manual states it;
// set by hand so that the fastest schedules of corpus/ rank first (tests/bench/rank).
#include "scheduling/MachineModel.h"

namespace acc {

MachineModel::MachineModel() {
  // Cycles of an operation when all that it needs is there: two additions of vectors start in each
  // on Skylake and Zen [Fog, "Instruction tables"].
  issue = 0.5;
  // Cycles from an addition of floating-point numbers to the next that uses it: 4 on Skylake, 3 on
  // Zen [the same].
  latency = 4;
  // Cycles more where the sum goes through memory: little, as loads of what was just stored run
  // ahead [trial].
  forward = 1;
  // Cycles for which a division or a square root of floating-point numbers keeps the divider,
  // which takes 16 bytes of a vector at a time: 4 to 5 on Skylake and Zen [the same].
  divider = 4;
  // Cycles of the counter and the branch in each iteration of an innermost loop: two operations,
  // one instruction [the same].
  loop = 0.5;
  // Operations for each lane of an access that no vector load has: a load, and its part of the
  // shuffles [trial].
  gather = 3;
  // The part that is left of an operation that the innermost loop does not repeat: as if that ran
  // ten times [a guess].
  hoisted = 0.1;
  // Operations for a new cache line: two cycles, as from the second cache at half of the 64 bytes
  // that a cycle may bring [Intel, "Optimization Reference Manual", cache bandwidth; trial].
  miss = 4;
  // Operations more for a new line where short runs of data that is used once are far apart
  // [trial].
  stream = 6;
  // Operations for a vector that goes to a copy: it is read and stored.
  copied = 2;
  // Operations for an element that goes through a transposed copy and is used once: it is read,
  // stored and read again.
  transposed = 3;
  // The same where squares are turned in registers: a shuffle or two for each vector, and the
  // store [trial].
  turned = 1;
  // Elements of a cache line: 64 bytes of four each.
  lineElements = 16;
  // Elements from one access to the next up to which these share cache lines well: a quarter of a
  // line.
  nearElements = 4;
  // What is left of the cost where sweeps over the same data are one [trial].
  sharedTraffic = 0.7;
  // The same where data goes through the caches once for all steps of a block [trial].
  blockedTraffic = 0.5;
  // The same of loops one after the other, the second of which finds what both use in the first
  // cache [trial].
  keptTraffic = 0.9;
  // The cost of a tile that may go outside and does not, beside one that uses each of its lines
  // again [trial].
  repeatedTraffic = 1.05;
  // What is left of the cost with a panel in rows: what is missing of a tile's columns at the edge
  // runs in vectors, too, and no step of the reduction goes to another page. Products of 500 to
  // 2000, 1.05 to 1.3 (gcc 12, clang 19, AVX-512, 2026-11).
  panelTraffic = 0.9;
  // Bytes swept in each iteration of a repetition from which blocks of several iterations pay:
  // with 8 MB they take 1.1 times as long as sweep by sweep, with 32 MB 0.4 times (two arrays of
  // floats, gcc 12 and clang 19, Zen 5 with 32 MB of cache).
  outgrownBytes = 12 << 20;
  // The part of the cost that is left where threads share the work: there are at least two.
  threadShare = 0.5;
  // Nanoseconds until threads that wait have begun and ended a parallel loop: 1 to 20 microseconds
  // with gcc's and clang's libraries on two to eight cores [Bull, "Measuring Synchronisation and
  // Scheduling Overheads in OpenMP", EWOMP 1999, repeated with gcc 12 and clang 19 by
  // tests/bench/threads].
  threadStart = 10000;
  // Nanoseconds for an operation on one vector, when two start in each cycle at 3 GHz: at least.
  leastNanoseconds = 1 / 6.0;
}

// Two cores must gain even if sleeping threads take 40 microseconds to wake.
double MachineModel::threadsPay() const { return 10 * threadStart; }

} // namespace acc
