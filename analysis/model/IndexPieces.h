// Indices that are polynomials only piece by piece.
//
//   A[(i + 1) % n], i < n        ->  i + 1 < n: A[i + 1];   n <= i + 1: A[i + 1 - n]
//   A[i == 0 ? 0 : i - 1]        ->  i == 0: A[0];          i != 0: A[i - 1]
#pragma once

#include "analysis/model/IntegerValue.h"
#include "analysis/support/IslContext.h"

namespace acc {

/// One form of an expression and where it applies.
struct IndexPiece {
  Condition when = Condition::always();
  /// Of a division; for a conditional expression `operand` is what it chooses.
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

/// The first subexpression of the statement's indices that has several forms on
/// the domain and is not yet decided in `model`, with its pieces; none when there
/// is none. `condition` holds around the statement. Affine conditions, and
/// quotients and remainders by a positive constant or parameter with few values,
/// are such; anything else is left to be refused where it is read.
std::optional<IndexPieces> openIndex(ModelContext &model, const IslContext &context,
                                     const StmtRef &body, const Condition &condition,
                                     std::vector<WrapRequirement> &entryWraps);

/// Some iteration of the loops in scope satisfies the condition, as far as isl sees.
bool isPossible(const ModelContext &model, const IslContext &context, const Condition &condition);

} // namespace acc
