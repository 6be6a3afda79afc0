// The evaluator `accelforge`: the figures that AccelForge's model gives, with its
// conventions and distortions. [accelforge, model/_looptree.]
#pragma once

#include "scheduling/looptree/Figures.h"
#include "scheduling/looptree/Paths.h"

namespace acc::looptree {

/// A step of a path, or the place below which a holder takes its space.
struct PathItem {
  /// Index in EinsumPath::steps.
  size_t step = 0;
  /// The reservation of that holder rather than the holder.
  bool isReservation = false;
};

/// The steps of a path with a reservation for each holder: directly below the
/// outermost holder of a tensor; for others lowered past temporal loops that are
/// relevant to the tensor and spatial loops of the same component, above the first
/// irrelevant one, any other holder and the Compute, below the first loop that is
/// relevant in part.
///   Storage A, m, k   with A[m]:   Storage A, m, (A), k
std::vector<PathItem> withReservations(const EinsumPath &path);

/// The counts of one Einsum, before instances are multiplied in.
EinsumFigures evaluatePath(const EinsumPath &path, Diagnostics &diagnostics);

/// Bits in use at once per memory: for each Einsum those of its own holders, of
/// holders of other Einsums that are needed again in the next iteration of a loop
/// that both share, and of shared tensors between their first and last use.
std::map<std::string, double> peaks(const std::vector<EinsumPath> &paths,
                                    const std::vector<EinsumFigures> &figures);

/// All figures. What a path cannot be evaluated for is left out, with an error.
Figures evaluate(const Spec &spec, const std::vector<EinsumPath> &paths, Diagnostics &diagnostics);

} // namespace acc::looptree
