// Scop -> Delinearization: for each array the multi-dimensional view, the
// affine subscripts of its accesses, and what must hold for it to be right.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/support/IslContext.h"

namespace acc {

enum class ViewKind { Array, Strided, Jagged };

/// A recovered array. With T_k the product of the sizes after k:
///   Array:   index = sum s_k T_k, origin_k <= s_k < origin_k + size_k (k >= 1)
///   Strided: index = offset + sum s_k stride_k; sizes are the windows' widths
///   Jagged:  index = rowStart(s_0) + s_1, 0 <= s_1 < rowLength(s_0), r = s_0
struct ArrayView {
  ViewKind kind = ViewKind::Array;
  /// d sizes: all but the outermost dimension.
  std::vector<Polynomial> sizes;
  /// d entries: lower corner of the window of dimensions 1..d.
  std::vector<Polynomial> origin;
  /// Strided: d+1 strides and the offset.
  std::vector<Polynomial> strides;
  Polynomial offset;
  /// Strided: the strides that are no constants may also be negative, all of them.
  bool eitherSign = false;
  /// Jagged: over the name "r" and parameters.
  Polynomial rowStart, rowLength;

  unsigned rank() const { return sizes.size() + 1; }
};

/// The subscripts of one access in its array's view; rank() polynomials, each
/// affine in the iterators.
struct ViewAccess {
  int statement = -1; // index in Scop::statements
  int access = -1;    // index in its accesses
  std::vector<Polynomial> subscripts;
};

/// The elements that the nest may touch, relative to the base: from the least
/// of `low` to the greatest of `high`, both inclusive. Over parameters; right
/// where the domain is not empty and the validity holds.
struct ElementRange {
  std::vector<Polynomial> low, high;
};

/// Rows are `pitch` elements apart, and only columns `first` to `last` of each row are accessed, if
/// the pitch is an independent size. Other rows or columns of one matrix may then belong to another
/// array.
///   C[i*ldc + j], 0 <= j < m:   pitch ldc, columns 0 to m - 1
struct RowStrip {
  Polynomial pitch, first, last;
};

struct RecoveredArray {
  int array = -1; // index in Scop::arrays
  /// False for what has no structure to recover: scalars, declared arrays, and
  /// one-dimensional affine accesses. The view is then the declared one.
  bool recovered = false;
  ArrayView view;
  std::vector<ViewAccess> accesses;
  ElementRange range;
  /// Only of arrays in `disjoint`.
  std::optional<RowStrip> strip;
  /// Other views that hold under other conditions, for the report.
  std::vector<std::pair<ArrayView, Condition>> alternatives;
};

struct Delinearization {
  /// One per Scop::arrays, same order.
  std::vector<RecoveredArray> arrays;
  /// What the views need, in exact integers, where at least one access runs.
  Condition validity = Condition::always();
  /// All integer conditions of the fast version, in the order in which they are
  /// safe to evaluate: the domain is not empty, sizes are positive, validity,
  /// extents, wraps. No work estimate and no pointer comparison.
  std::vector<Condition> guard;
  /// Pairs of Scop::arrays whose element ranges must be disjoint at run time.
  std::vector<std::pair<int, int>> disjoint;
  /// Arrays, each with the location of Scop::kept from which its range must be disjoint.
  std::vector<std::pair<int, int>> kept;
  /// Everything that the above rests on, with verdict and place.
  std::vector<Assumption> assumptions;

  const ViewAccess &viewOf(int statement, int access) const;
};

struct DelinearizeOptions {
  /// Bounds the arithmetic of polynomials, in the unit of the context's quota; 0: no limit.
  uint64_t quota = IslContext::kDefaultQuota;
};

/// Finds views for every array of the scop, or reports which access of which array has none.
/// `NoView` and `TooComplex` are the usual reasons.
Outcome<Delinearization> delinearize(const Scop &scop, const IslContext &context,
                                     const DelinearizeOptions &options = {});

} // namespace acc
