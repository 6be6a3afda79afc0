#include "rewriter/emit/TileBuffer.h"

#include "rewriter/emit/AccessedArrays.h"
#include "rewriter/emit/TileAccesses.h"

#include <algorithm>

namespace acc {
namespace {

bool equalRange(const ConstantRange &a, const ConstantRange &b) {
  return a.first == b.first && a.last == b.last;
}

bool sameElement(const LiftedScop &source, const TileAccess &a, const TileAccess &b) {
  const auto &first = source.views.viewOf(a.statement, a.access).subscripts;
  const auto &second = source.views.viewOf(b.statement, b.access).subscripts;
  for (size_t k = 0; k < first.size(); ++k)
    if (!(first[k].substitute(a.iterators) == second[k].substitute(b.iterators)))
      return false;
  return true;
}

/// Whichever way the conditions go, one of these runs; those inside `depth` conditions are meant,
/// all in the same arms of them.
bool someRuns(const std::vector<const TileAccess *> &accesses, size_t depth = 0) {
  std::map<const CodeNode *, std::map<size_t, std::vector<const TileAccess *>>> byArm;
  for (const TileAccess *access : accesses) {
    if (access->arms.size() == depth)
      return true;
    byArm[access->arms[depth].first][access->arms[depth].second].push_back(access);
  }
  return std::any_of(byArm.begin(), byArm.end(), [&](const auto &condition) {
    return condition.second.size() == 2 &&
           std::all_of(condition.second.begin(), condition.second.end(),
                       [&](const auto &arm) { return someRuns(arm.second, depth + 1); });
  });
}

/// TileBuffer::rows of a box that all accesses under tests fill; none where a test is around a part
/// of a row, a row is no loop, or rows lie within one another.
std::optional<std::vector<bool>> rowsUnderTests(const TileBuffer &box,
                                                const std::vector<const TileAccess *> &tested) {
  std::vector<bool> rows;
  bool seen = false; // a dimension within rows, of which those that number rows stand outside
  for (size_t k = 0; k < box.sizes.size(); ++k) {
    std::set<bool> isOutside;
    for (const TileAccess *access : tested)
      isOutside.insert(access->loops[k].empty() ||
                       !hasLoopAt(*access->test, std::stoi(access->loops[k].substr(1))));
    if (box.sizes[k] > 1 && (isOutside.size() != 1 || box.loops[k].empty()))
      return std::nullopt;
    const bool isRow = box.sizes[k] > 1 && *isOutside.begin();
    if (isRow && seen)
      return std::nullopt;
    seen |= box.sizes[k] > 1 && !isRow;
    rows.push_back(isRow);
  }
  return seen ? std::optional(rows) : std::nullopt;
}

/// Whether the access stays inside of the box, of which all is used.
bool isInside(const TileBuffer &box, const TileAccess &access) {
  if (box.isPartial())
    return false;
  for (size_t k = 0; k < box.sizes.size(); ++k) {
    Polynomial place = access.subscripts[k] - box.base[k];
    if (!access.facts.implies(place) || !access.facts.implies(Polynomial(box.sizes[k] - 1) - place))
      return false;
  }
  return true;
}

/// Whether the access stays outside of the box: on one side of it in some dimension.
bool isOutside(const TileBuffer &box, const TileAccess &access) {
  for (size_t k = 0; k < box.sizes.size(); ++k) {
    Polynomial place = access.subscripts[k] - box.base[k];
    if (access.facts.implies(place - Polynomial(box.sizes[k])) ||
        access.facts.implies(Polynomial(-1) - place))
      return true;
  }
  return false;
}

} // namespace

int64_t TileBuffer::elements() const {
  int64_t all = 1;
  for (int64_t size : sizes)
    all *= size;
  return all;
}

bool TileBuffer::isSameBox(const TileBuffer &other) const {
  return array == other.array && sizes == other.sizes && bounds == other.bounds &&
         base == other.base && loops == other.loops && isFilled == other.isFilled &&
         isWritten == other.isWritten && rows == other.rows;
}

bool TileBuffer::isPartial() const {
  return hasPartOfRows() || (!bounds.empty() && !bounds.back().empty());
}

bool TileBuffer::hasPartOfRows() const {
  return !bounds.empty() &&
         std::any_of(bounds.begin(), bounds.end() - 1,
                     [](const std::vector<Polynomial> &own) { return !own.empty(); });
}

static std::optional<TileBuffer> bufferUnder(const LiftedScop &source, int array,
                                             const PromotedTile &tile, const CodeNode &region,
                                             unsigned depth, const LoopOrder &loops,
                                             const LoopValues &values, const RunFacts &facts) {
  if (source.views.arrays[array].view.kind == ViewKind::Jagged)
    return std::nullopt;
  std::vector<TileAccess> accesses, others;
  for (TileAccess &access : tileAccesses(source, array, region, depth, loops, values, facts))
    (tile.accesses.count({access.statement, access.access}) ? accesses : others)
        .push_back(std::move(access));
  // Express all ranges relative to the base of the first access with a box, join them.
  auto first = std::find_if(accesses.begin(), accesses.end(),
                            [](const TileAccess &access) { return access.hasBox; });
  if (first == accesses.end())
    return std::nullopt;
  TileBuffer buffer;
  buffer.array = array;
  buffer.accesses = tile.accesses;
  buffer.bounds = first->bounds;
  std::vector<ConstantRange> box = first->ranges;
  std::vector<Polynomial> base = first->base;
  for (TileAccess &access : accesses)
    for (size_t k = 0; access.hasBox && k < box.size(); ++k) {
      auto shift = (access.base[k] - base[k]).constant();
      if (!shift || access.bounds[k] != buffer.bounds[k] ||
          (!buffer.bounds[k].empty() && *shift != 0))
        return std::nullopt;
      access.ranges[k].first += *shift;
      access.ranges[k].last += *shift;
      box[k].first = std::min(box[k].first, access.ranges[k].first);
      box[k].last = std::max(box[k].last, access.ranges[k].last);
    }
  for (size_t k = 0; k < box.size(); ++k) {
    buffer.sizes.push_back(box[k].last - box[k].first + 1);
    buffer.base.push_back(base[k] + Polynomial(box[k].first));
  }
  auto covers = [&](const TileAccess &access) {
    return access.isCertain && access.hasBox &&
           std::equal(box.begin(), box.end(), access.ranges.begin(), equalRange);
  };
  std::vector<const TileAccess *> covering, setting, tested;
  bool reads = false, writes = false, othersWrite = false;
  for (const TileAccess &access : accesses) {
    if (!access.hasBox && !isInside(buffer, access))
      return std::nullopt;
    if (covers(access))
      covering.push_back(&access);
    if (covers(access) && access.isWrite)
      setting.push_back(&access);
    if (access.test && access.isWrite)
      tested.push_back(&access);
    writes |= access.isWrite;
    reads |= !access.isWrite;
  }
  for (const TileAccess &other : others)
    othersWrite |= other.isWrite;
  if (!someRuns(covering) || (writes && !someRuns(setting)))
    return std::nullopt;
  for (const TileAccess &other : others)
    if ((writes || othersWrite) && !isOutside(buffer, other))
      return std::nullopt;
  // Overwritten as a whole before anything is read?
  const TileAccess &start = accesses.front();
  bool overwritten =
      start.isWrite && covers(start) && !start.test && start.arms.empty() && start.onlyOwnLoops;
  for (const TileAccess &access : accesses)
    if (!access.isWrite && access.outermost == start.outermost)
      overwritten &= access.statement != start.statement && sameElement(source, access, start);
  buffer.isFilled = reads && !overwritten;
  buffer.isWritten = buffer.isWrittenBack = writes;
  for (size_t k = 0; k < box.size(); ++k)
    buffer.loops.push_back(buffer.sizes[k] > 1 && box[k].first == 0 ? covering.front()->loops[k]
                                                                    : "");
  if (!tested.empty()) {
    const bool areAllTested =
        std::all_of(accesses.begin(), accesses.end(), [&](const TileAccess &access) {
          return !access.isWrite || (access.test && covers(access));
        });
    auto rows = areAllTested && !buffer.isPartial() ? rowsUnderTests(buffer, tested) : std::nullopt;
    if (!rows || !buffer.isFilled)
      return std::nullopt;
    buffer.rows = *rows;
  }
  buffer.statement = covering.front()->statement;
  buffer.access = covering.front()->access;
  buffer.iterators = covering.front()->iterators;
  return buffer;
}

std::optional<TileBuffer> tileBuffer(const LiftedScop &source, int array, const PromotedTile &tile,
                                     const CodeNode &region, unsigned depth, const LoopOrder &loops,
                                     const LoopValues &values, const RunFacts &facts) {
  auto under = [&](const RunFacts &known) {
    return bufferUnder(source, array, tile, region, depth, loops, values, known);
  };
  std::optional<TileBuffer> buffer = under(facts);
  if (buffer || region.kind != CodeNode::Kind::Block)
    return buffer;
  // Whether one of its loops runs or not, the same buffer is filled by what runs.
  for (const CodeNode &loop : region.children) {
    if (loop.kind != CodeNode::Kind::Loop)
      continue;
    RunFacts runs = facts, idle = facts;
    runs.enterRun(loop, values);
    idle.enter(firstTest(loop), /*holds=*/false, values);
    const std::optional<TileBuffer> one = under(runs), other = one ? under(idle) : std::nullopt;
    if (one && other && one->isSameBox(*other))
      return one;
  }
  return std::nullopt;
}

} // namespace acc
