// Converts a linear index into subscripts of a shape by repeated division.
#pragma once

#include "analysis/delinearize/Shapes.h"

#include <optional>

namespace acc {

/// value == quotient*size + remainder.
struct SizeDivision {
  Polynomial quotient, remainder;
};

/// Division by a size, one per choice of the size's leading term, distinct. The
/// leading term is the greatest in the lexicographic order that starts with a
/// chosen symbol; coefficients are divided as integers, rounded towards zero
/// for symbols and towards minus infinity for the constant; by a constant size also
/// to the nearest (bands walk the columns and the rows at once):
///   i*nx + 2*i*ng + j  by  nx + 2*ng  ->  i, j
///   16*i + 3*j + 9     by  8          ->  2*i + 1, 3*j + 1
///   2*i + j + 1        by  3          ->  0, 2*i + j + 1  and  i, j - i + 1
std::vector<SizeDivision> divideBySize(const Polynomial &value, const Polynomial &size);

/// Which subscripts a view may have.
enum class SubscriptForm {
  /// As isAffineIn says: what dependences are found on.
  Affine,
  /// Also a parameter times an iterator, as in a convolution with a parametric
  /// stride: S*ow + kw. Conditions are then read off the ends of the loops.
  Linear
};

bool hasForm(const Polynomial &value, const std::vector<std::string> &iterators,
             SubscriptForm form);

/// T_0, ..., T_d of a shape with d sizes.
std::vector<Polynomial> suffixProducts(const Shape &sizes);

} // namespace acc
