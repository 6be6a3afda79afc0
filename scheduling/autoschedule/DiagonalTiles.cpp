// Register tiles of updates whose elements another statement finishes at the diagonal: LU,
// triangular solves.
#include "analysis/model/NotedTests.h"
#include "scheduling/OtherRegisters.h"
#include "scheduling/autoschedule/TileOperands.h"

#include <algorithm>
#include <map>

namespace acc {
namespace {

/// Iterations of the reduction between loading and storing a tile, in its rows. More of them leave
/// more outside of tiles at the diagonal; with one, products of 512 whose rows lie in few sets of
/// the cache take 1.3 times as long, lu 1.1 times.
constexpr int64_t kRowsDeep = 2;

class DiagonalTiler {
public:
  DiagonalTiler(const Schedule &start, const NestStrides &strides, const Target &target,
                std::vector<Candidate> &all)
      : start(start), nest(start.nest()), scop(nest.source->scop), strides(strides), target(target),
        all(all) {}

  void addCandidates() {
    if (scop.statements.size() < 2)
      return;
    for (size_t s = 0; s < strides.accesses.size(); ++s)
      if (findUpdate(s))
        for (int column : kept)
          if (isColumn(column))
            for (int64_t ahead : {0, 1})
              build(kept[0] == column ? kept[1] : kept[0], column, ahead);
  }

private:
  /// C[row, column] op= ..: three loops around the statement, one of which leaves the element the
  /// same, but not all operands.
  bool findUpdate(int s) {
    update = s;
    for (size_t write = 0; write < strides.accesses[s].size(); ++write) {
      const StridedAccess &access = strides.accesses[s][write];
      if (!access.isWrite || access.isPrivate)
        continue;
      element = write;
      kept.clear();
      reduction = -1;
      size_t loops = 0;
      for (size_t d = 0; d < nest.dimensions.size(); ++d) {
        if (nest.dimensions[d].kind != NestDimension::Kind::Loop || !nest.dimensions[d].has[s])
          continue;
        ++loops;
        if (access.uses[d])
          kept.push_back(d);
        else
          reduction = d;
      }
      auto someRead = [&](const std::function<bool(const StridedAccess &)> &is) {
        return std::any_of(strides.accesses[s].begin(), strides.accesses[s].end(),
                           [&](const StridedAccess &read) { return !read.isWrite && is(read); });
      };
      return loops == 3 && kept.size() == 2 && reduction >= 0 &&
             someRead([&](const StridedAccess &read) {
               return read.array == access.array && read.stride == access.stride;
             }) &&
             someRead([&](const StridedAccess &read) { return read.uses[reduction]; });
    }
    return false;
  }

  bool isColumn(int d) const {
    return strideSize(strides.accesses[update][element].stride[d]) == 1;
  }

  /// What stands behind a sum has its place in the sum's last iteration but for `ahead`: 0 is the
  /// one behind the last.
  void build(int row, int column, int64_t ahead) {
    const std::vector<int> loops{row, column, reduction};
    iterationsAhead = ahead;
    std::optional<Schedule> joined = withOthers(loops);
    if (!joined || (ahead > 0 && !standsBehind))
      return;
    Outcome<Schedule> schedule = aligned(*joined, loops);
    const ScopArray &array = scop.arrays[strides.accesses[update][element].array];
    int64_t lanes = std::max<int64_t>(1, target.vectorBytes / std::max(1u, array.elementSize));
    const int64_t rows = tileRows(target);
    const int64_t columns = lanes * kVectorsPerRow;
    // Blocks of columns and of the reduction that begin and end alike leave no tile to the right of
    // the diagonal.
    int64_t depth = kRowsDeep * rows == columns ? (kRowsDeep + 1) * rows : kRowsDeep * rows;
    const bool isTested = !notedIn(update).empty();
    if (isTested) // finished block by block of the reduction: those that begin alike leave least
                  // outside of tiles
      depth = (kRowsDeep * rows + columns - 1) / columns * columns;
    if (schedule)
      schedule = schedule->tile(
          {{nameOf(row), rows}, {nameOf(column), columns}, {nameOf(reduction), depth}});
    if (!schedule)
      return;
    const std::vector<std::string> inner = schedule->steps().back().inner;
    std::vector<std::string> order;
    if (!hoisted.empty())
      order.push_back(hoisted);
    // What tests say lives as long as a block of the reduction: a cell for each of its iterations,
    // and not for all.
    if (isTested)
      order.insert(order.end(),
                   {nameOf(reduction), nameOf(row), nameOf(column), inner[2], inner[0]});
    else
      order.insert(order.end(),
                   {nameOf(column), nameOf(row), nameOf(reduction), inner[2], inner[0]});
    for (const Index &index : schedule->order())
      if (index.kind == NestDimension::Kind::Fusing && index.name != hoisted)
        order.push_back(index.name);
    order.push_back(inner[1]);
    schedule = schedule->reorder(order);
    if (!schedule || !promotedTile(*schedule, array.name, inner[2]))
      return;
    Candidate tile{"diagonal tile", *schedule, {inner[0]}, {{array.name, inner[2]}}};
    for (int noted : notedIn(update))
      tile.promotions.push_back({scop.arrays[noted].name, nameOf(column)});
    all.push_back(std::move(tile));
  }

