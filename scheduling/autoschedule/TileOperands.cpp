#include "scheduling/autoschedule/TileOperands.h"

#include "analysis/model/NotedTests.h"
#include "scheduling/OtherRegisters.h"

#include <algorithm>

namespace acc {
namespace {

/// Rows that pay for a copied panel of what lies in rows.
constexpr int64_t kRowsForPanel = 64;

} // namespace

const StridedAccess *TileOperands::accumulatorOf(int s) const {
  for (const StridedAccess &write : strides.accesses[s])
    for (const StridedAccess &read : strides.accesses[s])
      if (write.isWrite && !read.isWrite && read.array == write.array && read.uses == write.uses &&
          read.stride == write.stride)
        return &write;
  return nullptr;
}

bool TileOperands::isParallel(int d) const {
  return nest.source->dependences.isParallel(nest.dimensions[d].loop);
}

bool TileOperands::isWrittenOut(int s, const Dimensions &reductions) const {
  const std::set<std::string> names = writtenOut(start, strides, s);
  return std::all_of(reductions.begin(), reductions.end(),
                     [&](int d) { return names.count(nest.dimensions[d].name) > 0; });
}

bool TileOperands::sumsAlong(int s, const StridedAccess &accumulator, int reduction) const {
  const ScopArray &sum = nest.source->scop.arrays[accumulator.array];
  return sum.element.isInteger() &&
         isReorderedSum(nest.source->scop, nest.source->scop.statements[s], sum, LoopCompiler()) &&
         std::all_of(strides.accesses[s].begin(), strides.accesses[s].end(),
                     [&](const StridedAccess &access) {
                       return strideSize(access.stride[reduction]) <= 1;
                     });
}

bool TileOperands::usedBySome(int s, int d) const {
  return std::any_of(strides.accesses[s].begin(), strides.accesses[s].end(),
                     [&](const StridedAccess &access) { return access.uses[d]; });
}

bool TileOperands::goodColumn(int s, int column, bool hasRows) const {
  bool contiguous = false, gathers = false;
  for (size_t other = 0; other < strides.accesses.size(); ++other)
    for (const StridedAccess &access : strides.accesses[other]) {
      int64_t size = access.isPrivate ? 0 : strideSize(access.stride[column]);
      contiguous |= size == 1;
      gathers |= size > 1 && static_cast<int>(other) == s;
    }
  return isParallel(column) && contiguous && (hasRows || !gathers);
}

bool TileOperands::reuses(int s, int column, int row) const {
  for (const StridedAccess &access : strides.accesses[s])
    if (access.uses[column] && !access.uses[row])
      return true;
  return false;
}

bool TileOperands::storesAcross(int column) const {
  for (const std::vector<StridedAccess> &accesses : strides.accesses)
    for (const StridedAccess &access : accesses)
      if (access.isWrite && !access.isPrivate &&
          strideSize(access.stride[column]) > target.machine.nearElements)
        return true;
  return false;
}

bool TileOperands::isBatch(int s, int d, int column) const {
  for (const StridedAccess &access : strides.accesses[s])
    if (access.uses[column] && !access.isWrite && access.uses[d] && !isAccumulator(s, access))
      return true;
  return false;
}

bool TileOperands::isAccumulator(int s, const StridedAccess &access) const {
  return access.array == accumulatorOf(s)->array;
}

int TileOperands::strided(int s, int column, int row) const {
  for (const StridedAccess &access : strides.accesses[s])
    if (row >= 0 && !access.isWrite && !access.isPrivate && access.uses[column] &&
        !access.uses[row] && strideSize(access.stride[column]) > 1 && !isAccumulator(s, access))
      return access.array;
  return -1;
}

int TileOperands::inRows(int s, int column, int row) const {
  const bool isFew =
      row < 0 || (nest.dimensions[row].extent && *nest.dimensions[row].extent < kRowsForPanel);
  if (isFew || notedTest(nest.source->scop, nest.source->scop.statements[s]) ||
      dependsOn(row, column) || dependsOn(column, row))
    return -1;
  for (const StridedAccess &access : strides.accesses[s])
    if (!access.isWrite && !access.isPrivate && access.uses[column] && !access.uses[row] &&
        strideSize(access.stride[column]) == 1 && !isAccumulator(s, access))
      return access.array;
  return -1;
}

bool TileOperands::isNamedIn(const std::vector<Polynomial> &bounds, int d) const {
  const std::string &name = nest.source->scop.loops[nest.dimensions[d].loop].name;
  return std::any_of(bounds.begin(), bounds.end(),
                     [&](const Polynomial &bound) { return bound.contains(name); });
}

bool TileOperands::dependsOn(int d, int other) const {
  const ScopLoop &loop = nest.source->scop.loops[nest.dimensions[d].loop];
  return isNamedIn(loop.first, other) || isNamedIn(loop.end, other);
}

bool TileOperands::isBand(int d, int other) const {
  auto isWindow = [&](int inner, int outer) {
    const ScopLoop &loop = nest.source->scop.loops[nest.dimensions[inner].loop];
    return isNamedIn(loop.first, outer) && isNamedIn(loop.end, outer);
  };
  return isWindow(d, other) || isWindow(other, d);
}

int64_t TileOperands::vectorsInRow(int row, int column) const {
  const bool isTriangle = dependsOn(row, column) || dependsOn(column, row);
  return isTriangle && target.vectorRegisters >= 32 ? 1 : kVectorsPerRow;
}

Outcome<Schedule> TileOperands::alignedAtDiagonal(const Schedule &schedule, int s, int row,
                                                  int column) const {
  if (!dependsOn(row, column) && !dependsOn(column, row))
    return schedule;
  const int inner = dependsOn(row, column) ? row : column, outer = inner == row ? column : row;
  const std::optional<Polynomial> own = offsetOfLoop(nest, inner, s),
                                  other = offsetOfLoop(nest, outer, s);
  const std::optional<int64_t> by = own && other ? (*other - *own).constant() : std::nullopt;
  return by.value_or(0) == 0 ? Outcome<Schedule>(schedule)
                             : schedule.shift(nest.dimensions[inner].name, Polynomial(*by));
}

std::optional<Polynomial> offsetOfLoop(const Nest &nest, int d, int s) {
  const NestDimension &dimension = nest.dimensions[d];
  const Polynomial variable = Polynomial::symbol(nest.source->scop.loops[dimension.loop].name);
  const Polynomial offset = dimension.value[s] - variable;
  const bool isPlain = dimension.step == 1 && offset.symbols().count(variable.str()) == 0;
  return isPlain ? std::optional(offset) : std::nullopt;
}

bool TileOperands::isBlock(int d) const {
  const Scop &scop = nest.source->scop;
  const ScopLoop &loop = scop.loops[nest.dimensions[d].loop];
  const std::vector<Polynomial> &first = loop.step > 0 ? loop.first : loop.end; // in memory
  const std::set<std::string> symbols = first.front().symbols();
  return first.size() == 1 && !symbols.empty() &&
         std::none_of(symbols.begin(), symbols.end(),
                      [&](const std::string &name) { return scop.isIterator(name); });
}

int64_t TileOperands::clipped(int64_t size, int d) const {
  const std::optional<int64_t> &extent = nest.dimensions[d].extent;
  return extent ? std::min(size, *extent) : size;
}

bool TileOperands::isAlongRows(int s, int array, int column) const {
  const std::string &name = nest.source->scop.loops[nest.dimensions[column].loop].name;
  for (size_t a = 0; a < strides.accesses[s].size(); ++a)
    if (strides.accesses[s][a].array == array) {
      const std::vector<Polynomial> &subscripts = nest.source->views.viewOf(s, a).subscripts;
      return subscripts.size() > nest.source->scop.arrays[array].privateLoops.size() &&
             !subscripts.back().contains(name);
    }
  return false;
}

Outcome<Schedule> inBlocks(const Schedule &schedule, const std::string &index, int64_t size) {
  std::string inner = index + "_1";
  return schedule.split(index, size, schedule.find(inner) ? "" : inner);
}

} // namespace acc
