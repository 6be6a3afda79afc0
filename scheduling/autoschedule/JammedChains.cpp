// Rows in which each iteration waits for the one before, several at once: while one row waits, the
// others run.
#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

/// As many chains as hide two additions and a store that is read again at once, with two operations
/// of each kind a cycle.
constexpr int64_t kRows = 8;
constexpr int64_t kFewestSteps =
    4 * kRows; // of a row: of fewer the triangles at both ends are too much
constexpr int64_t kFarthestUse =
    4; // iterations of a row from a value to its use: of those further apart several run at once
constexpr int64_t kFarthestRow = 2; // iterations that a row stays behind the one before

/// The read comes to what the write made a few iterations of the dimension before.
bool isNear(const LiftedScop &source, std::pair<int, int> write, std::pair<int, int> read,
            const std::string &along) {
  const std::vector<Polynomial> &to = source.views.viewOf(write.first, write.second).subscripts,
                                &from = source.views.viewOf(read.first, read.second).subscripts;
  bool moves = false;
  for (size_t k = 0; k < to.size() && k < from.size(); ++k) {
    const std::optional<int64_t> distance = (to[k] - from[k]).constant();
    moves = moves || to[k].contains(along);
    if (!distance || (to[k].contains(along) ? std::abs(*distance) > kFarthestUse : *distance != 0))
      return false;
  }
  return moves;
}

/// What an iteration of the dimension makes is an element of its own that one of the next reads; a
/// sum is none.
bool isChainAlong(const Nest &nest, const std::vector<int> &statements, int along) {
  const LiftedScop &source = *nest.source;
  const std::string &loop = source.scop.loops[nest.dimensions[along].loop].name;
  auto isChain = [&](const Dependence &d) {
    const std::vector<ScopAccess> &writes = source.scop.statements[d.source].accesses,
                                  &reads = source.scop.statements[d.sink].accesses;
    for (size_t w = 0; w < writes.size(); ++w)
      for (size_t r = 0; r < reads.size(); ++r)
        if (writes[w].isWrite && !reads[r].isWrite && writes[w].array == d.array &&
            reads[r].array == d.array && isNear(source, {d.source, w}, {d.sink, r}, loop))
          return true;
    return false;
  };
  auto isAmong = [&](int s) {
    return std::find(statements.begin(), statements.end(), s) != statements.end();
  };
  return std::any_of(source.dependences.all.begin(), source.dependences.all.end(),
                     [&](const Dependence &d) {
                       return d.kind == DependenceKind::RAW && isAmong(d.source) &&
                              isAmong(d.sink) && d.carriedBy == nest.dimensions[along].loop &&
                              !source.scop.arrays[d.array].isPrivate && isChain(d);
                     });
}

/// The loop around the dimension `along` for all statements of it; -1 where there is none.
int rowsOf(const Nest &nest, const std::vector<int> &statements, int along) {
  for (int d = along - 1; d >= 0; --d)
    if (nest.dimensions[d].kind == NestDimension::Kind::Loop &&
        std::all_of(statements.begin(), statements.end(),
                    [&](int s) { return nest.dimensions[d].has[s]; }))
      return d;
  return -1;
}

/// The rows of `start` in blocks of kRows, inside the loop `along`, each `behind` iterations behind
/// the row before.
Outcome<Schedule> jammed(const Schedule &start, const std::string &rows, const std::string &along,
                         int64_t behind) {
  Outcome<Schedule> schedule = start.tile({{rows, kRows}});
  if (!schedule)
    return schedule;
  const std::string row = schedule->steps().back().inner.front();
  std::vector<std::string> order;
  for (const Index &index : schedule->order()) {
    if (index.name != row)
      order.push_back(index.name);
    if (index.name == along)
      order.push_back(row);
  }
  if (behind > 0)
    schedule = schedule->skew(along, row, behind);
  return schedule ? schedule->reorder(order) : schedule;
}

} // namespace

void addJammedChains(const Nest &nest, const NestStrides &strides, std::vector<Candidate> &all) {
  const Candidate source = sourceOrder(nest);
  for (const InnermostLoop &loop : innermostLoops(source, strides)) {
    if (!loop.index)
      continue;
    const int along = loop.index->dimension, rows = rowsOf(nest, loop.statements, along);
    if (!isChainAlong(nest, loop.statements, along) || rows < 0 ||
        nest.dimensions[rows].extent.value_or(2 * kRows) < 2 * kRows ||
        nest.dimensions[along].extent.value_or(kFewestSteps) < kFewestSteps)
      continue;
    for (int64_t behind = 0; behind <= kFarthestRow; ++behind)
      if (Outcome<Schedule> schedule = jammed(source.schedule, nest.dimensions[rows].name,
                                              nest.dimensions[along].name, behind)) {
        const std::string row = schedule->steps().front().inner.front(); // of the tile
        Candidate candidate{"jammed chains", *schedule, {row}, {}};
        candidate.independent = {row};
        all.push_back(std::move(candidate));
      }
  }
}

} // namespace acc
