// Elements of arrays as C.
#pragma once

#include "rewriter/emit/Bases.h"
#include "rewriter/emit/IntText.h"
#include "rewriter/emit/TileBuffer.h"

namespace acc {

class ElementText {
public:
  /// All must outlive it.
  ElementText(const LiftedScop &source, const WideType &wide, Bases &bases, IntText &integers)
      : source(source), scop(source.scop), wide(wide), bases(bases), integers(integers) {}

  /// The element with the view's subscripts `elements`, for the access that the
  /// buffer names.
  std::string ofTile(const TileBuffer &buffer, const std::vector<Polynomial> &elements);
  /// Elements of its last dimension are neighbours in the array.
  bool isContiguous(const TileBuffer &buffer) const;

  /// A[(s0*size1 + s1)*size2 + s2]. With the subscripts inside their windows no step of
  /// this form is greater than the index itself, so it cannot overflow where that does not.
  std::string rowMajor(const ScopAccess &access, const ArrayView &view,
                       const std::vector<Polynomial> &subscripts);
  /// C[s0][s1]
  std::string asArray(int array, const ArrayView &view, const std::vector<Polynomial> &subscripts);
  /// The subscripts as printed after the base.
  std::string atAddress(const ScopAccess &access, const std::vector<Polynomial> &subscripts);

private:
  const LiftedScop &source;
  const Scop &scop;
  const WideType &wide;
  Bases &bases;
  IntText &integers;
};

} // namespace acc
