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

/// The schedule with tiles of the two dimensions innermost, `second` the last; none where there is
/// none.
std::optional<Schedule> inTiles(const Schedule &start, int first, int second, int64_t side,
                                std::vector<std::string> outer) {
  const Nest &nest = start.nest();
  const std::string &a = nest.dimensions[first].name, &b = nest.dimensions[second].name;
  Outcome<Schedule> tiled = start.tile({{a, side}, {b, side}});
  if (!tiled)
    return std::nullopt;
  for (const std::string &inner : tiled->steps().back().inner)
    outer.push_back(inner);
  Outcome<Schedule> schedule = tiled->reorder(outer);
  return schedule ? std::optional(*schedule) : std::nullopt;
}

std::vector<std::string> namesOf(const Nest &nest) {
  std::vector<std::string> names;
  for (const NestDimension &dimension : nest.dimensions)
    names.push_back(dimension.name);
  return names;
}

void add(const Schedule &start, int first, int second, int64_t side, std::vector<Candidate> &all) {
  if (std::optional<Schedule> schedule = inTiles(start, first, second, side, namesOf(start.nest())))
    all.push_back({"transpose tile", *schedule, {}, {}});
}

/// All accesses to the array run alike, so that one copy serves them.
bool runsAlike(const NestStrides &strides, const StridedAccess &access) {
  for (const std::vector<StridedAccess> &others : strides.accesses)
    for (const StridedAccess &other : others)
      if (other.array == access.array && other.stride != access.stride)
        return false;
  return true;
}

/// Arrays that are read in rows along `first`, of elements that are turned in registers. What else
/// is done with the rows of one that is written is done in the copy.
std::set<std::string> turnedArrays(const Nest &nest, const NestStrides &strides,
                                   const std::vector<StridedAccess> &accesses, int first,
                                   int second) {
  std::set<std::string> names;
  for (const StridedAccess &access : accesses) {
    const ScopArray &array = nest.source->scop.arrays[access.array];
    const bool isOneCopy =
        !isWrittenIn(nest.source->scop, access.array) || runsAlike(strides, access);
    if (isOneCopy && !access.isWrite && !access.isPrivate &&
        (array.elementSize == 4 || array.elementSize == 8) &&
        strideSize(access.stride[first]) == 1 && strideSize(access.stride[second]) >= kLineBytes)
      names.insert(array.name);
  }
  return names;
}

/// The same where the stores run along `second`: a tile of what is read across goes through a copy
/// that is turned in registers, and the tiles follow one another along the stores, so that these
/// fill whole lines and few rows are open at once.
void addTurned(const Schedule &start, const NestStrides &strides,
               const std::vector<StridedAccess> &accesses, int first, int second, int64_t side,
               std::vector<Candidate> &all) {
  const Nest &nest = start.nest();
  const std::set<std::string> turned = turnedArrays(nest, strides, accesses, first, second);
  std::vector<std::string> outer = namesOf(nest);
  if (first > second)
    std::swap(outer[first], outer[second]);
  std::optional<Schedule> schedule;
  if (!turned.empty())
    schedule = inTiles(start, first, second, side, outer);
  if (!schedule)
    return;
  Candidate candidate{"turned tile", *schedule, {}, {}};
  // Around all statements of a tile.
  const std::vector<Index> &order = schedule->order();
  size_t place = order.size() - 2;
  while (place > 0 && order[place - 1].kind == NestDimension::Kind::Fusing)
    --place;
  for (const std::string &array : turned)
    candidate.promotions.push_back({array, order[place].name, Promotion::Layout::LastMajor});
  all.push_back(std::move(candidate));
}

/// The source has cut it into blocks: it ends where the block or the array does, as with k < kk +
/// 16 && k < n. Smaller ones gain nothing.
bool isBlockByHand(const Nest &nest, int dimension) {
  const int number = nest.dimensions[dimension].loop;
  if (number < 0)
    return false;
  const Scop &scop = nest.source->scop;
  const std::vector<Polynomial> &ends = scop.loops[number].end;
  return ends.size() > 1 && std::any_of(ends.begin(), ends.end(), [&](const Polynomial &end) {
           const std::set<std::string> names = end.symbols();
           return std::any_of(names.begin(), names.end(),
                              [&](const std::string &name) { return scop.isIterator(name); });
         });
}

} // namespace

void addTransposeTiles(const Schedule &start, const NestStrides &strides,
                       std::vector<Candidate> &all) {
  const Nest &nest = start.nest();
  for (const std::vector<StridedAccess> &accesses : strides.accesses)
    for (size_t a = 0; a < nest.dimensions.size(); ++a)
      for (size_t b = 0; b < nest.dimensions.size(); ++b)
        if (a != b && runsAlong(accesses, a, b) && runsAlong(accesses, b, a) &&
            !(isBlockByHand(nest, a) && isBlockByHand(nest, b))) {
          const int64_t side = std::max(2u, kLineBytes / largestElement(nest, accesses));
          addTurned(start, strides, accesses, a, b, side, all);
          add(start, a, b, side, all);
        }
}

} // namespace acc
