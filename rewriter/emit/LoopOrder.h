// Names the loops of a plan by their depth, for the schedule tree, the buffers and the printer.
#pragma once

#include "scheduling/Plan.h"

namespace acc {

/// The Loop indices of a schedule, outer to inner. The depth of a loop is its
/// place in `indices`; fusing indices do not count, they become sequences.
struct LoopOrder {
  std::vector<Index> indices;
  /// Per depth: position in Schedule::order().
  std::vector<int> positions;
  /// Per depth: the loop runs in a fixed box of `size` iterations in full tiles:
  /// the inner index of a split that is unrolled, vectorized, or a dimension of
  /// a promoted array; the short index by which an outer one is skewed.
  std::vector<bool> boxed;
  /// Per depth: the inner index of a split of which buffers may hold what runs where its block is
  /// no full one: a box too long for registers, or one that runs in vectors over nothing but
  /// elements of buffers (Lanes.h), and the unrolled rows around such vectors.
  std::vector<bool> partial;
  /// Per depth: depth of the loop that decides whether a box is full: the one that
  /// counts its blocks, the skewed index; -1 for none.
  std::vector<int> outerDepth;

  unsigned depth() const { return indices.size(); }
  /// Depth of a loop by its index name, -1 when unknown.
  int find(const std::string &name) const;
  /// How many loops stand outside of a position of Schedule::order().
  unsigned depthAt(int position) const;
};

/// `inParts`: loops in vectors may be partial.
LoopOrder loopOrderOf(const Plan &plan, bool inParts = true);

} // namespace acc
