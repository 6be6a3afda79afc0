// Numbers of the machine that plans and written code rest on, each with its source.
#pragma once

namespace acc {

struct Machine {
  /// Nanoseconds until threads that wait have begun and ended a parallel loop: 1 to 20 microseconds with gcc's and
  /// clang's libraries on two to eight cores [Bull, "Measuring Synchronisation and Scheduling Overheads in OpenMP", EWOMP
  /// 1999, repeated with gcc 12 and clang 19 by tests/bench/threads].
  static constexpr double kThreadStart = 10000;
  /// From so much work on a parallel loop pays on two cores, also where threads that sleep take 40 microseconds to wake.
  static constexpr double kThreadsPay = 10 * kThreadStart;
  /// Nanoseconds for an operation on one vector, when two start in each cycle at 3 GHz: at least.
  static constexpr double kLeastNanoseconds = 1 / 6.0;
  /// Bytes of the widest vectors: AVX-512.
  static constexpr unsigned kWidestVector = 64;
};

} // namespace acc
