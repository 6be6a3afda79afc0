// Sums of integers that compilers take in any order, rows times columns of them at once: what is
// read along the sum is loaded once for all of a row, or a column, of the tile.
#include "scheduling/autoschedule/TileOperands.h"

#include <algorithm>

namespace acc {
namespace {

constexpr int64_t kSide = 4;    // sums in a row, and in a column, of a tile
constexpr int64_t kBlock = 512; // iterations for which operands are copied
constexpr int64_t kFewest = 64; // iterations of a sum that pay for its tile's ends
class SumTiler {
public:
  SumTiler(const Schedule &start, const NestStrides &strides, const Target &target,
           std::vector<Candidate> &all)
      : start(start), nest(start.nest()), strides(strides), operands(start, strides, target),
        all(all) {}

  void addCandidates() {
    for (size_t s = 0; s < strides.accesses.size(); ++s)
      if (const StridedAccess *sum = operands.accumulatorOf(s); sum && sum->isPrivate)
        addTilesOf(s, *sum);
  }

private:
  bool isLoopOf(int s, int d) const {
    return nest.dimensions[d].kind == NestDimension::Kind::Loop && nest.dimensions[d].has[s];
  }

  /// The loops of the statement, outermost first.
  std::vector<int> loopsOf(int s) const {
    std::vector<int> loops;
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      if (isLoopOf(s, d))
        loops.push_back(d);
    return loops;
  }

  void addTilesOf(int s, const StridedAccess &sum) {
    const std::vector<int> loops = loopsOf(s);
    if (loops.size() < 3)
      return;
    const int along = loops.back(), column = loops[loops.size() - 2], row = loops[loops.size() - 3];
    const bool isShort = nest.dimensions[along].extent.value_or(kFewest) < kFewest;
    for (int d : {row, column})
      if (!operands.isParallel(d) || nest.dimensions[d].extent.value_or(kSide) < kSide)
        return;
    if (isShort || !operands.sumsAlong(s, sum, along) || !operands.reuses(s, row, column) ||
        !operands.reuses(s, column, row) || operands.dependsOn(along, row) ||
        operands.dependsOn(along, column) || operands.dependsOn(column, row))
      return;
    add(s, row, column, along, readsBytes(s));
  }

  /// All that it sums up are bytes, in order along the sum.
  bool readsBytes(int s) const {
    return std::all_of(
        strides.accesses[s].begin(), strides.accesses[s].end(), [&](const StridedAccess &access) {
          const ScopArray &array = nest.source->scop.arrays[access.array];
          return access.isPrivate || (array.element.isInteger() && array.elementSize == 1);
        });
  }

  void add(int s, int row, int column, int along, bool copies) {
    const std::vector<ScopArray> &arrays = nest.source->scop.arrays;
    const std::string &name = nest.dimensions[along].name;
    Outcome<Schedule> tiled =
        start.tile({{nest.dimensions[row].name, kSide}, {nest.dimensions[column].name, kSide}});
    if (!tiled)
      return;
    const std::vector<std::string> within = tiled->steps().back().inner;
    std::string summed = name;
    if (copies) {
      tiled = inBlocks(*tiled, name, kBlock);
      if (!tiled)
        return;
      summed = tiled->steps().back().inner.front();
    }
    std::vector<std::string> order;
    for (size_t d = 0; d < nest.dimensions.size(); ++d) {
      order.push_back(nest.dimensions[d].name);
      if (static_cast<int>(d) != along)
        continue;
      if (copies)
        order.push_back(summed);
      order.insert(order.end(), within.begin(), within.end());
    }
    Outcome<Schedule> reordered = tiled->reorder(order);
    if (!reordered)
      return;
    Candidate candidate{"tile of sums", *reordered, {within.begin(), within.end()}, {}};
    candidate.summed = summed;
    const std::string &inside = nest.dimensions[column + 1].name; // what the column's loop holds
    for (const ScopArray &array : arrays)
      if (array.isPrivate)
        candidate.promotions.push_back({array.name, inside});
    for (const StridedAccess &access : strides.accesses[s])
      if (copies && !access.isPrivate)
        candidate.promotions.push_back({arrays[access.array].name, summed});
    all.push_back(std::move(candidate));
  }

  const Schedule &start;
  const Nest &nest;
  const NestStrides &strides;
  const TileOperands operands;
  std::vector<Candidate> &all;
};

} // namespace

void addSumTiles(const Schedule &start, const NestStrides &strides, const Target &target,
                 const LoopCompiler &compiler, std::vector<Candidate> &all) {
  if (!compiler.pairsBytes)
    SumTiler(start, strides, target, all).addCandidates();
}

} // namespace acc
