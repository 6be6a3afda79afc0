// The machine as a plan sees it. [Accera manual, chapter 5.]
#pragma once

#include "analysis/support/Outcome.h"
#include "scheduling/MachineModel.h"

#include <cstdint>
#include <string>
#include <vector>

namespace acc {

struct Target {
  std::string name = "host";
  /// Bytes of a vector, as the instruction set's manual says. 0: the target has no vectors.
  unsigned vectorBytes = 32;
  /// Registers for vectors [the same].
  unsigned vectorRegisters = 16;
  /// Bytes of the first cache for data of one core, and of the second: what such machines have at
  /// least [Fog, "The microarchitecture of Intel, AMD and VIA CPUs"]; for architectures of
  /// LoopTrees.
  uint64_t l1Bytes = 32 * 1024;
  uint64_t l2Bytes = 512 * 1024;
  MachineModel machine = {};
};

/// The name of the target that stands for all: its plans have the widest registers, and the text
/// that is written for them takes those that the compiler has.
inline constexpr const char *kPortable = "portable";

/// The target of this machine, as far as it is detectable.
Target hostTarget();

/// A target by its instruction set: "host", "sse2", "avx2", "avx512", "neon",
/// "scalar". Cache sizes are those that such machines have at least.
/// InvalidSchedule names the known ones.
Outcome<Target> namedTarget(const std::string &name);

/// The names that namedTarget knows, "host" first.
std::vector<std::string> targetNames();

} // namespace acc
