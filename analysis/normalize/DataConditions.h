// How a nest with loops under conditions on data is read.
#pragma once

namespace acc {

/// What becomes of loops below a condition that the data decide.
enum class DataConditions {
  /// Described as what may happen, in a scop from which nothing is written (Scop::unknown).
  Open,
  /// The condition is assumed to hold in all iterations that reach it; Scop::needs requires that.
  Assumed,
  /// The condition goes to the statements below the loops (withSunkTests), which happen or not.
  Sunk
};

} // namespace acc
