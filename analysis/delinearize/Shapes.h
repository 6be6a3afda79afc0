// Candidate shapes of one base from the strides of all its accesses.
#pragma once

#include "analysis/delinearize/Strides.h"

namespace acc {

/// The sizes of all but the outermost dimension. {} is the one-dimensional shape.
using Shape = std::vector<Polynomial>;

constexpr unsigned kMaxRank = 7;

/// The gcd chain: the strides are closed under gcd, and every chain T_0, T_1,
/// ... 1 of proper divisors among them gives the sizes T_0/T_1, T_1/T_2, ...
///   {(R+2)*(S+2), S+2, 1}  -> [R+2][S+2], [(R+2)*(S+2)], [S+2]
///   {3*w, 3, 1}            -> [w][3], ...
/// A stride that is a sum keeps its constants, a product that nothing divides
/// stays whole. More dimensions come first.
std::vector<Shape> strideShapes(const std::vector<Polynomial> &strides);

/// Shapes of the products of parameters that the strides are sums of: m of i*(m - 1) + s, which
/// walks A[i][s - i].
std::vector<Shape> monomialShapes(const std::vector<IndexUse> &uses);

/// Shapes that the gcd chain does not find: by the term sort (products of parameters without
/// constants, also those that occur only in offsets); by the strides without their integer content,
/// and their irreducible factors (diagonals, where one iterator walks several dimensions); and P+a
/// near a stride P+b. The polynomial does not determine `a`, since every value gives the same
/// addresses; the bounds tell the right one.
std::vector<Shape> fallbackShapes(const std::vector<IndexUse> &uses);

/// Shapes from the products in offsets of accesses that no loop moves:
/// {N*M, M} -> [N][M].
std::vector<Shape> offsetShapes(const std::vector<IndexUse> &uses);

} // namespace acc
