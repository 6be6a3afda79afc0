#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace acc {
namespace {

constexpr unsigned kLineBytes = 64; // a tile's row is one cache line

/// Some access of the statement runs along `near` and jumps along `far`.
bool runsAlong(const std::vector<StridedAccess> &accesses, int near, int far) {
  for (const StridedAccess &access : accesses)
    if (!access.isPrivate && strideSize(access.stride[near]) == 1 &&
        strideSize(access.stride[far]) >= kLineBytes)
      return true;
  return false;
}

unsigned largestElement(const Nest &nest, const std::vector<StridedAccess> &accesses) {
  unsigned size = 1;
  for (const StridedAccess &access : accesses)
    size = std::max(size, nest.source->scop.arrays[access.array].elementSize);
  return size;
}

void add(const Nest &nest, int first, int second, int64_t side, std::vector<Candidate> &all) {
  const std::string &a = nest.dimensions[first].name, &b = nest.dimensions[second].name;
  Outcome<Schedule> tiled = Schedule(nest).tile({{a, side}, {b, side}});
  if (!tiled)
    return;
  std::vector<std::string> order;
  for (const NestDimension &dimension : nest.dimensions)
    order.push_back(dimension.name);
  for (const std::string &inner : tiled->steps().back().inner)
    order.push_back(inner);
  if (Outcome<Schedule> schedule = tiled->reorder(order))
    all.push_back({"transpose tile", *schedule, {}, {}});
}

/// The source has cut it into blocks: it ends where the block or the array does, as with k < kk + 16 && k < n. Smaller ones
/// gain nothing.
bool isBlockByHand(const Nest &nest, int dimension) {
  const int number = nest.dimensions[dimension].loop;
  if (number < 0)
    return false;
  const Scop &scop = nest.source->scop;
  const std::vector<Polynomial> &ends = scop.loops[number].end;
  return ends.size() > 1 && std::any_of(ends.begin(), ends.end(), [&](const Polynomial &end) {
           const std::set<std::string> names = end.symbols();
           return std::any_of(names.begin(), names.end(), [&](const std::string &name) { return scop.isIterator(name); });
         });
}

} // namespace

void addTransposeTiles(const Nest &nest, const NestStrides &strides, std::vector<Candidate> &all) {
  for (const std::vector<StridedAccess> &accesses : strides.accesses)
    for (size_t a = 0; a < nest.dimensions.size(); ++a)
      for (size_t b = 0; b < nest.dimensions.size(); ++b)
        if (a != b && runsAlong(accesses, a, b) && runsAlong(accesses, b, a) &&
            !(isBlockByHand(nest, a) && isBlockByHand(nest, b)))
          add(nest, a, b, std::max(2u, kLineBytes / largestElement(nest, accesses)), all);
}

} // namespace acc
