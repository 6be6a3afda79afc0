#include "analysis/model/NotedTests.h"
#include "analysis/tree/TreeUtil.h"
#include "scheduling/OtherRegisters.h"
#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

constexpr int64_t kReductionBlock = 256; // iterations of a reduction per pass over the tiles
constexpr int64_t kPackedBlock = 128;    // the same where an operand is packed: half of the stack's
constexpr int64_t kPanelDepth = 64; // the same where each tile packs for itself: of cache
/// Bytes of a copied panel of what lies in rows, beside a tile on the stack; it stays in the first cache while the rows of the other
/// operand pass by. The sum in memory comes and goes once for each such panel.
constexpr int64_t kPanelBytes = 30 * 1024;
/// Rows that pay for it.
constexpr int64_t kRowsForPanel = 64;
/// Iterations of a reduction where a panel shares the stack with cells of scalars, the bytes of the panel's rows, and the fewest tiles of
/// rows that use it. Runs of 256 bytes are read ahead, those of 64 in rows of 4 KB are not: products of 500 are 1.4 to 1.6 times as
/// fast (gcc 12, clang 19, AVX2 on Zen 3).
constexpr int64_t kDepthBesidePanel = 72;
constexpr int64_t kRowBytesOfPanel = 256;
constexpr int64_t kFewestTilesBesidePanel = 3;
/// Tiles in a block of rows: 96 rows of 256 floats, 96 KB, stay in the second cache while the columns pass by. Products
/// of 1000 are 1.15 to 1.3 times as fast for it (gcc 12, clang 19, Zen 3).
constexpr int64_t kTilesDown = 12;
/// Bytes of the stack for the cells of scalars of a block of rows, and the rows of the largest tile.
constexpr int64_t kCellBytes = 24 * 1024;
constexpr int64_t kMostRows = 8;
constexpr int64_t kFewestColumns = 64; // that use a cell
/// Compilers that store a tile lane by lane keep less of it in registers: sums of products 1.5 to 2 times as long (gcc 12, clang 19, SSE2),
/// of which the estimate sees only the stores.
constexpr double kStoredAcross = 1.1;
constexpr int64_t kVectorsOfSingleRow = 4; // hides the latency of one row's additions

class RegisterTiler {
public:
  RegisterTiler(const Schedule &start, const NestStrides &strides, const Target &target,
                std::vector<Candidate> &all)
      : start(start), nest(start.nest()), strides(strides), target(target), all(all) {}

  void addCandidates() {
    for (size_t s = 0; s < strides.accesses.size(); ++s)
      if (const StridedAccess *accumulator = accumulatorOf(s))
        tilesOf(s, *accumulator);
  }

private:
  using Dimensions = std::vector<int>;

  /// The write of "C[..] += ..": the same array read with the same strides.
  const StridedAccess *accumulatorOf(int s) const {
    for (const StridedAccess &write : strides.accesses[s])
      for (const StridedAccess &read : strides.accesses[s])
        if (write.isWrite && !read.isWrite && read.array == write.array &&
            read.uses == write.uses && read.stride == write.stride)
          return &write;
    return nullptr;
  }

  bool isParallel(int d) const {
    return nest.source->dependences.isParallel(nest.dimensions[d].loop);
  }

  void tilesOf(int s, const StridedAccess &accumulator) {
    Dimensions kept, reductions;
    for (size_t d = 0; d < nest.dimensions.size(); ++d) {
      const NestDimension &dimension = nest.dimensions[d];
      if (dimension.kind != NestDimension::Kind::Loop || !dimension.has[s])
        continue;
      if (accumulator.uses[d])
        kept.push_back(d);
      else if (usedBySome(s, d))
        reductions.push_back(d);
    }
    if (kept.empty() || reductions.empty())
      return;
    const bool isCompiled = isWrittenOut(s, reductions) || (reductions.size() == 1 && sumsAlong(s, accumulator, reductions[0]));
    // Inner dimensions first: among equals the first candidate wins.
    for (size_t column = kept.size(); column-- > 0;)
      for (size_t row = kept.size() + 1; row-- > 0;) {
        int rows = row == 0 ? -1 : kept[row - 1];
        if (kept[column] == rows || (rows >= 0 ? !reuses(s, kept[column], rows) : isCompiled))
          continue;
        const bool isGood = goodColumn(s, kept[column], rows >= 0);
        if (isGood)
          build(s, accumulator.array, kept, reductions, kept[column], rows, {});
        if (int panel = inRows(s, kept[column], rows); panel >= 0 && isGood && reductions.size() == 1)
          build(s, accumulator.array, kept, reductions, kept[column], rows, {panel, Promotion::Layout::FirstMajor}, /*isApart=*/true);
        // The sum itself goes through registers, and the copy of the operand is contiguous.
        const bool isGoodPacked = isGood || (accumulator.isPrivate && isParallel(kept[column]));
        if (int packed = strided(s, kept[column], rows); packed >= 0 && isGoodPacked)
          build(s, accumulator.array, kept, reductions, kept[column], rows, {packed, Promotion::Layout::LastMajor});
        if (isGood && rows >= 0)
          for (int panel : {-1, inRows(s, kept[column], rows)})
            buildBehindScalars(s, accumulator.array, reductions, kept[column], rows, panel);
      }
  }

