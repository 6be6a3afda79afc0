// Distances in memory between accesses to an array, per dimension of the nest.
#pragma once

#include "scheduling/Nest.h"

namespace acc {

/// One access of a statement, seen from the nest's dimensions.
struct StridedAccess {
  int array = -1;
  bool isWrite = false;
  /// Lives in registers or a small buffer: its strides do not matter.
  bool isPrivate = false;
  /// Elements apart in memory that compilers still make vectors of: neighbours, and small integers
  /// with up to three others between them, of which a register has many, by permuting them.
  int64_t near = 1;
  /// Below a condition on data: it need not happen.
  bool isConditional = false;
  /// Elements between neighbouring coordinates, per dimension of the nest.
  std::vector<Polynomial> stride;
  /// Whether a subscript mentions the dimension.
  std::vector<bool> uses;
};

struct NestStrides {
  /// Per statement.
  std::vector<std::vector<StridedAccess>> accesses;
};

NestStrides stridesOf(const Nest &nest);

/// 0 for a stride of zero, the absolute value of a constant one, and
/// kLargeStride for one that depends on parameters.
int64_t strideSize(const Polynomial &stride);
inline constexpr int64_t kLargeStride = 1 << 20;

/// A weight that grows with the stride: 0, 1 for neighbours, and more for each
/// parameter that multiplies. Sorting by it puts the fastest dimension innermost.
int strideWeight(const Polynomial &stride);

} // namespace acc
