#include "analysis/tree/TreeUtil.h"
#include "scheduling/OtherRegisters.h"
#include "scheduling/autoschedule/TileOperands.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

constexpr int64_t kDepth = 128; // iterations of the reduction whose cells stand on the stack
/// Iterations of a reduction where a panel shares the stack with cells of scalars, the bytes of the
/// panel's rows, and the fewest tiles of rows that use it. Runs of 256 bytes are read ahead, those
/// of 64 in rows of 4 KB are not: products of 500 are 1.4 to 1.6 times as fast (gcc 12, clang 19,
/// AVX2 on Zen 3).
constexpr int64_t kDepthBesidePanel = 72;
constexpr int64_t kRowBytesOfPanel = 256;
constexpr int64_t kFewestTilesBesidePanel = 3;
/// Bytes of the stack for the cells of scalars of a block of rows, and the rows of the largest
/// tile.
constexpr int64_t kCellBytes = 24 * 1024;
constexpr int64_t kMostRows = 8;
constexpr int64_t kFewestColumns = 64; // that use a cell

class TilerBehindScalars {
public:
  TilerBehindScalars(const Schedule &start, const NestStrides &strides, const Target &target,
                     const TileChoice &tile)
      : start(start), nest(start.nest()), strides(strides), target(target),
        operands(start, strides, target), s(tile.statement), array(tile.array),
        reduction(tile.reductions.back()), column(tile.column), row(tile.row) {}

  void add(int panel, std::vector<Candidate> &all) const {
    const std::vector<ScopArray> &arrays = nest.source->scop.arrays;
    const int between = nest.dimensions[column].fusing;
    std::set<std::string> scalars;
    for (const StridedAccess &access : strides.accesses[s])
      if (arrays[access.array].isPrivate && !access.uses[column])
        scalars.insert(arrays[access.array].name);
    bool isBetween = reduction < between && row < between && between < column;
    const bool isAlone = countFusing() == 1, hasPanel = panel >= 0;
    const int64_t depth = hasPanel ? kDepthBesidePanel : kDepth,
                  element = std::max(1u, arrays[array].elementSize);
    if (!isBetween || scalars.empty() || arrays[array].isPrivate || operands.isBlock(reduction) ||
        operands.clipped(depth + 1, reduction) <= depth ||
        ((isAlone || hasPanel) && !computesBefore()))
      return;
    const int64_t lanes = std::max<int64_t>(1, target.vectorBytes / element);
    const int64_t columns = operands.clipped(lanes * operands.vectorsInRow(row, column), column);
    Outcome<Schedule> schedule = operands.alignedAtDiagonal(start, s, row, column);
    if (schedule)
      schedule = inBlocks(*schedule, nest.dimensions[reduction].name, depth);
    if (!schedule)
      return;
    const std::string steps = schedule->steps().back().inner.front();
    schedule = schedule->tile({{nest.dimensions[row].name, operands.clipped(tileRows(target), row)},
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
    schedule = schedule->reorder(orderWith(within));
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

private:
  /// The reduction and the rows go outside of what stands between the loops, `within` innermost.
  std::vector<std::string> orderWith(const std::vector<std::string> &within) const {
    std::vector<std::string> names;
    bool isPlaced = false;
    for (int d = 0; d < static_cast<int>(nest.dimensions.size()); ++d) {
      if (!isPlaced && d > nest.dimensions[reduction].fusing &&
          (d >= reduction || !nest.dimensions[d].has[s])) {
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

  /// What the columns use of another statement is computed there and not only read, and there are
  /// columns enough to use it again.
  bool computesBefore() const {
    const Scop &scop = nest.source->scop;
    const std::optional<int64_t> &extent = nest.dimensions[column].extent;
    if (extent && *extent < kFewestColumns)
      return false;
    for (size_t other = 0; other < scop.statements.size(); ++other)
      if (const StmtRef &body = scop.statements[other].body;
          static_cast<int>(other) != s && body && body->value)
        if (skipCasts(*body->value).kind == Expr::Kind::Binary)
          return true;
    return false;
  }

  int64_t countFusing() const {
    return std::count_if(
        nest.dimensions.begin(), nest.dimensions.end(),
        [](const NestDimension &d) { return d.kind == NestDimension::Kind::Fusing; });
  }

  const Schedule &start;
  const Nest &nest;
  const NestStrides &strides;
  const Target &target;
  const TileOperands operands;
  const int s, array, reduction, column, row;
};

} // namespace

void addTileBehindScalars(const Schedule &start, const NestStrides &strides, const Target &target,
                          const TileChoice &tile, int panel, std::vector<Candidate> &all) {
  TilerBehindScalars(start, strides, target, tile).add(panel, all);
}

} // namespace acc
