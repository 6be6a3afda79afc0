// Innermost loops of register tiles in vector types, by the helpers ACC_LANES_16F and ACC_16F.
#pragma once

#include "rewriter/emit/BlockPrinter.h"
#include "rewriter/emit/IntValues.h"

namespace acc {

/// How the iterations of a loop are taken together.
struct Lanes {
  int64_t count = 0;  // elements in a vector of the plan's target
  std::string suffix; // of the helpers: "16F", "8D"

  /// In place of for (v = 0; v < length; v++), of a multiple of `count`, over statements in which what moves with v is a `place`.
  std::string head(const std::string &variable, int64_t length) const {
    return "ACC_LANES_" + suffix + "(" + variable + ", " + std::to_string(length / count) + ")";
  }
  std::string place(const std::string &first) const { return "ACC_" + suffix + "(" + first + ")"; }
};

/// The buffers around a loop, by Scop::arrays.
struct TilesAround {
  std::set<int> all;      // that are written
  std::set<int> reversed; // Promotion::Layout::LastMajor
};

/// The lanes of an innermost loop that the plan vectorizes: from 0, of constant length, over statements
/// `place = value` (or += and so on) that set a buffer, by + - * / of elements of one floating type, each at unit
/// stride or the same for all iterations, which are independent. None for another loop, and for a target whose
/// vectors do not divide its length.
std::optional<Lanes> lanesOf(const BlockInput &input, const CodeNode &loop, const LoopValues &values,
                             const TilesAround &tiles);

/// Those of the loops below `node` that set the buffer of this array; none when there are none or they differ. Copies to and from it are
/// made alike: gcc keeps a buffer in registers only when all that touch it take the same pieces.
std::optional<Lanes> lanesOfBuffer(const BlockInput &input, const CodeNode &node, int array,
                                   const LoopValues &values, const TilesAround &tiles);

/// The access moves by one element with each iteration of the loop at `depth`; false when it stays; none for
/// another stride.
std::optional<bool> movesWith(const ScopAccess &access, unsigned depth,
                              const std::map<std::string, Polynomial> &iterators);

} // namespace acc
