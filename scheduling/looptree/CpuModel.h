// The evaluator `cpu`: what a scheduled nest moves into a cache of this machine.
// The beginning of a model that ranks schedules; apart from the tree and from the
// evaluator `accelforge`, whose conventions it does not share.
#pragma once

#include "scheduling/looptree/Mapping.h"
#include "scheduling/looptree/Workload.h"

namespace acc::looptree {

struct CacheModel {
  uint64_t bytes = 32 * 1024;
  uint64_t lineBytes = 64;
};

/// Lines fetched per array, for the loops of one path of the tree. Fully
/// associative, least recently used, counted by working sets [Wolf and Lam, A Data
/// Locality Optimizing Algorithm, 1991]: the outermost loop whose body fits the
/// cache keeps what consecutive iterations share, halos too, and so do the loops
/// around it for arrays that they do not index; every other loop fetches again.
/// Accesses to one array that differ by constants are one box. Iterations are
/// taken as a box, and nothing stays from one path to the next.
std::map<std::string, double> linesInto(const CacheModel &cache, const Einsum &einsum,
                                        const MappingPath &path);

/// linesInto, over all paths.
std::map<std::string, double> linesInto(const CacheModel &cache, const Workload &workload,
                                        const MappingNode &mapping);

} // namespace acc::looptree
