// Which tiles of a tiled iteration space are full: every point of the box of
// their inner loops is an instance.
#pragma once

#include "rewriter/emit/LoopOrder.h"

namespace acc {

class FullTiles {
public:
  FullTiles() = default;
  /// `times`: per statement { S[i] -> [t] }, one component per loop depth.
  FullTiles(const LoopOrder &loops, std::vector<isl::map> times, const isl::set &context);

  /// Depths behind which a tile is full or partial as a whole: LoopOrder's, and where no tile
  /// is full so, further loops up to a promotion (triangles: for j for i for k, of blocks, is
  /// full where all of k's block is below the block of i and of j).
  unsigned prefix() const { return tilePrefix; }
  /// Full tiles can be told from partial ones one block loop at a time, and no
  /// partial one stands between two of them: rectangles, also padded or skewed.
  bool separable() const { return canSeparate; }
  /// The loop at `depth` counts blocks of a boxed loop.
  bool isBlock(unsigned depth) const;
  /// One of these times runs in a box whose blocks the loop at `depth` counts: statements beside
  /// that loop need no versions for its full and partial tiles.
  bool haveBox(unsigned depth, const std::vector<isl::map> &times) const;
  /// Instances of full tiles of the block loop at `depth`, whatever the other
  /// blocks are, and those of the partial tiles before them.
  struct Parts {
    isl::union_set before, full;
  };
  Parts parts(unsigned depth) const;
  /// isl's option for the band whose members end at the tile prefix and begin at
  /// depth `first`; none when no tile is full.
  std::optional<isl::union_set> isolateOption(unsigned first) const;

private:
  /// Prefixes [t0 .. t(prefix-1)] whose tiles are full in the loops `boxes`.
  isl::set fullPrefixes(unsigned prefix, const std::vector<unsigned> &boxes) const;
  /// Prefixes of depth + 1 loops that occur.
  isl::set seenPrefixes(unsigned depth) const;
  bool decideSeparable() const;
  unsigned findPrefix() const;
  std::vector<unsigned> allBoxes() const;
  /// Boxed loops whose blocks the loop at `depth` counts.
  std::vector<unsigned> boxesOf(unsigned depth) const;

  LoopOrder loops;
  std::vector<isl::map> times;
  isl::set context;
  unsigned tilePrefix = 0;
  bool canSeparate = false;
};

} // namespace acc
