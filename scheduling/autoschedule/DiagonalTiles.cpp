// Register tiles of updates whose elements another statement finishes at the diagonal: LU, triangular solves.
#include "scheduling/OtherRegisters.h"
#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>
#include <map>

namespace acc {
namespace {

/// Iterations of the reduction between loading and storing a tile, in its rows. More of them leave more outside of tiles at
/// the diagonal; with one, products of 512 whose rows lie in few sets of the cache take 1.3 times as long, lu 1.1 times.
constexpr int64_t kRowsDeep = 2;

class DiagonalTiler {
public:
  DiagonalTiler(const Schedule &start, const NestStrides &strides, const Target &target,
                std::vector<Candidate> &all)
      : start(start), nest(start.nest()), scop(nest.source->scop), strides(strides),
        target(target), all(all) {}

  void addCandidates() {
    if (scop.statements.size() < 2)
      return;
    for (size_t s = 0; s < strides.accesses.size(); ++s)
      if (findUpdate(s))
        for (int column : kept)
          if (isColumn(column))
            build(kept[0] == column ? kept[1] : kept[0], column);
  }

private:
  /// C[row, column] op= ..: three loops around the statement, one of which leaves the element the same.
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
      bool isRead = std::any_of(
          strides.accesses[s].begin(), strides.accesses[s].end(), [&](const StridedAccess &read) {
            return !read.isWrite && read.array == access.array && read.stride == access.stride;
          });
      return isRead && loops == 3 && kept.size() == 2 && reduction >= 0;
    }
    return false;
  }

  bool isColumn(int d) const {
    return strideSize(strides.accesses[update][element].stride[d]) == 1;
  }

  void build(int row, int column) {
    const std::vector<int> loops{row, column, reduction};
    std::optional<Schedule> joined = withOthers(loops);
    if (!joined)
      return;
    Outcome<Schedule> schedule = aligned(*joined, loops);
    const ScopArray &array = scop.arrays[strides.accesses[update][element].array];
    int64_t lanes = std::max<int64_t>(1, target.vectorBytes / std::max(1u, array.elementSize));
    const int64_t rows = tileRows(target);
    const int64_t columns = lanes * kVectorsPerRow;
    // Blocks of columns and of the reduction that begin and end alike leave no tile to the right of the diagonal.
    const int64_t depth = kRowsDeep * rows == columns ? (kRowsDeep + 1) * rows : kRowsDeep * rows;
    if (schedule)
      schedule = schedule->tile({{nameOf(row), rows}, {nameOf(column), columns}, {nameOf(reduction), depth}});
    if (!schedule)
      return;
    const std::vector<std::string> inner = schedule->steps().back().inner;
    std::vector<std::string> order;
    if (!hoisted.empty())
      order.push_back(hoisted);
    order.insert(order.end(), {nameOf(column), nameOf(row), nameOf(reduction), inner[2], inner[0]});
    for (const Index &index : schedule->order())
      if (index.kind == NestDimension::Kind::Fusing && index.name != hoisted)
        order.push_back(index.name);
    order.push_back(inner[1]);
    schedule = schedule->reorder(order);
    if (!schedule || !promotedTile(*schedule, array.name, inner[2]))
      return;
    all.push_back({"diagonal tile", *schedule, {inner[0]}, {{array.name, inner[2]}}});
  }

  const std::string &nameOf(int d) const { return nest.dimensions[d].name; }

  /// What is added to the loop's variable where it is a coordinate; none for a loop downwards.
  std::optional<Polynomial> offsetOf(int d, int s) const {
    const NestDimension &dimension = nest.dimensions[d];
    Polynomial variable = Polynomial::symbol(scop.loops[dimension.loop].name);
    Polynomial offset = dimension.value[s] - variable;
    bool isPlain = dimension.step == 1 && offset.symbols().count(variable.str()) == 0;
    return isPlain ? std::optional(offset) : std::nullopt;
  }

