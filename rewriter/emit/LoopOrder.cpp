#include "rewriter/emit/LoopOrder.h"

#include <algorithm>

namespace acc {
namespace {

bool isPrivate(const Scop &scop, const std::string &name) {
  return std::any_of(scop.arrays.begin(), scop.arrays.end(),
                     [&](const ScopArray &array) { return array.name == name && array.isPrivate; });
}

/// Dimensions of the nest that the subscripts of promoted accesses use. The cells of a private variable are copied nowhere: a part of
/// them does where the rest is not full.
std::set<int> promotedDimensions(const Plan &plan) {
  const Nest &nest = plan.schedule().nest();
  const Scop &scop = nest.source->scop;
  std::set<int> used;
  for (const Promotion &promotion : plan.promotions()) {
    Outcome<PromotedTile> tile = promotedTile(plan.schedule(), promotion.array, promotion.index);
    if (!tile || isPrivate(scop, promotion.array))
      continue;
    for (const auto &[s, a] : tile->accesses) {
      std::vector<std::string> iterators = scop.iteratorsOf(scop.statements[s]);
      for (const Polynomial &subscript : nest.source->views.viewOf(s, a).subscripts)
        for (size_t i = 0; i < iterators.size(); ++i)
          if (subscript.contains(iterators[i]))
            for (size_t d = 0; d < nest.dimensions.size(); ++d)
              if (nest.iterators[s][i].contains(nest.dimensions[d].name))
                used.insert(d);
    }
  }
  return used;
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

/// Depth of the innermost loop around `depth` that counts its blocks: the outer index of its split, or what came of that
/// by another split. -1 for none.
///   split i by 8, then i by 12: i, i_1, ii   the blocks of ii are counted by i_1
int countsBlocksOf(const LoopOrder &loops, unsigned depth) {
  const Index &index = loops.indices[depth];
  int found = index.outer.empty() ? -1 : loops.find(index.outer);
  for (int d = found + 1; found >= 0 && d < static_cast<int>(depth); ++d) {
    const Index &other = loops.indices[d];
    if (other.dimension == index.dimension && other.stride < loops.indices[found].stride && other.stride > index.stride)
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

LoopOrder loopOrderOf(const Plan &plan) {
  LoopOrder result;
  const std::vector<Index> &order = plan.schedule().order();
  std::set<int> promoted = promotedDimensions(plan);
  for (size_t position = 0; position < order.size(); ++position)
    if (order[position].kind == NestDimension::Kind::Loop) {
      result.indices.push_back(order[position]);
      result.positions.push_back(position);
    }
  unsigned firstPromoted = result.depth();
  for (const Promotion &promotion : plan.promotions())
    firstPromoted = std::min(
        firstPromoted, result.depthAt(plan.schedule().positionOf(promotion.index)));
  for (unsigned d = 0; d < result.depth(); ++d) {
    const Index &index = result.indices[d];
    result.outerDepth.push_back(countsBlocksOf(result, d));
    bool wanted = plan.unrolled().count(index.name) || plan.vectorized().count(index.name) ||
                  (d >= firstPromoted && promoted.count(index.dimension));
    if (result.outerDepth.back() < 0 && index.size && *index.size <= kShortReference) {
      result.outerDepth.back() = skewedAround(result, d);
      wanted = true;
    }
    result.boxed.push_back(index.size && index.stride == 1 && result.outerDepth.back() >= 0 &&
                           wanted);
  }
  return result;
}

} // namespace acc