  /// The private arrays that the statement's test reads.
  std::set<int> notedIn(int s) const {
    std::set<int> arrays;
    const ScopStatement &statement = scop.statements[s];
    if (notedTest(scop, statement))
      for (const ScopAccess &access : statement.accesses)
        if (!isBelowTest(statement, access))
          arrays.insert(access.array);
    return arrays;
  }

  const std::string &nameOf(int d) const { return nest.dimensions[d].name; }

  /// Blocks of all three loops begin at the same values of their variables, so that few of them lie
  /// across the diagonal.
  Outcome<Schedule> aligned(const Schedule &schedule, const std::vector<int> &loops) const {
    std::vector<std::optional<Polynomial>> offsets;
    for (int d : loops)
      offsets.push_back(offsetOfLoop(nest, d, update));
    Outcome<Schedule> result = schedule;
    for (size_t k = 0; k < loops.size() && result; ++k) {
      int64_t behind = 0;
      for (const auto &other : offsets)
        if (offsets[k] && other)
          behind = std::max(behind, (*other - *offsets[k]).constant().value_or(0));
      if (loops[k] == reduction)
        behind += iterationsAhead;
      if (behind > 0)
        result = result->pad(nameOf(loops[k]), behind);
    }
    return result;
  }

  /// The schedule where every other statement has a place in the three loops: where the update
  /// would touch the element that it writes. None when some has no such place. What runs before the
  /// whole reduction, as a factor by which all elements are multiplied first, goes before all
  /// loops.
  std::optional<Schedule> withOthers(const std::vector<int> &loops) {
    Outcome<Schedule> schedule = start;
    std::vector<std::string> before;
    for (size_t s = 0; s < scop.statements.size(); ++s)
      if (sideOf(s) < 0)
        before.push_back(scop.statements[s].id);
    if (before.size() + 1 == scop.statements.size())
      return std::nullopt; // a product, which other tiles are for
    hoisted.clear();
    if (!before.empty()) {
      schedule = schedule->hoist(before, schedule->order().front().name);
      if (!schedule)
        return std::nullopt;
      hoisted = schedule->order().front().name;
    }
    standsBehind = false;
    std::map<int, std::vector<std::string>> fused; // with the update's loop
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      if (static_cast<int>(s) == update)
        continue;
      for (int d : loops) {
        std::optional<Polynomial> value = placeOf(s, d);
        if (!value)
          return std::nullopt;
        if (nest.dimensions[d].has[s]) {
          if (!(*value == Polynomial::symbol(scop.loops[nest.dimensions[d].loop].name)))
            return std::nullopt;
        } else if (int own = ownLoop(s, *value); own >= 0) {
          auto offset = offsetOfLoop(nest, d, update), other = offsetOfLoop(nest, own, s);
          if (!offset || !other)
            return std::nullopt;
          std::vector<std::string> &names = fused[d];
          if (std::count(names.begin(), names.end(), nameOf(own)) != 0)
            continue;
          names.push_back(nameOf(own));
          if (!(*offset == *other)) // equal values of the variables meet
            schedule = schedule->shift(nameOf(own), *offset - *other);
          if (!schedule)
            return std::nullopt;
        } else {
          int into = d == reduction ? sumLoop(nearestSum(s)) : d;
          schedule = schedule->sink({scop.statements[s].id}, nameOf(into), *value);
          if (!schedule)
            return std::nullopt;
          standsBehind |= d == reduction;
        }
      }
    }
    for (auto &[d, names] : fused) {
      names.insert(names.begin(), nameOf(d));
      if (schedule = schedule->fuse(names, nameOf(d)); !schedule)
        return std::nullopt;
    }
    return *schedule;
  }

