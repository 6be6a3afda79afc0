#include "rewriter/emit/LoopOrder.h"

#include <algorithm>

namespace acc {
namespace {

bool isPrivate(const Scop &scop, const std::string &name) {
  return std::any_of(scop.arrays.begin(), scop.arrays.end(),
                     [&](const ScopArray &array) { return array.name == name && array.isPrivate; });
}

/// The dimension of the nest is in the subscripts of the access (s, a).
bool uses(const Nest &nest, int s, int a, int dimension) {
  const std::vector<std::string> iterators =
      nest.source->scop.iteratorsOf(nest.source->scop.statements[s]);
  for (const Polynomial &subscript : nest.source->views.viewOf(s, a).subscripts)
    for (size_t i = 0; i < iterators.size(); ++i)
      if (subscript.contains(iterators[i]) &&
          nest.iterators[s][i].contains(nest.dimensions[dimension].name))
        return true;
  return false;
}

/// A promotion of an array in memory, with the accesses that it serves.
struct PromotedAccesses {
  const Promotion *promotion = nullptr;
  std::set<std::pair<int, int>> accesses;
};

/// The cells of a private variable are copied nowhere: a part of them does where the rest is not
/// full.
std::vector<PromotedAccesses> promotedAccesses(const Plan &plan) {
  std::vector<PromotedAccesses> all;
  for (const Promotion &promotion : plan.promotions()) {
    Outcome<PromotedTile> tile = promotedTile(plan.schedule(), promotion.array, promotion.index);
    if (tile && !isPrivate(plan.schedule().nest().source->scop, promotion.array))
      all.push_back({&promotion, tile->accesses});
  }
  return all;
}

/// A buffer of some of these whose elements the dimension tells apart; with `isTurned`, one that is
/// filled by turned squares.
bool isPromoted(const Nest &nest, const std::vector<PromotedAccesses> &promoted, int dimension,
                bool isTurned) {
  return std::any_of(promoted.begin(), promoted.end(), [&](const PromotedAccesses &one) {
    return (!isTurned || one.promotion->layout == Promotion::Layout::LastMajor) &&
           std::any_of(one.accesses.begin(), one.accesses.end(), [&](const auto &access) {
             return uses(nest, access.first, access.second, dimension);
           });
  });
}

/// All that moves with the vectorized index in the statement are elements of one floating type, in
/// buffers around it or cells of variables.
bool movesInBuffersOnly(const Plan &plan, const LoopOrder &loops,
                        const std::vector<PromotedAccesses> &promoted, unsigned depth, int s) {
  const Nest &nest = plan.schedule().nest();
  const Scop &scop = nest.source->scop;
  const Index &index = loops.indices[depth];
  std::set<std::string> elements;
  for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a) {
    const ScopArray &array = scop.arrays[scop.statements[s].accesses[a].array];
    const bool isCell = array.isPrivate &&
                        std::any_of(plan.promotions().begin(), plan.promotions().end(),
                                    [&](const Promotion &one) { return one.array == array.name; });
    const bool isServed =
        isCell || std::any_of(promoted.begin(), promoted.end(), [&](const PromotedAccesses &one) {
          return one.accesses.count({s, int(a)}) &&
                 loops.depthAt(plan.schedule().positionOf(one.promotion->index)) <= depth;
        });
    if (!isCell && !uses(nest, s, a, index.dimension))
      continue;
    if (!isServed || array.element.kind != CType::Kind::Floating)
      return false;
    elements.insert(array.element.spelling);
  }
  return plan.vectorizes(index.name, s) && elements.size() == 1;
}

/// The vectors of the index may take parts of rows: those of the statements in the most loops do,
/// and of the others, which set cells before or use them after, each element is written by itself.
bool runsInParts(const Plan &plan, const LoopOrder &loops,
                 const std::vector<PromotedAccesses> &promoted, unsigned depth) {
  const Scop &scop = plan.schedule().nest().source->scop;
  size_t most = 0;
  for (size_t s = 0; s < scop.statements.size(); ++s)
    if (loops.indices[depth].has[s])
      most = std::max(most, scop.statements[s].loops.size());
  for (size_t s = 0; s < scop.statements.size(); ++s)
    if (loops.indices[depth].has[s] && scop.statements[s].loops.size() == most &&
        !movesInBuffersOnly(plan, loops, promoted, depth, s))
      return false;
  return most > 0;
}

/// A skewed index whose reference has at most this many iterations is separated
/// into its full part and the two ends.
constexpr int64_t kShortReference = 64;

/// Depth of the innermost loop around `depth` that was skewed by its dimension.
int skewedAround(const LoopOrder &loops, unsigned depth) {
  const Index &index = loops.indices[depth];
  int found = -1;
  for (unsigned d = 0; d < depth; ++d) {
    const std::vector<int> &mixed = loops.indices[d].mixed;
    if (!loops.indices[d].isJoint && index.mixed.empty() &&
        std::find(mixed.begin(), mixed.end(), index.dimension) != mixed.end())
      found = d;
  }
  return found;
}

/// Depth of the innermost loop around `depth` that counts its blocks: the outer index of its split,
/// or what came of that by another split. -1 for none.
///   split i by 8, then i by 12: i, i_1, ii   the blocks of ii are counted by i_1
int countsBlocksOf(const LoopOrder &loops, unsigned depth) {
  const Index &index = loops.indices[depth];
  int found = index.outer.empty() ? -1 : loops.find(index.outer);
  for (int d = found + 1; found >= 0 && d < static_cast<int>(depth); ++d) {
    const Index &other = loops.indices[d];
    if (other.dimension == index.dimension && other.stride < loops.indices[found].stride &&
        other.stride > index.stride)
      found = d;
  }
  return found;
}

} // namespace

