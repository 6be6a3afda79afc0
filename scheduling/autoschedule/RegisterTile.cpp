#include "scheduling/OtherRegisters.h"
#include "scheduling/autoschedule/TileOperands.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

constexpr int64_t kReductionBlock = 256; // iterations of a reduction per pass over the tiles
constexpr int64_t kPackedBlock = 128;    // the same where an operand is packed: half of the stack's
constexpr int64_t kPanelDepth = 64;      // the same where each tile packs for itself: of cache
/// Bytes of a copied panel of what lies in rows, beside a tile on the stack; it stays in the first
/// cache while the rows of the other operand pass by. The sum in memory comes and goes once for
/// each such panel.
constexpr int64_t kPanelBytes = 30 * 1024;
/// Tiles in a block of rows: 96 rows of 256 floats, 96 KB, stay in the second cache while the
/// columns pass by. Products of 1000 are 1.15 to 1.3 times as fast for it (gcc 12, clang 19, Zen
/// 3).
constexpr int64_t kTilesDown = 12;
/// The same beside a copied panel, which each block of rows copies anew: 256 rows of 240 floats or
/// doubles, 240 or 480 KB. Products of 1000 and 2000 are 1.02 to 1.42 times as fast for it (gcc 12,
/// Cascade Lake).
constexpr int64_t kTilesBesidePanel = 32;
/// Compilers that store a tile lane by lane keep less of it in registers: sums of products 1.5 to 2
/// times as long (gcc 12, clang 19, SSE2), of which the estimate sees only the stores.
constexpr double kStoredAcross = 1.1;
constexpr int64_t kVectorsOfSingleRow = 4; // hides the latency of one row's additions

class RegisterTiler {
public:
  RegisterTiler(const Schedule &start, const NestStrides &strides, const Target &target,
                std::vector<Candidate> &all)
      : start(start), nest(start.nest()), strides(strides), target(target),
        operands(start, strides, target), all(all) {}

  void addCandidates() {
    for (size_t s = 0; s < strides.accesses.size(); ++s)
      if (const StridedAccess *accumulator = operands.accumulatorOf(s))
        tilesOf(s, *accumulator);
  }

private:
  using Dimensions = TileOperands::Dimensions;

  void tilesOf(int s, const StridedAccess &accumulator) {
    Dimensions kept, reductions;
    for (size_t d = 0; d < nest.dimensions.size(); ++d) {
      const NestDimension &dimension = nest.dimensions[d];
      if (dimension.kind != NestDimension::Kind::Loop || !dimension.has[s])
        continue;
      if (accumulator.uses[d])
        kept.push_back(d);
      else if (operands.usedBySome(s, d))
        reductions.push_back(d);
    }
    if (kept.empty() || reductions.empty())
      return;
    const bool isCompiled =
        operands.isWrittenOut(s, reductions) ||
        (reductions.size() == 1 && operands.sumsAlong(s, accumulator, reductions[0]));
    // Inner dimensions first: among equals the first candidate wins.
    for (size_t column = kept.size(); column-- > 0;)
      for (size_t row = kept.size() + 1; row-- > 0;) {
        int rows = row == 0 ? -1 : kept[row - 1];
        if (kept[column] == rows || (rows >= 0 ? !operands.reuses(s, kept[column], rows) ||
                                                     operands.isBand(kept[column], rows)
                                               : isCompiled))
          continue;
        const bool isGood = operands.goodColumn(s, kept[column], rows >= 0);
        if (isGood)
          build(s, accumulator.array, kept, reductions, kept[column], rows, {});
        if (int panel = operands.inRows(s, kept[column], rows);
            panel >= 0 && isGood && reductions.size() == 1)
          build(s, accumulator.array, kept, reductions, kept[column], rows,
                {panel, Promotion::Layout::FirstMajor}, /*isApart=*/true);
        // The sum itself goes through registers, and the copy of the operand is contiguous.
        const bool isGoodPacked =
            isGood || (accumulator.isPrivate && operands.isParallel(kept[column]));
        if (int packed = operands.strided(s, kept[column], rows); packed >= 0 && isGoodPacked)
          build(s, accumulator.array, kept, reductions, kept[column], rows,
                {packed, Promotion::Layout::LastMajor});
        if (isGood && rows >= 0)
          for (int panel : {-1, operands.inRows(s, kept[column], rows)})
            addTileBehindScalars(start, strides, target,
                                 {s, accumulator.array, reductions, kept[column], rows}, panel,
                                 all);
      }
  }

  /// An operand that is copied; none.
  struct Packed {
    int array = -1;
    Promotion::Layout layout = Promotion::Layout::FirstMajor;
    bool isInRows() const { return array >= 0 && layout == Promotion::Layout::FirstMajor; }
    bool isTurned() const { return array >= 0 && layout == Promotion::Layout::LastMajor; }
  };