  /// The value of the loop's variable where the update would write to the element that the
  /// statement writes to; the statement's own value where the element does not tell.
  std::optional<Polynomial> placeOf(int s, int d) const {
    Polynomial variable = Polynomial::symbol(scop.loops[nest.dimensions[d].loop].name);
    if (d == reduction && nest.dimensions[d].has[s])
      return variable;
    if (d == reduction && sumLoop(s) >= 0)
      return Polynomial::symbol(scop.loops[nest.dimensions[sumLoop(s)].loop].name);
    if (d == reduction) {
      const ScopLoop &loop = scop.loops[nest.dimensions[sumLoop(nearestSum(s))].loop];
      if (loop.step != 1 || loop.first.size() != 1 || loop.end.size() != 1 || sideOf(s) == 0)
        return std::nullopt;
      return sideOf(s) < 0 ? loop.first.front() : loop.end.front() - Polynomial(iterationsAhead);
    }
    const std::vector<StridedAccess> &accesses = strides.accesses[s];
    const int array = strides.accesses[update][element].array;
    auto write = std::find_if(accesses.begin(), accesses.end(), [&](const StridedAccess &access) {
      return access.isWrite && access.array == array;
    });
    const bool setsNotes =
        std::all_of(accesses.begin(), accesses.end(), [](const StridedAccess &access) {
          return !access.isWrite || access.isPrivate;
        });
    if (write == accesses.end() &&
        setsNotes) // of a test of what the update writes: where it is written
      write = std::find_if(accesses.begin(), accesses.end(),
                           [&](const StridedAccess &access) { return access.array == array; });
    if (write == accesses.end())
      return std::nullopt;
    const std::vector<Polynomial> &own = nest.source->views.viewOf(s, write - accesses.begin())
                                             .subscripts,
                                  &updated = nest.source->views.viewOf(update, element).subscripts;
    for (size_t k = 0; k < own.size() && k < updated.size(); ++k) {
      Polynomial rest = updated[k] - variable;
      bool isPlain = true;
      for (const std::string &symbol : rest.symbols())
        isPlain &= !scop.isIterator(symbol);
      if (isPlain)
        return own[k] - rest;
    }
    return std::nullopt;
  }

  /// The dimension over which the statement sums up elements of the update's array: the update's
  /// own reduction, or the one loop that another statement has beside the update and that leaves
  /// its element the same; -1 for none.
  ///   for j < i { for k < j A[i][j] -= A[i][k]*A[k][j]; A[i][j] /= A[j][j]; }  for j >= i  for k <
  ///       i A[i][j] -= ..   -> both k
  int sumLoop(int s) const {
    if (s == update)
      return reduction;
    const std::vector<StridedAccess> &accesses = strides.accesses[s];
    for (const StridedAccess &write : accesses) {
      if (!write.isWrite || write.array != strides.accesses[update][element].array ||
          std::none_of(accesses.begin(), accesses.end(), [&](const StridedAccess &read) {
            return !read.isWrite && read.array == write.array && read.stride == write.stride;
          }))
        continue;
      std::vector<int> same;
      for (size_t d = 0; d < nest.dimensions.size(); ++d)
        if (nest.dimensions[d].kind == NestDimension::Kind::Loop && nest.dimensions[d].has[s] &&
            !write.uses[d])
          same.push_back(d);
      if (same.size() == 1 && !nest.dimensions[same[0]].has[update])
        return same[0];
    }
    return -1;
  }

  /// Of the statements that sum up, the one that has most loops in common with the statement.
  int nearestSum(int s) const {
    auto common = [&](int sum) {
      return std::count_if(nest.dimensions.begin(), nest.dimensions.end(),
                           [&](const NestDimension &dimension) {
                             return dimension.kind == NestDimension::Kind::Loop &&
                                    dimension.has[s] && dimension.has[sum];
                           });
    };
    int nearest = update;
    for (size_t sum = 0; sum < scop.statements.size(); ++sum)
      if (sumLoop(sum) >= 0 && common(sum) > common(nearest))
        nearest = sum;
    return nearest;
  }

  /// -1 for a statement that runs before the sum next to it, 1 for one behind it, 0 for others.
  int sideOf(int s) const {
    int sum = nearestSum(s);
    if (sumLoop(s) >= 0 || nest.dimensions[reduction].has[s])
      return 0;
    for (const NestDimension &dimension : nest.dimensions)
      if (dimension.kind == NestDimension::Kind::Fusing && dimension.has[s] && dimension.has[sum])
        if (auto difference = (dimension.value[s] - dimension.value[sum]).constant();
            difference && *difference != 0)
          return *difference < 0 ? -1 : 1;
    return 0;
  }

  /// The dimension of a loop around the statement, and not around the update, whose variable the
  /// value is; -1 for none.
  int ownLoop(int s, const Polynomial &value) const {
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      if (const NestDimension &dimension = nest.dimensions[d];
          dimension.kind == NestDimension::Kind::Loop && dimension.has[s] &&
          !dimension.has[update] && value == Polynomial::symbol(scop.loops[dimension.loop].name))
        return d;
    return -1;
  }

  const Schedule &start;
  const Nest &nest;
  const Scop &scop;
  const NestStrides &strides;
  const Target &target;
  std::vector<Candidate> &all;
  int update = -1;
  size_t element = 0; // its write, in the statement's accesses
  std::vector<int> kept;
  int reduction = -1;
  int64_t iterationsAhead = 0;
  bool standsBehind = false; // a statement has its place behind a sum
  std::string hoisted;       // the index that tells what goes before all loops
};

} // namespace

void addDiagonalTiles(const Schedule &start, const NestStrides &strides, const Target &target,
                      std::vector<Candidate> &all) {
  DiagonalTiler(start, strides, target, all).addCandidates();
}

} // namespace acc
