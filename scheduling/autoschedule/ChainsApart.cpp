#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>

namespace acc {
namespace {

constexpr int64_t kBlock = 128; // iterations whose cells stay in the first cache

/// Of the loop's statements, in the order of the source: those that depend on their own iteration
/// before, and the others.
struct LoopBody {
  std::vector<int> chains, others;
};

LoopBody bodyOf(const Nest &nest, const InnermostLoop &loop) {
  LoopBody body;
  for (int s : loop.statements)
    (carries(nest, s, *loop.index) ? body.chains : body.others).push_back(s);
  return body;
}

/// A sum of integers, which compilers take in any order beside what else stands in the loop.
bool sumsInAnyOrder(const Nest &nest, int s) {
  const Scop &scop = nest.source->scop;
  const std::vector<ScopAccess> &accesses = scop.statements[s].accesses;
  return std::all_of(accesses.begin(), accesses.end(), [&](const ScopAccess &access) {
    return !access.isWrite ||
           isReorderedSum(scop, scop.statements[s], scop.arrays[access.array], LoopCompiler());
  });
}

std::vector<std::string> idsOf(const Nest &nest, const std::vector<int> &statements) {
  std::vector<std::string> ids;
  for (int s : statements)
    ids.push_back(nest.source->scop.statements[s].id);
  return ids;
}

bool touches(const NestStrides &strides, const std::vector<int> &statements, int array) {
  return std::any_of(statements.begin(), statements.end(), [&](int s) {
    return std::any_of(strides.accesses[s].begin(), strides.accesses[s].end(),
                       [&](const StridedAccess &access) { return access.array == array; });
  });
}

} // namespace

void addChainsApart(const Nest &nest, const NestStrides &strides, const MachineModel &machine,
                    std::vector<Candidate> &all) {
  const Candidate source = sourceOrder(nest);
  const std::vector<ScopArray> &arrays = nest.source->scop.arrays;
  for (const InnermostLoop &loop : innermostLoops(source, strides)) {
    if (!loop.index)
      continue;
    const Index &index = *loop.index;
    const LoopBody body = bodyOf(nest, loop);
    const bool isContiguous = std::all_of(body.others.begin(), body.others.end(), [&](int s) {
      return runsContiguously(strides, s, index);
    });
    const bool isSum = std::all_of(body.chains.begin(), body.chains.end(),
                                   [&](int s) { return sumsInAnyOrder(nest, s); });
    if (isSum || body.others.empty() || !isContiguous || index.size.value_or(kBlock + 1) <= kBlock)
      continue;
    Outcome<Schedule> schedule = source.schedule.split(index.name, kBlock);
    if (!schedule)
      continue;
    const std::string inner = schedule->steps().back().inner.front();
    schedule = schedule->distribute(inner, {idsOf(nest, body.others), idsOf(nest, body.chains)});
    if (!schedule)
      continue;
    Candidate candidate{"chains apart", *schedule, {}, {}, machine.keptTraffic, {}, {inner}};
    const std::string parts = schedule->steps().back().inner.front();
    for (size_t a = 0; a < arrays.size(); ++a)
      if (arrays[a].isPrivate && touches(strides, body.others, a) &&
          touches(strides, body.chains, a))
        candidate.promotions.push_back({arrays[a].name, parts});
    all.push_back(std::move(candidate));
  }
}

} // namespace acc
