// Numbers of the machine that the choice of schedules and the emitted code rest on.
#pragma once

#include <cstdint>

namespace acc {

/// What distinguishes machines with the same vectors. The values, their sources and the reasons are
/// in MachineModel.cpp, so that changing one recompiles one file. `tune --write-machine` fits those
/// that it can measure.
struct MachineModel {
  MachineModel();

  /// Cycles of an operation whose operands are ready.
  double issue;
  /// Cycles from a floating-point addition to the next that uses its result.
  double latency;
  /// Additional cycles if a sum goes through memory.
  double forward;
  /// Cycles for which a floating-point division or square root of 16 bytes occupies the divider.
  double divider;
  /// Cycles of the counter and the branch in each iteration of an innermost loop.
  double loop;
  /// Operations for each lane of an access that no vector load can serve.
  double gather;
  /// Fraction that remains of an operation which the innermost loop does not repeat.
  double hoisted;
  /// Operations for a new cache line.
  double miss;
  /// Additional operations for a new line of short, distant runs of data that is used once.
  double stream;
  /// Operations for a vector that goes to a copy.
  double copied;
  /// Operations for an element that goes through a transposed copy and is used once.
  double transposed;
  /// The same if squares are transposed in registers.
  double turned;
  /// Elements of a cache line.
  int64_t lineElements;
  /// Largest distance in elements of accesses that share cache lines well.
  int64_t nearElements;
  /// Fraction of the cost that remains if sweeps over the same data become one.
  double sharedTraffic;
  /// The same if data goes through the caches once for all steps of a block.
  double blockedTraffic;
  /// The same of consecutive loops, the second of which finds the data in the first cache.
  double keptTraffic;
  /// Cost of a tile that could leave its cache and does not, relative to one that reuses each line.
  double repeatedTraffic;
  /// Fraction of the cost that remains with a panel in rows.
  double panelTraffic;
  /// Bytes swept in each iteration of a repetition from which blocks of several iterations pay.
  int64_t outgrownBytes;
  /// Fraction of the cost that remains if threads share the work.
  double threadShare;
  /// Nanoseconds to begin and end a parallel loop with waiting threads.
  double threadStart;
  /// Least nanoseconds of an operation on one vector.
  double leastNanoseconds;

  /// Nanoseconds of work from which a parallel loop pays.
  double threadsPay() const;
  /// Bytes of the widest vectors of any machine: AVX-512.
  static constexpr unsigned kWidestVector = 64;
};

} // namespace acc
