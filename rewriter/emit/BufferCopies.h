// Buffers of promoted arrays as C: their elements, and the loops that fill them and write them
// back.
#pragma once

#include "rewriter/emit/BlockPrinter.h"
#include "rewriter/emit/BlockText.h"
#include "rewriter/emit/ElementText.h"
#include "rewriter/emit/Lanes.h"

namespace acc {

/// A buffer in the code that is written now.
struct ActiveBuffer {
  TileBuffer tile;
  std::string name;
  bool isReversed = false;    // Promotion::Layout::LastMajor
  std::optional<Lanes> lanes; // of the loops that set it
  std::string rows; // the array that says in which of TileBuffer::rows some test holds; "" for none
  std::string all;  // the variable that says whether all tests in it hold; "" for none

  /// The subscript of the array along which its elements are neighbours.
  size_t neighbours() const;

  /// Its element at the places of the dimensions that it has.
  std::string element(std::vector<std::string> places) const;
};

class BufferCopies {
public:
  /// All must outlive it.
  BufferCopies(const BlockInput &input, IntText &integers, ElementText &elementText,
               BlockText &block)
      : input(input), scop(input.plan.schedule().nest().source->scop), integers(integers),
        elementText(elementText), block(block) {}

  /// t[e] = A[base + e], or the reverse, for all elements of the tile.
  void copy(const ActiveBuffer &active, bool fill);
  /// for (jj = 0; jj < 8; jj++) C_any[jj] = 0;
  void clearRows(const ActiveBuffer &active);

  /// Subscript `k` of an access, of a statement with these iterators, in the buffer.
  std::string placeIn(const TileBuffer &tile, size_t k, const Polynomial &subscript,
                      const std::map<std::string, Polynomial> &iterators);
  /// The row of the access (s, a) in TileBuffer::rows, as subscripts.
  std::string rowOf(const TileBuffer &tile, int s, int a,
                    const std::map<std::string, Polynomial> &iterators);
  /// Where a loop with these bounds (inclusive) ends, as its own head says.
  std::string endText(unsigned depth, const std::vector<Polynomial> &bounds);

  /// The loop variables that copies have for themselves, which a function has anew.
  std::vector<std::string> exchangeVariables(std::vector<std::string> others);

private:
  /// What a copy's loops run through: where the tile's element is, and where the array's.
  struct Loops {
    std::vector<std::string> heads, places;
    std::vector<Polynomial> elements;
    std::string row;               // the note that says whether rows are copied; "" for none
    size_t rowLoops = 0;           // that stand around all others
    std::vector<std::string> ends; // of each
  };
  Loops loopsOf(const ActiveBuffer &active);
  bool isVectorIndex(const std::string &symbol) const;

  const BlockInput &input;
  const Scop &scop;
  IntText &integers;
  ElementText &elementText;
  BlockText &block;
  std::vector<std::string> variables; // of copies, by dimension
};

} // namespace acc
