// Matches the names of a mapping with statements, loops and arrays of a nest.
#pragma once

#include "scheduling/looptree/NestTree.h"

namespace acc::looptree {

/// One reading of the names of a mapping.
struct NestMatch {
  std::map<std::string, int> statements; // of an Einsum
  /// Per statement: the dimension of the nest that a rank variable means there.
  std::vector<std::map<std::string, int>> dimensions;
  /// The array of the scop that a tensor is; those that cannot be told are missing.
  std::map<std::string, int> arrays;
};

/// The readings that fit, the most natural first; at most kMaxReadings. Names that `export` writes
/// mean what it writes them for, `given` says which statement an Einsum is, and the rest is matched
/// by shape:
///   - each Einsum is a statement with at least as many loops as it has rank variables;
///   - with a workload, its tensors are indexed as the arrays of the statement are;
///   - a rank variable of several Einsums means loops that index the same subscript of an array
///     that they share, and that run as often, where there are such loops.
/// InvalidSchedule: the mapping computes another number of statements, a name in `given` is
/// none, nothing fits.
Outcome<std::vector<NestMatch>> readingsOf(const Mapping &mapping, const EinsumNames &given,
                                           const Schedule &schedule);

inline constexpr size_t kMaxReadings = 24;

} // namespace acc::looptree