  /// Compilers write the reductions out, keep the sum in registers and make vectors along what is around.
  bool isWrittenOut(int s, const Dimensions &reductions) const {
    const std::set<std::string> names = writtenOut(start, strides, s);
    return std::all_of(reductions.begin(), reductions.end(),
                       [&](int d) { return names.count(nest.dimensions[d].name) > 0; });
  }

  /// Compilers make vectors along the reduction, of narrow elements wider ones than a tile has: a sum of integers of what lies
  /// side by side along it.
  bool sumsAlong(int s, const StridedAccess &accumulator, int reduction) const {
    const ScopArray &sum = nest.source->scop.arrays[accumulator.array];
    return sum.element.isInteger() && isReorderedSum(nest.source->scop.statements[s], sum, LoopCompiler()) &&
           std::all_of(strides.accesses[s].begin(), strides.accesses[s].end(),
                       [&](const StridedAccess &access) { return strideSize(access.stride[reduction]) <= 1; });
  }

  bool usedBySome(int s, int d) const {
    return std::any_of(strides.accesses[s].begin(), strides.accesses[s].end(),
                       [&](const StridedAccess &access) { return access.uses[d]; });
  }

  /// Contiguous somewhere in the nest (the accumulator itself may be a scalar);
  /// gathers only where rows share them.
  bool goodColumn(int s, int column, bool hasRows) const {
    bool contiguous = false, gathers = false;
    for (size_t other = 0; other < strides.accesses.size(); ++other)
      for (const StridedAccess &access : strides.accesses[other]) {
        int64_t size = access.isPrivate ? 0 : strideSize(access.stride[column]);
        contiguous |= size == 1;
        gathers |= size > 1 && static_cast<int>(other) == s;
      }
    return isParallel(column) && contiguous && (hasRows || !gathers);
  }

  /// Something that varies with the column is the same for all rows.
  bool reuses(int s, int column, int row) const {
    for (const StridedAccess &access : strides.accesses[s])
      if (access.uses[column] && !access.uses[row])
        return true;
    return false;
  }

  /// What the tile makes goes to memory with the lanes of its vectors apart.
  bool storesAcross(int column) const {
    for (const std::vector<StridedAccess> &accesses : strides.accesses)
      for (const StridedAccess &access : accesses)
        if (access.isWrite && !access.isPrivate && strideSize(access.stride[column]) > target.machine.nearElements)
          return true;
    return false;
  }

  /// Dimensions of which the operand shared by the rows depends: they go
  /// outside, so that the operand's panel is used up before the next.
  bool isBatch(int s, int d, int column) const {
    for (const StridedAccess &access : strides.accesses[s])
      if (access.uses[column] && !access.isWrite && access.uses[d] && !isAccumulator(s, access))
        return true;
    return false;
  }

  bool isAccumulator(int s, const StridedAccess &access) const {
    return access.array == accumulatorOf(s)->array;
  }

  /// The array of an operand that all rows share and that the column walks in strides: a
  /// transposed copy of its panel is contiguous. -1 for none.
  int strided(int s, int column, int row) const {
    for (const StridedAccess &access : strides.accesses[s])
      if (row >= 0 && !access.isWrite && !access.isPrivate && access.uses[column] &&
          !access.uses[row] && strideSize(access.stride[column]) > 1 && !isAccumulator(s, access))
        return access.array;
    return -1;
  }

