// Maps each element of an emitted private array to the element of the source that it represents.
#pragma once

#include "rewriter/validate/CellProgram.h"

namespace acc {

/// An access of the emitted code in terms of the source's arrays.
struct PlacedAccess {
  /// Index in the source's arrays.
  int array = -1;
  /// Subscripts there (in its view), over the emitted iterators.
  std::vector<Polynomial> cell;
  bool isWrite = false;
  /// The private array of the emitted code that holds the element meanwhile; -1
  /// for an access to the array itself.
  int through = -1;
};

/// A private array of the emitted code: its element [p..., e...] stands for the
/// same element of one source array wherever it is used. p are the loops around
/// all accesses to it.
struct PrivateImage {
  int array = -1;    // in the emitted arrays
  int original = -1; // in the source's arrays
  std::vector<int> loops;
  /// Element of the source array over the names of the loops and "#0", "#1"... for the subscripts
  /// after the private iterators; affine.
  std::vector<Polynomial> cell;
  /// Number of the subscripts "#k".
  unsigned rank = 0;
};

struct Placement {
  /// Per emitted statement and access. A copy has one entry per access, both at
  /// the element that it moves.
  std::vector<std::vector<PlacedAccess>> accesses;
  std::vector<PrivateImage> images;
};

/// Solves for the images. None when an element stands for different source
/// elements, when its place is not affine, or when a copy moves anything else
/// than an element between an array and a private one.
std::optional<Placement> placeAccesses(const Scop &source, const Delinearization &views,
                                       const Scop &emitted,
                                       const std::vector<MatchedStatement> &matched,
                                       const CellProgram &after);

/// Subscripts of an access after the iterators of the private array's loops.
std::vector<Polynomial> privateSubscripts(const Scop &scop, const ScopAccess &access);

/// The function image(loops, subscripts) of accesses at `cells`, one entry per access; names as in
/// PrivateImage::cell. None if there is no single affine one.
struct ImageSample {
  std::vector<Polynomial> subscripts;
  std::vector<Polynomial> cell;
};
std::optional<std::vector<Polynomial>> solveImage(const std::vector<std::string> &loops,
                                                  const std::vector<ImageSample> &samples,
                                                  const Scop &scop);

} // namespace acc
