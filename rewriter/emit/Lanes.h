// Innermost loops of register tiles in vector types, by the helpers ACC_LANES_16F and ACC_16F.
#pragma once

#include "rewriter/emit/BlockPrinter.h"
#include "rewriter/emit/IntValues.h"

namespace acc {

/// How the iterations of a loop are taken together.
struct Lanes {
  int64_t count = 0;  // elements in a vector of the plan's target
  std::string suffix; // of the helpers: "16F", "8D"
  int64_t length = 0; // of the loop, or of what it is a part of; a multiple of `count`
  /// The loop's bounds, inclusive, where it runs through the beginning of `length` only. Vectors
  /// take all of it: what moves is in buffers, of which nothing behind the loop's end is used.
  std::vector<Polynomial> bounds = {};

  /// In place of for (v = 0; v < length; v++), or v < end, over statements in which what moves with
  /// v is a `place`.
  std::string head(const std::string &variable, const std::string &end) const {
    return (bounds.empty() ? "ACC_LANES_" : "ACC_PART_") + suffix + "(" + variable + ", " +
           std::to_string(length / count) + (bounds.empty() ? "" : ", " + end) + ")";
  }
  /// for (v = 0; v < end; v++) to = from;   between a row of a buffer and memory.
  std::string copy(bool fill, const std::string &variable, const std::string &end,
                   const std::string &to, const std::string &from) const {
    return (fill ? "ACC_FILL_" : "ACC_STORE_") + suffix + "(" + variable + ", " +
           std::to_string(length / count) + ", " + end + ", " + to + ", " + from + ");";
  }
  std::string place(const std::string &first) const { return "ACC_" + suffix + "(" + first + ")"; }
};

/// The buffers around a loop, by Scop::arrays.
struct TilesAround {
  /// One in Promotion::Layout::LastMajor.
  struct Reversed {
    std::set<std::pair<int, int>> accesses; // (statement, access) that it serves
    size_t neighbours = 0; // the view's subscript along which its elements are neighbours
    int64_t others = 1;    // elements along all others
  };
  std::set<int> all;                    // that are written
  std::set<std::pair<int, int>> served; // (statement, access)
  std::map<int, Reversed> reversed;
};

/// The lanes of an innermost loop that the plan vectorizes: from 0, of constant length or partial
/// (LoopOrder.h), over statements `place = value` (or += and so on) that set a buffer, by + - * /
/// of elements of one floating type, each at unit stride or the same for all iterations, which are
/// independent. None for another loop, and for a target whose vectors do not divide its length.
std::optional<Lanes> lanesOf(const BlockInput &input, const CodeNode &loop,
                             const LoopValues &values, const TilesAround &tiles);

/// The lanes of loops of so many elements of the type; none where the target's vectors do not
/// divide that.
std::optional<Lanes> lanesFor(const BlockInput &input, const CType &element, int64_t length);

/// Those of the loops below `node` that set the buffer of this array; none when there are none or
/// they differ. Copies to and from it are made alike: gcc keeps a buffer in registers only when all
/// that touch it take the same pieces.
std::optional<Lanes> lanesOfBuffer(const BlockInput &input, const CodeNode &node, int array,
                                   const LoopValues &values, const TilesAround &tiles);

/// What the access (statement, access) reads or writes moves by one element with each iteration of
/// the loop at `depth`: in memory, in a buffer, or in the cells of a private variable; false when
/// it stays; none for another stride, and for a variable that each iteration has for itself. None,
/// too, in a reversed buffer of so few elements that it lives in registers as a whole: what is
/// summed up stays in registers from one such buffer to the next, which gcc sees only where all
/// loops that touch it take the same pieces, and those of the rests do not (row sums: 0.65 to 0.87
/// of the speed, gcc 12, Zen 3, 2026-11).
std::optional<bool> movesWith(const BlockInput &input, const TilesAround &tiles,
                              std::pair<int, int> access, unsigned depth,
                              const std::map<std::string, Polynomial> &iterators);

} // namespace acc
