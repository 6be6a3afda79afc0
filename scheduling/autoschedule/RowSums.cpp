// Sums along rows, several rows at once: lanes of a vector are rows, whose elements come from a
// transposed copy. Each row's sum keeps its order.
#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

constexpr int64_t kFewestRows = 4; // below, a copy costs more than it saves
/// A square of so many lanes takes as long to turn, four shuffles for each of its vectors, as its
/// additions take, which wait for one another. Below, sums of a second vector of rows fill the
/// time.
constexpr int64_t kLanesThatHide = 16;
/// Elements of 8 bytes are turned in pairs, and that is what takes the time: with a second vector
/// of rows sums of double take 1.7 times as long, those of float 0.7 times (gcc 12, AVX2 on Zen 3).
constexpr unsigned kQuadBytes = 4;
constexpr int64_t kVectorsOfColumns = 4; // hides the latency of additions, where nothing is turned
constexpr int64_t kFewestTiles =
    2; // of two vectors of rows: with fewer, the rest is most of the work

class RowSums {
public:
  RowSums(const Schedule &start, const NestStrides &strides, const Target &target,
          const LoopCompiler &compiler, std::vector<Candidate> &all)
      : start(start), nest(start.nest()), strides(strides), target(target), compiler(compiler),
        all(all) {}

  void addCandidates() {
    for (size_t s = 0; s < strides.accesses.size(); ++s)
      if (const StridedAccess *sum = sumOf(s))
        for (size_t row = 0; row < nest.dimensions.size(); ++row) {
          if (isRow(s, *sum, row))
            add(s, *sum, row, /*turns=*/true);
          else if (isColumn(s, *sum, row))
            add(s, *sum, row, /*turns=*/false);
        }
  }

private:
  bool isLoopOf(int s, int d) const {
    return nest.dimensions[d].kind == NestDimension::Kind::Loop && nest.dimensions[d].has[s];
  }

  int innermost(int s) const {
    for (size_t d = nest.dimensions.size(); d-- > 0;)
      if (isLoopOf(s, d))
        return d;
    return -1;
  }

  /// The write of "y[i] += ..": the element is read, too, and all iterations of the statement's
  /// innermost loop leave it the same.
  const StridedAccess *sumOf(int s) const {
    int along = innermost(s);
    for (const StridedAccess &write : strides.accesses[s])
      for (const StridedAccess &read : strides.accesses[s])
        if (along >= 0 && write.isWrite && !read.isWrite && read.array == write.array &&
            read.uses == write.uses && read.stride == write.stride && !write.uses[along] &&
            !isReorderedSum(nest.source->scop, nest.source->scop.statements[s],
                            nest.source->scop.arrays[write.array], compiler))
          return &write;
    return nullptr;
  }

  /// Rows depend on one another within the statement; what other statements do, the schedule's
  /// check of the whole nest tells.
  bool meets(int s, int row) const {
    const std::vector<Dependence> &all = nest.source->dependences.all;
    return std::any_of(all.begin(), all.end(), [&](const Dependence &d) {
      return d.source == s && d.sink == s && d.carriedBy == nest.dimensions[row].loop;
    });
  }

  /// Each row has its own part of the columns, as in a band around the diagonal: of a square that
  /// several of them share, much is none's.
  bool isBand(int row, int along) const {
    const std::vector<ScopLoop> &loops = nest.source->scop.loops;
    const ScopLoop &loop = loops[nest.dimensions[along].loop];
    auto names = [&](const Polynomial &bound) {
      return bound.contains(loops[nest.dimensions[row].loop].name);
    };
    return std::any_of(loop.first.begin(), loop.first.end(), names) &&
           std::any_of(loop.end.begin(), loop.end.end(), names);
  }

  /// Some statement in the same loops stores what lies apart along the rows, which are the lanes:
  /// one element at a time.
  bool storesAcross(int row, int along) const {
    for (size_t s = 0; s < strides.accesses.size(); ++s)
      if (isLoopOf(s, row) && isLoopOf(s, along))
        for (const StridedAccess &access : strides.accesses[s])
          if (access.isWrite && !access.isPrivate && strideSize(access.stride[row]) > 1)
            return true;
    return false;
  }

  /// Each iteration has a sum of its own, of elements that lie side by side along the sum and
  /// apart along the rows; everything else is near.
  bool isRow(int s, const StridedAccess &sum, int row) const {
    int along = innermost(s);
    if (!isLoopOf(s, row) || !(sum.uses[row] || sum.isPrivate) || meets(s, row) ||
        isBand(row, along) || storesAcross(row, along))
      return false;
    bool transposes = false;
    for (const StridedAccess &access : strides.accesses[s]) {
      if (access.isPrivate || access.array == sum.array)
        continue;
      bool isApart = strideSize(access.stride[row]) > 1;
      if (isApart && (access.isWrite || strideSize(access.stride[along]) != 1))
        return false;
      transposes |= isApart;
    }
    return transposes;
  }