  /// The same of one that lies in rows along the column: a copy of its panel has no gaps between them. Below a condition on data
  /// no vector takes the edge, and in a triangle no panel serves all rows.
  int inRows(int s, int column, int row) const {
    const bool isFew = row < 0 || (nest.dimensions[row].extent && *nest.dimensions[row].extent < kRowsForPanel);
    if (isFew || notedTest(nest.source->scop, nest.source->scop.statements[s]) || dependsOn(row, column) || dependsOn(column, row))
      return -1;
    for (const StridedAccess &access : strides.accesses[s])
      if (!access.isWrite && !access.isPrivate && access.uses[column] && !access.uses[row] &&
          strideSize(access.stride[column]) == 1 && !isAccumulator(s, access))
        return access.array;
    return -1;
  }

  /// The bounds of the one loop name the other's variable.
  bool dependsOn(int d, int other) const {
    const std::vector<ScopLoop> &loops = nest.source->scop.loops;
    const ScopLoop &loop = loops[nest.dimensions[d].loop];
    auto names = [&](const Polynomial &bound) { return bound.contains(loops[nest.dimensions[other].loop].name); };
    return std::any_of(loop.first.begin(), loop.first.end(), names) || std::any_of(loop.end.begin(), loop.end.end(), names);
  }

  /// An operand that is copied; none.
  struct Packed {
    int array = -1;
    Promotion::Layout layout = Promotion::Layout::FirstMajor;
    bool isInRows() const { return array >= 0 && layout == Promotion::Layout::FirstMajor; }
  };

  /// The source runs a part of a longer loop, from where a parameter says, as in blocks cut by hand: they are
  /// short enough.
  bool isBlock(int d) const {
    const Scop &scop = nest.source->scop;
    const std::vector<Polynomial> &first = scop.loops[nest.dimensions[d].loop].first;
    const std::set<std::string> symbols = first.front().symbols();
    return first.size() == 1 && !symbols.empty() &&
           std::none_of(symbols.begin(), symbols.end(),
                        [&](const std::string &name) { return scop.isIterator(name); });
  }

  /// More iterations than two blocks of tiles have, as far as is known.
  bool isLong(int d) const {
    const std::optional<int64_t> &extent = nest.dimensions[d].extent;
    return !extent || *extent > 2 * kTilesDown * tileRows(target);
  }

  int64_t clipped(int64_t size, int d) const {
    const std::optional<int64_t> &extent = nest.dimensions[d].extent;
    return extent ? std::min(size, *extent) : size;
  }

  /// The index in blocks of so many, whose inner index the last step names: "k_1", or another where there is one.
  static Outcome<Schedule> inBlocks(const Schedule &schedule, const std::string &index, int64_t size) {
    std::string inner = index + "_1";
    return schedule.split(index, size, schedule.find(inner) ? "" : inner);
  }

  /// A sum in memory may outlive its tile, so that the other statements run before or behind all tiles; where the order
  /// forbids that, or the sum is a variable's, they stay beside the tile.
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

  /// The one of which a block is taken at a time: the last along which the copied operand is contiguous, or the only one. -1 for none.
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
      tiles.emplace_back(nest.dimensions[row].name, clipped(tileRows(target), row));
    tiles.emplace_back(nest.dimensions[column].name,
                       clipped(lanes * (row >= 0 ? kVectorsPerRow : kVectorsOfSingleRow), column));

