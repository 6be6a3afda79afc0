// The components of the architectures that nests are exported with.
#pragma once

#include "scheduling/Plan.h"

#include <algorithm>

namespace acc::looptree::components {

/// Outer to inner; the target's caches stand between the memory and the stack.
inline constexpr const char *kMemory = "MainMemory";
inline constexpr const char *kStack = "Stack";
inline constexpr const char *kRegisters = "Registers";
inline constexpr const char *kCompute = "Alu";
/// The spatial dimension of the Compute.
inline constexpr const char *kLanes = "lanes";
/// Labels for what LoopTree has no word for: of a loop (behind it, the name of its index), of
/// Storage.
inline constexpr const char *kUnrolled = "unroll";
inline constexpr const char *kLastMajor = "last_major";
inline constexpr const char *kContracted = "contract";

struct Cache {
  const char *name;
  uint64_t bytes;
};

inline std::vector<Cache> cachesOf(const Target &target) {
  return {{"L2", target.l2Bytes}, {"L1", target.l1Bytes}};
}

inline uint64_t registerBytes(const Target &target) {
  return static_cast<uint64_t>(target.vectorBytes) * target.vectorRegisters;
}

/// Elements of this many bytes that one vector of the target holds.
inline int64_t lanesOf(const Target &target, double bytes) {
  return std::max<int64_t>(1, static_cast<int64_t>(target.vectorBytes / bytes));
}

} // namespace acc::looptree::components