  /// The same where all elements lie side by side along the sums, so that nothing is turned, and
  /// some lie apart along each: compilers take one sum after the other, line by line of the cache.
  ///     for j { for k sum += A[k][j]*x[k]; y[j] = sum; }
  bool isColumn(int s, const StridedAccess &sum, int row) const {
    int along = innermost(s);
    if (!isLoopOf(s, row) || !sum.isPrivate || row == along || meets(s, row))
      return false;
    bool isApart = false;
    for (const StridedAccess &access : strides.accesses[s]) {
      if (access.isPrivate)
        continue;
      int64_t size = strideSize(access.stride[row]);
      if (access.isWrite || size > 1)
        return false;
      isApart |= size == 1 && strideSize(access.stride[along]) > 1;
    }
    return isApart;
  }

  void add(int s, const StridedAccess &sum, int row, bool turns) {
    const std::vector<ScopArray> &arrays = nest.source->scop.arrays;
    int along = innermost(s);
    int64_t lanes = target.vectorBytes / std::max(1u, arrays[sum.array].elementSize);
    for (int d : {row, along})
      lanes = std::min(lanes, nest.dimensions[d].extent.value_or(lanes));
    if (lanes < kFewestRows)
      return;
    int64_t most = nest.dimensions[row].extent.value_or(2 * kFewestTiles * lanes);
    bool areTwo = lanes < kLanesThatHide && arrays[sum.array].elementSize == kQuadBytes &&
                  most >= 2 * kFewestTiles * lanes;
    int64_t rows = !turns ? kVectorsOfColumns * lanes : areTwo ? 2 * lanes : lanes;
    std::vector<std::pair<std::string, int64_t>> tiles{{nest.dimensions[row].name, rows}};
    if (turns)
      tiles.emplace_back(nest.dimensions[along].name, lanes);
    Outcome<Schedule> tiled = start.tile(tiles);
    if (!tiled)
      return;
    std::vector<std::string> inner = tiled->steps().back().inner;
    const std::string step = inner.back();
    std::rotate(inner.begin(), inner.begin() + 1, inner.end()); // the lanes innermost
    const int outermost = turns ? row : outermostPlaceOf(s, row);
    if (outermost != row)
      addInOrder(s, sum, row, turns, *tiled, inner, step, outermost);
    addInOrder(s, sum, row, turns, *tiled, inner, step, row);
  }

  /// The dimension before which the columns can stand so that a strip of what they read is used up,
  /// for all iterations of loops that read the same of it, before the next strip; `row` where there
  /// is no such loop around them.
  ///   for i for j { for k t += A[i][k]*B[k][j]; C[i][j] += t; }   ->  before i: a strip of B for
  ///       all i
  int outermostPlaceOf(int s, int row) const {
    int place = row;
    for (int d = row - 1; d >= 0 && isLoopOf(s, d); --d) {
      for (const StridedAccess &access : strides.accesses[s])
        if (!access.isPrivate && access.uses[row] && access.uses[d])
          return place;
      place = d;
    }
    return place;
  }

  /// `tiled` with the blocks of `row` before the dimension `outermost`, and the indices `inner`
  /// behind the one that is summed over.
  void addInOrder(int s, const StridedAccess &sum, int row, bool turns, const Schedule &tiled,
                  const std::vector<std::string> &inner, const std::string &step, int outermost) {
    const std::vector<ScopArray> &arrays = nest.source->scop.arrays;
    int along = innermost(s);
    std::vector<std::string> order;
    for (int d = 0; d < static_cast<int>(nest.dimensions.size()); ++d) {
      if (d == outermost)
        order.push_back(nest.dimensions[row].name);
      if (d != row)
        order.push_back(nest.dimensions[d].name);
      if (d == along)
        order.insert(order.end(), inner.begin(), inner.end());
    }
    Outcome<Schedule> reordered = tiled.reorder(order);
    if (!reordered)
      return;
    const double gain = turns || outermost != row ? 1 : target.machine.repeatedTraffic;
    Candidate candidate{
        turns ? "row sums" : "column sums", *reordered, {}, {}, gain, {}, {inner.back()}};
    std::set<std::string> turned;
    for (const StridedAccess &access : strides.accesses[s])
      if (turns && !access.isPrivate && access.array != sum.array &&
          strideSize(access.stride[row]) > 1)
        turned.insert(arrays[access.array].name);
    for (const std::string &array : turned)
      candidate.promotions.push_back({array, step, Promotion::Layout::LastMajor});
    int around = along - 1; // the innermost of the other loops
    while (!isLoopOf(s, around))
      --around;
    const std::string &inside = nest.dimensions[around + 1].name; // what it holds
    candidate.promotions.push_back(
        {arrays[sum.array].name, sum.isPrivate ? inside : nest.dimensions[along].name});
    if (!sum.isPrivate &&
        !promotedTile(*reordered, arrays[sum.array].name, nest.dimensions[along].name))
      return; // compilers keep no such sums in registers by themselves
    for (size_t a = 0; a < arrays.size(); ++a)
      if (arrays[a].isPrivate && static_cast<int>(a) != sum.array)
        candidate.promotions.push_back({arrays[a].name, inside});
    all.push_back(std::move(candidate));
  }

  const Schedule &start;
  const Nest &nest;
  const NestStrides &strides;
  const Target &target;
  const LoopCompiler &compiler;
  std::vector<Candidate> &all;
};

} // namespace

void addRowSums(const Schedule &start, const NestStrides &strides, const Target &target,
                const LoopCompiler &compiler, std::vector<Candidate> &all) {
  RowSums(start, strides, target, compiler, all).addCandidates();
}

} // namespace acc