  /// More iterations than two blocks of so many tiles have, as far as is known.
  bool isLong(int d, int64_t tiles) const {
    const std::optional<int64_t> &extent = nest.dimensions[d].extent;
    return !extent || *extent > 2 * tiles * tileRows(target);
  }

  /// A sum in memory may outlive its tile, so that the other statements run before or behind all
  /// tiles; where the order forbids that, or the sum is a variable's, they stay beside the tile.
  void build(int s, int array, const Dimensions &kept, const Dimensions &reductions, int column,
             int row, const Packed &packed) {
    bool perfect =
        std::none_of(nest.dimensions.begin(), nest.dimensions.end(),
                     [](const NestDimension &d) { return d.kind == NestDimension::Kind::Fusing; });
    if (perfect || !nest.source->scop.arrays[array].isPrivate)
      build(s, array, kept, reductions, column, row, packed, /*isApart=*/true);
    if (!perfect)
      build(s, array, kept, reductions, column, row, packed, /*isApart=*/false);
  }

  /// The one of which a block is taken at a time: the last along which the copied operand is
  /// contiguous, or the only one. -1 for none.
  int blockedReduction(int s, const Dimensions &reductions, const Packed &packed) const {
    if (reductions.size() == 1)
      return reductions.front();
    int found = -1;
    for (const StridedAccess &access : strides.accesses[s])
      if (access.array == packed.array)
        for (int d : reductions)
          found = strideSize(access.stride[d]) == 1 ? d : found;
    return found;
  }

  void build(int s, int array, const Dimensions &kept, const Dimensions &reductions, int column,
             int row, const Packed &packed, bool isApart) {
    const std::vector<ScopArray> &arrays = nest.source->scop.arrays;
    int64_t lanes =
        std::max<int64_t>(1, target.vectorBytes / std::max(1u, arrays[array].elementSize));
    std::vector<std::pair<std::string, int64_t>> tiles;
    if (row >= 0)
      tiles.emplace_back(nest.dimensions[row].name, operands.clipped(tileRows(target), row));
    tiles.emplace_back(
        nest.dimensions[column].name,
        operands.clipped(lanes * (row < 0             ? kVectorsOfSingleRow
                                  : packed.isTurned() ? kVectorsPerRow
                                                      : operands.vectorsInRow(row, column)),
                         column));

    Outcome<Schedule> aligned =
        row >= 0 ? operands.alignedAtDiagonal(start, s, row, column) : start;
    if (!aligned)
      return;
    Schedule schedule = *aligned;
    std::string blocked; // inner index of the reduction
    const bool isPacked = packed.array >= 0;
    const int64_t rowBytes = tiles.back().second * std::max(1u, arrays[array].elementSize);
    const bool isStaying =
        isApart &&
        reductions.size() ==
            1; // around the loop over rows; with several, the sums would pass by as often
    int64_t block = !isPacked || packed.isInRows() ? kReductionBlock
                    : isStaying                    ? kPackedBlock
                                                   : kPanelDepth;
    if (packed.isInRows())
      block = std::min(block, kPanelBytes / rowBytes);
    const int inBlock = blockedReduction(s, reductions, packed);
    if ((isApart || isPacked) && row >= 0 && inBlock >= 0 &&
        operands.clipped(block + 1, inBlock) > block &&
        ((isPacked && !packed.isInRows()) || !operands.isBlock(inBlock))) {
      const std::string &name = nest.dimensions[inBlock].name;
      Outcome<Schedule> split = inBlocks(schedule, name, block);
      if (!split)
        return;
      schedule = *split;
      blocked = schedule.steps().back().inner.front();
    }
    const bool isWhole = isPacked && inBlock >= 0 && nest.dimensions[inBlock].extent &&
                         *nest.dimensions[inBlock].extent <= block;
    if (isPacked && blocked.empty() && !isWhole)
      return; // no panel of fixed length
    Outcome<Schedule> tiled = schedule.tile(tiles);
    if (!tiled)
      return;
    const std::vector<std::string> within = tiled->steps().back().inner;
    std::string down; // tiles in a block of them
    const int64_t tilesDown = isPacked ? kTilesBesidePanel : kTilesDown;
    if (isApart && !blocked.empty() && (!isPacked || packed.isInRows()) && isLong(row, tilesDown)) {
      const std::string &name = nest.dimensions[row].name;
      Outcome<Schedule> split = inBlocks(*tiled, name, tilesDown);
      if (!split)
        return;
      tiled = split;
      down = tiled->steps().back().inner.front();
    }

    placed.assign(nest.dimensions.size(), false);
    order.clear();
    wanted = kept;
    for (size_t d = 0; d < nest.dimensions.size(); ++d) // repetitions stay outermost
      if (nest.dimensions[d].kind == NestDimension::Kind::Loop && nest.dimensions[d].has[s] &&
          !operands.usedBySome(s, d))
        place(d);
    for (int d : kept)
      if (d != column && d != row && operands.isBatch(s, d, column))
        place(d);
    const bool isOutside = isStaying && (!blocked.empty() || isWhole);
    if (isOutside && !isWhole)
      place(inBlock);
    if (!down.empty())
      place(row);
    place(column);
    for (int d : kept)
      if (d != row)
        place(d);
    if (row >= 0)
      place(row);
    if (!down.empty())
      order.push_back(down);
    size_t inside = order.size();
    if (isOutside && !isWhole)
      order.push_back(blocked);
    for (size_t d = 0; d < nest.dimensions.size(); ++d) {
      place(d);
      if (!isOutside && !blocked.empty() && static_cast<int>(d) == inBlock)
        order.push_back(blocked);
    }
    auto isInside = [&](const std::string &name) {
      return std::find(order.begin() + static_cast<long>(inside), order.end(), name) != order.end();
    };
    if (!isInside(blocked) && std::none_of(reductions.begin(), reductions.end(), [&](int d) {
          return isInside(nest.dimensions[d].name);
        }))
      return;                       // no reduction inside the tile: nothing to keep in registers
    std::string at = order[inside]; // of private arrays
    order.insert(order.end(), within.begin(), within.end());
    Outcome<Schedule> reordered = tiled->reorder(order);
    if (!reordered)
      return;

    Candidate candidate{"register tile", *reordered, {}, {}};
    if (row >= 0)
      candidate.unrolled.insert(within.front());
    if (isPacked)
      candidate.promotions.push_back({arrays[packed.array].name,
                                      !down.empty() ? down
                                      : isOutside   ? nest.dimensions[row].name
                                      : isWhole     ? nest.dimensions[inBlock].name
                                                    : blocked,
                                      packed.layout});
    if (packed.isInRows())
      candidate.gain = target.machine.panelTraffic;
    if (operands.storesAcross(column))
      candidate.gain *= kStoredAcross;
    Promotion accumulator{arrays[array].name, arrays[array].isPrivate
                                                  ? aroundUses(*reordered, array, inside)
                                                  : firstLoop(*reordered, inside, s)};
    if (arrays[array].isPrivate && operands.isAlongRows(s, array, column))
      accumulator.layout = Promotion::Layout::LastMajor;
    if (!arrays[array].isPrivate && !promotedTile(*reordered, accumulator.array, accumulator.index))
      return; // compilers keep no such tile in registers by themselves
    candidate.promotions.push_back(accumulator);
    for (size_t a = 0; a < arrays.size(); ++a)
      if (arrays[a].isPrivate && static_cast<int>(a) != array)
        candidate.promotions.push_back({arrays[a].name, at});
    all.push_back(std::move(candidate));
  }

