// Numbers of the machine that the choice of schedules and written code rest on, each with its unit
// and source.
#pragma once

#include <cstdint>

namespace acc {

/// What machines with the same vectors differ in; the defaults are for all of them. [trial]: no
/// manual tells it; set by hand so that the fastest schedules of corpus/ come first
/// (tests/bench/rank). `tune --write-machine` fits what it can measure.
struct MachineModel {
  /// Cycles of an operation when all that it needs is there: two additions of vectors start in each
  /// on Skylake and Zen [Fog, "Instruction tables"].
  double issue = 0.5;
  /// Cycles from an addition of floating-point numbers to the next that uses it: 4 on Skylake, 3 on
  /// Zen [the same].
  double latency = 4;
  /// Cycles more where the sum goes through memory: little, as loads of what was just stored run
  /// ahead [trial].
  double forward = 1;
  /// Cycles for which a division or a square root of floating-point numbers keeps the divider,
  /// which takes 16 bytes of a vector at a time: 4 to 5 on Skylake and Zen [the same].
  double divider = 4;
  /// Cycles of the counter and the branch in each iteration of an innermost loop: two operations,
  /// one instruction [the same].
  double loop = 0.5;
  /// Operations for each lane of an access that no vector load has: a load, and its part of the
  /// shuffles [trial].
  double gather = 3;
  /// The part that is left of an operation that the innermost loop does not repeat: as if that ran
  /// ten times [a guess].
  double hoisted = 0.1;
  /// Operations for a new cache line: two cycles, as from the second cache at half of the 64 bytes
  /// that a cycle may bring [Intel, "Optimization Reference Manual", cache bandwidth; trial].
  double miss = 4;
  /// Operations more for a new line where short runs of data that is used once are far apart
  /// [trial].
  double stream = 6;
  /// Operations for a vector that goes to a copy: it is read and stored.
  double copied = 2;
  /// Operations for an element that goes through a transposed copy and is used once: it is read,
  /// stored and read again.
  double transposed = 3;
  /// The same where squares are turned in registers: a shuffle or two for each vector, and the
  /// store [trial].
  double turned = 1;

  /// Elements of a cache line: 64 bytes of four each.
  int64_t lineElements = 16;
  /// Elements from one access to the next up to which these share cache lines well: a quarter of a
  /// line.
  int64_t nearElements = 4;

  /// What is left of the cost where sweeps over the same data are one [trial].
  double sharedTraffic = 0.7;
  /// The same where data goes through the caches once for all steps of a block [trial].
  double blockedTraffic = 0.5;
  /// The same of loops one after the other, the second of which finds what both use in the first
  /// cache [trial].
  double keptTraffic = 0.9;
  /// The cost of a tile that may go outside and does not, beside one that uses each of its lines
  /// again [trial].
  double repeatedTraffic = 1.05;
  /// What is left of the cost with a panel in rows: what is missing of a tile's columns at the edge
  /// runs in vectors, too, and no step of the reduction goes to another page. Products of 500 to
  /// 2000, 1.05 to 1.3 (gcc 12, clang 19, AVX-512, 2026-11).
  double panelTraffic = 0.9;
  /// Bytes swept in each iteration of a repetition from which blocks of several iterations pay:
  /// with 8 MB they take 1.1 times as long as sweep by sweep, with 32 MB 0.4 times (two arrays of
  /// floats, gcc 12 and clang 19, Zen 5 with 32 MB of cache).
  int64_t outgrownBytes = 12 << 20;

  /// The part of the cost that is left where threads share the work: there are at least two.
  double threadShare = 0.5;
  /// Nanoseconds until threads that wait have begun and ended a parallel loop: 1 to 20 microseconds
  /// with gcc's and clang's libraries on two to eight cores [Bull, "Measuring Synchronisation and
  /// Scheduling Overheads in OpenMP", EWOMP 1999, repeated with gcc 12 and clang 19 by
  /// tests/bench/threads].
  double threadStart = 10000;
  /// Nanoseconds for an operation on one vector, when two start in each cycle at 3 GHz: at least.
  double leastNanoseconds = 1 / 6.0;

  /// From so much work on a parallel loop pays on two cores, also where threads that sleep take 40
  /// microseconds to wake.
  double threadsPay() const { return 10 * threadStart; }
  /// Bytes of the widest vectors of any machine: AVX-512.
  static constexpr unsigned kWidestVector = 64;
};

} // namespace acc
