// Indices that are polynomials only piece by piece.
//
//   A[(i + 1) % n], i < n        ->  i + 1 < n: A[i + 1];   n <= i + 1: A[i + 1 - n]
//   A[i == 0 ? 0 : i - 1]        ->  i == 0: A[0];          i != 0: A[i - 1]
//   A[abs(i - m)]                ->  m <= i: A[i - m];      i < m:  A[m - i]
#pragma once

#include "analysis/model/IntegerValue.h"
#include "analysis/support/IslContext.h"

namespace acc {

/// One form of an expression and where it applies.
struct IndexPiece {
  Condition when = Condition::always();
  /// The quotient that a division has; for a conditional expression `operand` says which operand it
  /// chooses.
  Polynomial value;
  const Expr *operand = nullptr;
};

struct IndexPieces {
  const Expr *node = nullptr;
  /// They exclude each other and cover the domain where `need` holds.
  std::vector<IndexPiece> pieces;
  Condition need = Condition::always();
  /// The requirements of the operands, wherever the expression is evaluated.
  std::vector<WrapRequirement> wraps;
};

/// Looks in the statement's indices for the first subexpression that has several forms on the
/// domain and none chosen yet in `model`; returns its pieces, none when there is no such
/// subexpression. `condition` holds around the statement. Subexpressions with forms are affine
/// conditions, and quotients and remainders by a positive constant or parameter with few values.
/// Any other is refused where it is read.
std::optional<IndexPieces> openIndex(ModelContext &model, const IslContext &context,
                                     const StmtRef &body, const Condition &condition,
                                     std::vector<WrapRequirement> &entryWraps);

/// Some iteration of the loops in scope satisfies the condition, as far as isl can tell.
bool isPossible(const ModelContext &model, const IslContext &context, const Condition &condition);

} // namespace acc
