// Determines which operands of a statement a register tile may share, copy or keep.
#pragma once

#include "scheduling/autoschedule/Candidate.h"

namespace acc {

/// What register tiles ask of the accesses of one statement; `s` is a statement of the nest, `d`,
/// `row`, `column` and `reduction` are dimensions of it. `row` is -1 for a tile without rows.
class TileOperands {
public:
  using Dimensions = std::vector<int>;

  /// All must outlive it.
  TileOperands(const Schedule &start, const NestStrides &strides, const Target &target)
      : start(start), nest(start.nest()), strides(strides), target(target) {}

  /// The write of "C[..] += ..": the same array read with the same strides.
  const StridedAccess *accumulatorOf(int s) const;
  /// No iteration of the dimension's loop waits for another one.
  bool isParallel(int d) const;
  /// Compilers write the reductions out, keep the sum in registers and make vectors along what is
  /// around.
  bool isWrittenOut(int s, const Dimensions &reductions) const;
  /// Compilers make vectors along the reduction, of narrow elements wider ones than a tile has: a
  /// sum of integers of what lies side by side along it.
  bool sumsAlong(int s, const StridedAccess &accumulator, int reduction) const;
  /// Some access of the statement varies with the dimension.
  bool usedBySome(int s, int d) const;
  /// Contiguous somewhere in the nest (the accumulator itself may be a scalar);
  /// gathers only where rows share them.
  bool goodColumn(int s, int column, bool hasRows) const;
  /// Something that varies with the column is the same for all rows.
  bool reuses(int s, int column, int row) const;
  /// What the tile makes goes to memory with the lanes of its vectors apart.
  bool storesAcross(int column) const;
  /// Dimensions of which the operand shared by the rows depends: they go
  /// outside, so that the operand's panel is used up before the next.
  bool isBatch(int s, int d, int column) const;
  /// It is to the array that the statement adds to.
  bool isAccumulator(int s, const StridedAccess &access) const;
  /// The array of an operand that all rows share and that the column walks in strides: a
  /// transposed copy of its panel is contiguous. -1 for none.
  int strided(int s, int column, int row) const;
  /// The same of one that lies in rows along the column: a copy of its panel has no gaps between
  /// them. Below a condition on data no vector takes the edge, and in a triangle no panel serves
  /// all rows.
  int inRows(int s, int column, int row) const;
  /// The bounds of the one loop name the other's variable.
  bool dependsOn(int d, int other) const;
  /// Both ends of the one loop do, as those of a window around a pixel. Its blocks begin at 0
  /// (rewriter/emit/lower/PlainBounds.h): those before the window are as many as the rows are long.
  bool isBand(int d, int other) const;
  /// Vectors in a row of the tile. In a triangle one: with two, tiles that the diagonal cuts are
  /// twice as many elements, and run without registers: syrk of 200 takes 1.2 to 2.2 times as long
  /// (gcc 12, clang 19, vectors of 64 bytes). Few registers need both, and where an operand is
  /// copied across, each row of the tile has more to do beside its vectors (0.8 times as fast for
  /// 1000 `float`).
  int64_t vectorsInRow(int row, int column) const;
  /// The schedule where in a triangle the inner loop's blocks begin at the same values of its
  /// variable as the outer one's, so that few tiles lie across the diagonal; as it is where they
  /// do, or that cannot be told.
  ///   for (j = 1; ..) for (i = j; ..), of which i counts from 0:   shift: {index: i, by: -1}
  Outcome<Schedule> alignedAtDiagonal(const Schedule &schedule, int s, int row, int column) const;
  /// The source runs a part of a longer loop, from where a parameter says, as in blocks cut by
  /// hand: they are short enough.
  bool isBlock(int d) const;
  /// The size, or the number of iterations of the dimension where that is known and less.
  int64_t clipped(int64_t size, int d) const;
  /// The last subscript of the array is not the columns': t[8] of each column, all of which a
  /// vector wants side by side.
  bool isAlongRows(int s, int array, int column) const;

private:
  bool isNamedIn(const std::vector<Polynomial> &bounds, int d) const;
  const Schedule &start;
  const Nest &nest;
  const NestStrides &strides;
  const Target &target;
};

/// What is added to the variable of the statement's loop where it is a coordinate of the nest; none
/// for a loop downwards.
std::optional<Polynomial> offsetOfLoop(const Nest &nest, int d, int s);

/// The index in blocks of so many, whose inner index the last step names: "k_1", or another where
/// there is one.
Outcome<Schedule> inBlocks(const Schedule &schedule, const std::string &index, int64_t size);

/// A tile of one statement, whose sum is in `array`.
struct TileChoice {
  int statement = -1, array = -1;
  std::vector<int> reductions;
  int column = -1, row = -1;
};

/// Scalars between the reduction and the columns get a cell for each iteration of a panel, before
/// the tiles that use them:
///   for j { .. for l { t = f(l, j); for i C[j][i] += t*A[l][i]; } }
///   -> for l for j { for l_1 for jj t[l_1][jj] = ..; for i for l_1 for jj for ii C[..] +=
///       t[l_1][jj]*A[..] }
/// Where nothing else stands in the loops, a block of rows has its cells at once, so that the other
/// operand stays in the caches:
///   -> for l for j { for j_1 for l_1 for jj t[l_1][j_1 + jj] = ..; for i for j_1 for l_1 for jj
///       for ii C[..] += ..; }
/// With a `panel`, the array of an operand in rows, this block of rows has a copy of it, too, and
/// then fewer rows and iterations; -1 for none.
void addTileBehindScalars(const Schedule &start, const NestStrides &strides, const Target &target,
                          const TileChoice &tile, int panel, std::vector<Candidate> &all);

} // namespace acc