    Schedule schedule = start;
    std::string blocked; // inner index of the reduction
    const bool isPacked = packed.array >= 0;
    const int64_t rowBytes = tiles.back().second * std::max(1u, arrays[array].elementSize);
    const bool isStaying = isApart && reductions.size() == 1; // around the loop over rows; with several, the sums would pass by as often
    int64_t block = !isPacked || packed.isInRows() ? kReductionBlock : isStaying ? kPackedBlock : kPanelDepth;
    if (packed.isInRows())
      block = std::min(block, kPanelBytes / rowBytes);
    const int inBlock = blockedReduction(s, reductions, packed);
    if ((isApart || isPacked) && row >= 0 && inBlock >= 0 && clipped(block + 1, inBlock) > block &&
        ((isPacked && !packed.isInRows()) || !isBlock(inBlock))) {
      const std::string &name = nest.dimensions[inBlock].name;
      Outcome<Schedule> split = inBlocks(schedule, name, block);
      if (!split)
        return;
      schedule = *split;
      blocked = schedule.steps().back().inner.front();
    }
    const bool isWhole = isPacked && inBlock >= 0 && nest.dimensions[inBlock].extent && *nest.dimensions[inBlock].extent <= block;
    if (isPacked && blocked.empty() && !isWhole)
      return; // no panel of fixed length
    Outcome<Schedule> tiled = schedule.tile(tiles);
    if (!tiled)
      return;
    const std::vector<std::string> within = tiled->steps().back().inner;
    std::string down; // tiles in a block of them
    if (isApart && !blocked.empty() && !isPacked && isLong(row)) {
      const std::string &name = nest.dimensions[row].name;
      Outcome<Schedule> split = inBlocks(*tiled, name, kTilesDown);
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
          !usedBySome(s, d))
        place(d);
    for (int d : kept)
      if (d != column && d != row && isBatch(s, d, column))
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
    if (!isInside(blocked) && std::none_of(reductions.begin(), reductions.end(), [&](int d) { return isInside(nest.dimensions[d].name); }))
      return; // no reduction inside the tile: nothing to keep in registers
    std::string at = order[inside]; // of private arrays
    order.insert(order.end(), within.begin(), within.end());
    Outcome<Schedule> reordered = tiled->reorder(order);
    if (!reordered)
      return;