  /// The index at `position`, or the fusing one before it that tells statements apart which use the
  /// array.
  std::string aroundUses(const Schedule &schedule, int array, size_t position) const {
    for (size_t k = 0; k < position; ++k) {
      const Index &index = schedule.order()[k];
      if (index.kind != NestDimension::Kind::Fusing || index.dimension < 0)
        continue;
      const std::vector<Polynomial> &values = nest.dimensions[index.dimension].value;
      const Polynomial *first = nullptr;
      for (size_t s = 0; s < strides.accesses.size(); ++s)
        for (const StridedAccess &access : strides.accesses[s]) {
          if (access.array != array)
            continue;
          if (first && !(*first == values[s]))
            return index.name;
          first = &values[s];
        }
    }
    return schedule.order()[position].name;
  }

  /// The statement's first loop from `position` of the order on; a memory array's buffer is
  /// filled and written back around it.
  static std::string firstLoop(const Schedule &schedule, size_t position, int s) {
    while (schedule.order()[position].kind == NestDimension::Kind::Fusing ||
           !schedule.order()[position].has[s])
      ++position;
    return schedule.order()[position].name;
  }

  /// Appends a dimension, before it the fusing dimension that must precede it,
  /// and before that one the loops around it that are not to be moved.
  void place(int d) {
    if (placed[d])
      return;
    placed[d] = true;
    int guard = nest.dimensions[d].fusing;
    if (guard >= 0 && !placed[guard]) {
      for (int outer = 0; outer < guard; ++outer)
        if (std::find(wanted.begin(), wanted.end(), outer) == wanted.end())
          place(outer);
      place(guard);
    }
    order.push_back(nest.dimensions[d].name);
  }

  const Schedule &start;
  const Nest &nest;
  const NestStrides &strides;
  const Target &target;
  const TileOperands operands;
  std::vector<Candidate> &all;
  std::vector<bool> placed;       // per dimension, while an order is built
  std::vector<std::string> order; // as far as it is built
  Dimensions wanted;              // placed explicitly
};

} // namespace

void addRegisterTiles(const Schedule &start, const NestStrides &strides, const Target &target,
                      std::vector<Candidate> &all) {
  RegisterTiler(start, strides, target, all).addCandidates();
}

} // namespace acc
