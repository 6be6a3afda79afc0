// Accera's Array: a block of elements behind an affine memory map. [Accera
// manual, chapter 1.] A value; its views (sub-arrays, slices, other dimensions of
// the same memory) are arrays again, and none of them moves an element.
#pragma once

#include "analysis/delinearize/Delinearization.h"

#include <optional>

namespace acc {

/// Element s is at `offset + sum coefficients[k]*s[k]` elements from the base. The map need not be
/// injective: Toeplitz maps alias on purpose.
struct AffineMap {
  std::vector<Polynomial> coefficients;
  Polynomial offset;

  Polynomial addressOf(const std::vector<Polynomial> &subscripts) const;
};

/// FirstMajor: the last dimension is contiguous, each other one a multiple of the
/// next (rows may be padded). LastMajor: the same from the first dimension on.
enum class Layout { FirstMajor, LastMajor, Explicit };
const char *layoutName(Layout layout); // "first_major", ...

/// Constant: immutable data of the unit itself. Temporary: lives in the nest.
enum class ArrayRole { Input, InputOutput, Output, Constant, Temporary };
const char *roleName(ArrayRole role); // "input_output", ...

class Array {
public:
  /// One per dimension, outermost first; none where it is not known.
  using Sizes = std::vector<std::optional<Polynomial>>;

  /// Densely packed: FirstMajor (s1*s2, s2, 1) for the sizes (s0, s1, s2), LastMajor
  /// (1, s0, s0*s1). Only the major dimension may lack its size. [The manual prints
  /// the first formula shifted by one dimension; that maps elements onto each other.]
  /// InvalidSchedule: no dimension, a missing size, a size known to be below 1, Explicit.
  static Outcome<Array> packed(std::string name, Sizes sizes, Layout layout = Layout::FirstMajor);
  /// InvalidSchedule: no dimension, not one coefficient per size, a size known to be
  /// below 1.
  static Outcome<Array> mapped(std::string name, Sizes sizes, AffineMap map);

  /// The recovered view of an array, the outermost size not given; none for jagged
  /// views, whose addresses are no affine function of the subscripts.
  static std::optional<Array> of(const Scop &scop, const RecoveredArray &recovered);

  const std::string &name() const { return base; }
  const Sizes &sizes() const { return extents; }
  const AffineMap &map() const { return memory; }
  unsigned rank() const { return extents.size(); }
  Layout layout() const;
  /// The dimension whose coefficient has the greatest absolute value; none where
  /// coefficients depend on sizes and neither divides the other.
  std::optional<unsigned> majorDimension() const;

  /// The view whose element s is element offsets + s*strides of this array;
  /// `strides` may be left out (all 1). Offsets may depend on anything.
  ///   5x5 at (1, 1), 2x3, strides (2, 1):  map (5, 1) -> (10, 1), offset 6
  /// InvalidSchedule: a wrong number of entries, a stride below 1, a corner that is
  /// known to lie outside.
  Outcome<Array> subArray(const std::vector<Polynomial> &offsets, const Sizes &sizes,
                          const std::vector<int64_t> &strides = {}) const;
  /// The view with the dimensions `dimensions` fixed at `offsets`.
  /// InvalidSchedule: no such dimension, one named twice, none left.
  Outcome<Array> slice(const std::vector<unsigned> &dimensions,
                       const std::vector<Polynomial> &offsets) const;
  /// (.., D, ..) -> (.., D/size, size, ..). InvalidSchedule: no such dimension, or D
  /// is not known to be a multiple of `size`.
  Outcome<Array> splitDimension(unsigned dimension, const Polynomial &size) const;
  /// (.., D, E, ..) -> (.., D*E, ..) for the dimensions `first` and `second` = `first` + 1.
  /// The merged index runs through memory in order. InvalidSchedule: one does not
  /// follow the other in memory without a gap.
  Outcome<Array> mergeDimensions(unsigned first, unsigned second) const;
  /// Dimension k is dimension order[k] of this array. InvalidSchedule: `order` is not each
  /// dimension once.
  ///   3x7x5 as {1, 2, 0}:  7x5x3, map (35, 5, 1) -> (5, 1, 35)
  Outcome<Array> permuteDimensions(const std::vector<unsigned> &order) const;

private:
  Array(std::string name, Sizes sizes, AffineMap map)
      : base(std::move(name)), extents(std::move(sizes)), memory(std::move(map)) {}
  Rejection invalid(const std::string &why) const;

  std::string base;
  Sizes extents;
  AffineMap memory;
};

/// From the accesses of the whole nest; index in Scop::arrays.
ArrayRole roleOf(const Scop &scop, int array);

} // namespace acc
