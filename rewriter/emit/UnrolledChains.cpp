#include "rewriter/emit/UnrolledChains.h"

#include <algorithm>

namespace acc {
namespace {

/// The dimensions of the statement's innermost indices that are written out, and of the loop around
/// these; empty where its innermost index is not.
std::set<int> copiedIn(const Plan &plan, int statement) {
  std::set<int> dimensions;
  const std::vector<Index> &order = plan.schedule().order();
  for (size_t k = order.size(); k-- > 0;) {
    const Index &index = order[k];
    if (index.kind != NestDimension::Kind::Loop || !index.has[statement])
      continue;
    const bool isCopied = plan.unrolled().count(index.name) > 0;
    if (!isCopied && dimensions.empty())
      return {};
    dimensions.insert(index.dimension);
    if (!isCopied)
      break;
  }
  return dimensions;
}

} // namespace

bool hasUnrolledChains(const Plan &plan) {
  const Nest &nest = plan.schedule().nest();
  const std::vector<Dependence> &all = nest.source->dependences.all;
  return std::any_of(all.begin(), all.end(), [&](const Dependence &d) {
    if (nest.source->scop.arrays[d.array].isPrivate)
      return false;
    const std::set<int> dimensions = copiedIn(plan, d.sink);
    return std::any_of(dimensions.begin(), dimensions.end(), [&](int dimension) {
      return dimension >= 0 && nest.dimensions[dimension].loop == d.carriedBy;
    });
  });
}

} // namespace acc
