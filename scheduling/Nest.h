// Accera's Nest over a lifted Scop: named loop indices, statements with affine
// domains, and the dependences that every transformation is checked against.
// [Accera manual, chapter 2; affine extents and several statements are ours.]
#pragma once

#include "analysis/dependence/Dependence.h"

#include <memory>

namespace acc {

/// What a schedule needs to know of the source; shared by all its schedules.
/// The IslContext must outlive it.
struct LiftedScop {
  const IslContext *context = nullptr;
  Scop scop;
  Delinearization views;
  Dependences dependences;
};

/// One dimension of the initial iteration space, outer to inner. A loop of the
/// source is a Loop; where statements of different loops follow each other, a
/// Fusing dimension orders them (Accera's fusing dimension: sequential, before
/// the dimensions that only one part has).
struct NestDimension {
  enum class Kind { Loop, Fusing };
  std::string name;
  Kind kind = Kind::Loop;
  /// Per statement of the scop: `step` times the coordinate on this dimension,
  /// affine in its iterators (a constant where the statement does not have it).
  /// Coordinates are normalised: ascending in execution order, step 1, from 0 where the
  /// start is invariant, the length fixed or the step not 1; else only the invariant part
  /// of the start is taken off (j = i + 1, ... has the coordinate j - 1). A loop
  /// downwards that carries no dependence is turned round.
  std::vector<Polynomial> value;
  int64_t step = 1;
  /// Of a Loop: index in Scop::loops.
  int loop = -1;
  /// Per statement: whether it has this dimension.
  std::vector<bool> has;
  /// The fusing dimension that must stay outside this one (index in
  /// Nest::dimensions), -1 for none.
  int fusing = -1;
  /// Iterations, when they are the same fixed number wherever the loop runs.
  std::optional<int64_t> extent;
};

struct Nest {
  std::shared_ptr<const LiftedScop> source;
  std::vector<NestDimension> dimensions;
  /// Per statement and iterator of it: the iterator as an affine function of the
  /// dimensions' names and parameters (inverse of `value`).
  std::vector<std::vector<Polynomial>> iterators;
};

/// The place of the nest in the source, for rejections.
SourceRange placeOf(const Nest &nest);

/// { S0[i, j] -> [coordinate] } of one statement on one dimension.
isl::aff coordinateOf(const Nest &nest, int statement, int dimension);

/// Lifts a scop: one dimension per loop that is common to its statements, a
/// fusing dimension wherever a loop body has several parts.
///   for i { S0; for j S1; }   ->   dims i, f0, j;  S0: (i, 0, 0)  S1: (i, 1, j)
Outcome<Nest> lift(std::shared_ptr<const LiftedScop> source);

} // namespace acc
