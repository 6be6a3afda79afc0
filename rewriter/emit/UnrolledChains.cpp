#include "rewriter/emit/UnrolledChains.h"

#include <algorithm>

namespace acc {

bool hasUnrolledChains(const Plan &plan) {
  const Nest &nest = plan.schedule().nest();
  const Index *inner = nullptr, *around = nullptr; // the innermost loops
  for (const Index &index : plan.schedule().order())
    if (index.kind == NestDimension::Kind::Loop) {
      around = inner;
      inner = &index;
    }
  if (!around || !plan.unrolled().count(inner->name) || around->dimension < 0)
    return false;
  const int loop = nest.dimensions[around->dimension].loop;
  const std::vector<Dependence> &all = nest.source->dependences.all;
  return std::any_of(all.begin(), all.end(), [&](const Dependence &d) {
    return d.kind == DependenceKind::RAW && d.carriedBy == loop && !nest.source->scop.arrays[d.array].isPrivate;
  });
}

} // namespace acc
