// The loops of the fast version as plain values: what isl's AST says, without isl.
#pragma once

#include "analysis/support/Outcome.h"
#include "analysis/support/Polynomial.h"
#include "analysis/tree/Op.h"
#include "rewriter/emit/ScheduleTree.h"

#include <memory>
#include <optional>

namespace acc {

struct TileBuffer;

/// The polynomial symbol of the loop variable at `depth`; no C name looks like it.
std::string loopSymbol(unsigned depth);

/// An integer expression over parameters and loop symbols, in exact integers.
/// Divisors are positive constants.
struct IntExpr {
  enum class Kind {
    Linear,  // polynomial
    Sum,     // of operands
    Product, // of two operands
    Min,
    Max,      // of operands
    FloorDiv, // operands[0] / divisor, rounded down
    Div,      // the same where operands[0] >= 0 is known
    Mod,      // operands[0] % divisor where operands[0] >= 0 is known
    Rest,     // operands[0] % divisor, compared with zero only
    Choose,   // operands: condition, then, else
    Compare,  // operands[0] op operands[1]: an order or ==
    And,
    Or
  };
  Kind kind = Kind::Linear;
  Polynomial polynomial;
  int64_t divisor = 1;
  Op op = Op::None;
  std::vector<IntExpr> operands;

  bool operator==(const IntExpr &) const = default;
};

/// It uses the variable of the loop at `depth`.
bool mentionsLoop(const IntExpr &expr, unsigned depth);

/// A polynomial as an expression.
IntExpr linear(Polynomial value);

/// The comparison a <= b.
IntExpr notAbove(const Polynomial &a, const Polynomial &b);

/// The comparison value >= 0 as people write it: what is subtracted stands on the other side.
///   n - i - 8   ->   i + 8 <= n
IntExpr notNegative(const Polynomial &value);

/// value - dividend % divisor, as where blocks end:   n - n % 8
struct RoundedDown {
  Polynomial value, dividend;
  int64_t divisor = 1;
};
IntExpr roundedDown(const RoundedDown &what);
/// None for an expression of another form.
std::optional<RoundedDown> asRoundedDown(const IntExpr &expr);

struct CodeNode {
  enum class Kind { Block, Loop, Value, If, Test, Region, Notes, Statement };
  Kind kind = Kind::Block;
  /// Loop, Value: depth of the variable. Region, Notes: index in Plan::promotions().
  int depth = -1;
  /// Loop: for (c = first; condition; c += step). Value: c is `first`, no loop.
  /// If: `condition`.
  IntExpr first, condition;
  /// If: `condition` says that a tile is full, and the first child is what runs in most of them.
  bool isFullTile = false;
  int64_t step = 1;
  /// Loop: the depth whose variable's name it counts with; -1: its own.
  int counter = -1;
  /// Statement: index in Scop::statements and its iterators. Test: those of a statement below whose
  /// test (notedTest) it is.
  int statement = -1;
  std::vector<IntExpr> iterators;
  /// Statement: its test stands further out.
  bool isTestedOutside = false;
  /// Notes: the buffer of a region behind it of which only those rows are copied that some test in
  /// the region holds for.
  std::shared_ptr<const TileBuffer> buffer;
  /// Block: in order. Loop, Value, Region, Test: one. If: then, and else if there is one. Notes:
  /// the region's tests alone (testsOf).
  std::vector<CodeNode> children;

  bool operator==(const CodeNode &) const = default;
};

/// Builds the code of a schedule tree. Fails with Emission if it has more than `limit` nodes or an
/// expression that IntExpr cannot represent.
Outcome<CodeNode> codeTree(const ScheduleTree &tree, const Scop &scop, unsigned limit = 4000);

} // namespace acc