  /// Blocks of all three loops begin at the same values of their variables, so that few of them lie across the
  /// diagonal.
  Outcome<Schedule> aligned(const Schedule &schedule, const std::vector<int> &loops) const {
    std::vector<std::optional<Polynomial>> offsets;
    for (int d : loops)
      offsets.push_back(offsetOf(d, update));
    Outcome<Schedule> result = schedule;
    for (size_t k = 0; k < loops.size() && result; ++k) {
      int64_t behind = 0;
      for (const auto &other : offsets)
        if (offsets[k] && other)
          behind = std::max(behind, (*other - *offsets[k]).constant().value_or(0));
      if (behind > 0)
        result = result->pad(nameOf(loops[k]), behind);
    }
    return result;
  }

  /// The schedule where every other statement has a place in the three loops: where the update would touch
  /// the element that it writes. None when some has no such place. What runs before the whole reduction, as a
  /// factor by which all elements are multiplied first, goes before all loops.
  std::optional<Schedule> withOthers(const std::vector<int> &loops) {
    Outcome<Schedule> schedule = start;
    std::vector<std::string> before;
    for (size_t s = 0; s < scop.statements.size(); ++s)
      if (sideOf(s) < 0)
        before.push_back(scop.statements[s].id);
    hoisted.clear();
    if (!before.empty()) {
      schedule = schedule->hoist(before, schedule->order().front().name);
      if (!schedule)
        return std::nullopt;
      hoisted = schedule->order().front().name;
    }
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
          auto offset = offsetOf(d, update), other = offsetOf(own, s);
          if (!offset || !other || !(*offset == *other))
            return std::nullopt;
          fused[d].push_back(nameOf(own));
        } else if (schedule = schedule->sink({scop.statements[s].id}, nameOf(d), *value); !schedule) {
          return std::nullopt;
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

  /// The value of the loop's variable where the update would write to the element that the statement writes
  /// to; the statement's own value where the element does not tell.
  std::optional<Polynomial> placeOf(int s, int d) const {
    Polynomial variable = Polynomial::symbol(scop.loops[nest.dimensions[d].loop].name);
    if (d == reduction && nest.dimensions[d].has[s])
      return variable;
    if (d == reduction) {
      const ScopLoop &loop = scop.loops[nest.dimensions[d].loop];
      if (loop.step != 1 || loop.first.size() != 1 || loop.end.size() != 1 || sideOf(s) == 0)
        return std::nullopt;
      return sideOf(s) < 0 ? loop.first.front() : loop.end.front();
    }
    const std::vector<StridedAccess> &accesses = strides.accesses[s];
    auto write = std::find_if(accesses.begin(), accesses.end(), [&](const StridedAccess &access) {
      return access.isWrite && access.array == strides.accesses[update][element].array;
    });
    if (write == accesses.end())
      return std::nullopt;
    const std::vector<Polynomial>
        &own = nest.source->views.viewOf(s, write - accesses.begin()).subscripts,
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

  /// -1 for a statement that runs before the reduction of an element of the update, 1 for one behind it, 0 for others.
  int sideOf(int s) const {
    if (s == update || nest.dimensions[reduction].has[s])
      return 0;
    for (const NestDimension &dimension : nest.dimensions)
      if (dimension.kind == NestDimension::Kind::Fusing && dimension.has[s] && dimension.has[update])
        if (auto difference = (dimension.value[s] - dimension.value[update]).constant(); difference && *difference != 0)
          return *difference < 0 ? -1 : 1;
    return 0;
  }

  /// The dimension of a loop around the statement, and not around the update, whose variable the value is; -1
  /// for none.
  int ownLoop(int s, const Polynomial &value) const {
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      if (const NestDimension &dimension = nest.dimensions[d];
          dimension.kind == NestDimension::Kind::Loop && dimension.has[s] && !dimension.has[update] &&
          value == Polynomial::symbol(scop.loops[dimension.loop].name))
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
  std::string hoisted; // the index that tells what goes before all loops
};

} // namespace

void addDiagonalTiles(const Schedule &start, const NestStrides &strides, const Target &target,
                      std::vector<Candidate> &all) {
  DiagonalTiler(start, strides, target, all).addCandidates();
}

} // namespace acc