    Candidate candidate{"register tile", *reordered, {}, {}};
    if (row >= 0)
      candidate.unrolled.insert(within.front());
    if (isPacked)
      candidate.promotions.push_back({arrays[packed.array].name, isOutside ? nest.dimensions[row].name : isWhole ? nest.dimensions[inBlock].name : blocked, packed.layout});
    if (packed.isInRows())
      candidate.gain = target.machine.panelTraffic;
    if (storesAcross(column))
      candidate.gain *= kStoredAcross;
    Promotion accumulator{arrays[array].name, arrays[array].isPrivate ? aroundUses(*reordered, array, inside)
                                                                      : firstLoop(*reordered, inside, s)};
    if (arrays[array].isPrivate && isAlongRows(s, array, column))
      accumulator.layout = Promotion::Layout::LastMajor;
    if (!arrays[array].isPrivate && !promotedTile(*reordered, accumulator.array, accumulator.index))
      return; // compilers keep no such tile in registers by themselves
    candidate.promotions.push_back(accumulator);
    for (size_t a = 0; a < arrays.size(); ++a)
      if (arrays[a].isPrivate && static_cast<int>(a) != array)
        candidate.promotions.push_back({arrays[a].name, at});
    all.push_back(std::move(candidate));
  }

  /// Scalars between the reduction and the columns get a cell for each iteration of a panel, before the tiles that use them:
  ///   for j { .. for l { t = f(l, j); for i C[j][i] += t*A[l][i]; } }
  ///   -> for l for j { for l_1 for jj t[l_1][jj] = ..; for i for l_1 for jj for ii C[..] += t[l_1][jj]*A[..] }
  /// Where nothing else stands in the loops, a block of rows has its cells at once, so that the other operand stays in the caches:
  ///   -> for l for j { for j_1 for l_1 for jj t[l_1][j_1 + jj] = ..; for i for j_1 for l_1 for jj for ii C[..] += ..; }
  /// With a `panel`, an operand in rows, this block of rows has a copy of it, too, and then fewer rows and iterations.
  void buildBehindScalars(int s, int array, const Dimensions &reductions, int column, int row, int panel) {
    const std::vector<ScopArray> &arrays = nest.source->scop.arrays;
    const int between = nest.dimensions[column].fusing;
    const int reduction = reductions.back();
    std::set<std::string> scalars;
    for (const StridedAccess &access : strides.accesses[s])
      if (arrays[access.array].isPrivate && !access.uses[column])
        scalars.insert(arrays[access.array].name);
    bool isBetween = reduction < between && row < between && between < column;
    const bool isAlone = countFusing() == 1, hasPanel = panel >= 0;
    const int64_t depth = hasPanel ? kDepthBesidePanel : kPackedBlock, element = std::max(1u, arrays[array].elementSize);
    if (!isBetween || scalars.empty() || arrays[array].isPrivate || isBlock(reduction) ||
        clipped(depth + 1, reduction) <= depth || ((isAlone || hasPanel) && !computesBefore(s, column)))
      return;
    const int64_t lanes = std::max<int64_t>(1, target.vectorBytes / element);
    const int64_t columns = clipped(lanes * kVectorsPerRow, column);
    Outcome<Schedule> schedule = inBlocks(start, nest.dimensions[reduction].name, depth);
    if (!schedule)
      return;
    const std::string steps = schedule->steps().back().inner.front();
    schedule = schedule->tile({{nest.dimensions[row].name, clipped(tileRows(target), row)},
                               {nest.dimensions[column].name, columns}});
    if (!schedule)
      return;
    std::vector<std::string> within = schedule->steps().back().inner;
    const std::string unrolled = within.front();
    within.insert(within.begin(), steps);
    const int64_t tilesAcross = kRowBytesOfPanel / (columns * element);
    if (hasPanel && tilesAcross > 1) {
      schedule = inBlocks(*schedule, nest.dimensions[column].name, tilesAcross);
      if (!schedule)
        return;
      within.insert(within.begin(), schedule->steps().back().inner.front());
    }
    if (isAlone || hasPanel) {
      const int64_t most = kCellBytes / (depth * kMostRows * element * int64_t(scalars.size()));
      if (hasPanel && most < kFewestTilesBesidePanel)
        return;
      schedule = inBlocks(*schedule, nest.dimensions[row].name, std::max<int64_t>(1, most));
      if (!schedule)
        return;
      within.insert(within.begin(), schedule->steps().back().inner.front());
    }
    const std::string outermost = within.front();
    schedule = schedule->reorder(orderBehindScalars(s, reduction, row, within));
    if (!schedule)
      return;
    Candidate candidate{"register tile behind scalars", *schedule, {unrolled}, {}};
    for (const std::string &scalar : scalars)
      candidate.promotions.push_back({scalar, nest.dimensions[between].name});
    if (hasPanel) {
      candidate.promotions.push_back({arrays[panel].name, outermost});
      candidate.gain = target.machine.panelTraffic;
    }
    candidate.promotions.push_back({arrays[array].name, steps});
    if (promotedTile(*schedule, arrays[array].name, steps))
      all.push_back(std::move(candidate));
  }

  /// The reduction and the rows go outside of what stands between the loops, `within` innermost.
  std::vector<std::string> orderBehindScalars(int s, int reduction, int row, const std::vector<std::string> &within) const {
    std::vector<std::string> names;
    bool isPlaced = false;
    for (int d = 0; d < static_cast<int>(nest.dimensions.size()); ++d) {
      if (!isPlaced && d > nest.dimensions[reduction].fusing && (d >= reduction || !nest.dimensions[d].has[s])) {
        names.push_back(nest.dimensions[reduction].name);
        names.push_back(nest.dimensions[row].name);
        isPlaced = true;
      }
      if (d != reduction && d != row)
        names.push_back(nest.dimensions[d].name);
    }
    names.insert(names.end(), within.begin(), within.end());
    return names;
  }

  /// What the columns use of another statement is computed there and not only read, and there are columns enough to use it again.
  bool computesBefore(int s, int column) const {
    const Scop &scop = nest.source->scop;
    const std::optional<int64_t> &extent = nest.dimensions[column].extent;
    if (extent && *extent < kFewestColumns)
      return false;
    for (size_t other = 0; other < scop.statements.size(); ++other)
      if (const StmtRef &body = scop.statements[other].body; static_cast<int>(other) != s && body && body->value)
        if (skipCasts(*body->value).kind == Expr::Kind::Binary)
          return true;
    return false;
  }

  int64_t countFusing() const {
    return std::count_if(nest.dimensions.begin(), nest.dimensions.end(),
                         [](const NestDimension &d) { return d.kind == NestDimension::Kind::Fusing; });
  }

  /// The last subscript of the array is not the columns': t[8] of each column, all of which a vector wants side by side.
  bool isAlongRows(int s, int array, int column) const {
    const std::string &name = nest.source->scop.loops[nest.dimensions[column].loop].name;
    for (size_t a = 0; a < strides.accesses[s].size(); ++a)
      if (strides.accesses[s][a].array == array) {
        const std::vector<Polynomial> &subscripts = nest.source->views.viewOf(s, a).subscripts;
        return subscripts.size() > nest.source->scop.arrays[array].privateLoops.size() && !subscripts.back().contains(name);
      }
    return false;
  }

  /// The index at `position`, or the fusing one before it that tells statements apart which use the array.
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