int LoopOrder::find(const std::string &name) const {
  for (size_t d = 0; d < indices.size(); ++d)
    if (indices[d].name == name)
      return d;
  return -1;
}

unsigned LoopOrder::depthAt(int position) const {
  return std::count_if(positions.begin(), positions.end(), [&](int p) { return p < position; });
}

LoopOrder loopOrderOf(const Plan &plan, bool inParts) {
  LoopOrder result;
  const std::vector<Index> &order = plan.schedule().order();
  const std::vector<PromotedAccesses> promoted = promotedAccesses(plan);
  const Nest &nest = plan.schedule().nest();
  for (size_t position = 0; position < order.size(); ++position)
    if (order[position].kind == NestDimension::Kind::Loop) {
      result.indices.push_back(order[position]);
      result.positions.push_back(position);
    }
  unsigned firstPromoted = result.depth();
  for (const Promotion &promotion : plan.promotions())
    firstPromoted =
        std::min(firstPromoted, result.depthAt(plan.schedule().positionOf(promotion.index)));
  std::vector<bool> areInParts; // in vectors that take parts of rows
  bool anyInParts = false;
  for (unsigned d = 0; inParts && d < result.depth(); ++d) {
    const bool isVector = plan.vectorized().count(result.indices[d].name) > 0;
    areInParts.push_back(isVector && runsInParts(plan, result, promoted, d));
    anyInParts |= areInParts.back();
  }
  for (unsigned d = 0; d < result.depth(); ++d) {
    const Index &index = result.indices[d];
    result.outerDepth.push_back(countsBlocksOf(result, d));
    const bool isVector = plan.vectorized().count(index.name) > 0,
               isWrittenOut = plan.unrolled().count(index.name) > 0;
    const bool isTurned = isPromoted(nest, promoted, index.dimension, /*isTurned=*/true);
    const bool isLong = index.size && !isVector && !isWrittenOut &&
                        (isTurned ? anyInParts : *index.size > kShortReference);
    bool wanted = isVector || isWrittenOut ||
                  (d >= firstPromoted && !isLong &&
                   isPromoted(nest, promoted, index.dimension, /*isTurned=*/false));
    if (result.outerDepth.back() < 0 && index.size && *index.size <= kShortReference) {
      result.outerDepth.back() = skewedAround(result, d);
      wanted = true;
    }
    const bool isBlock = index.size && index.stride == 1 && result.outerDepth.back() >= 0;
    const bool isPart = isLong || (anyInParts && (areInParts[d] || isWrittenOut));
    result.partial.push_back(isBlock && isPart);
    result.boxed.push_back(isBlock && wanted && (!isPart || isWrittenOut));
  }
  return result;
}

} // namespace acc
