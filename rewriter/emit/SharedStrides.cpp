#include "rewriter/emit/SharedStrides.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

/// A loop around a statement, and how far each iteration moves in an array.
struct Move {
  const ScopLoop *loop;
  Polynomial stride;
};

/// Whether the loop runs at most so often.
bool runsAtMost(const ScopLoop &loop, int64_t times) {
  if (loop.first.size() != 1 || loop.step != 1)
    return false;
  return std::any_of(loop.end.begin(), loop.end.end(), [&](const Polynomial &end) {
    auto count = (end - loop.first.front()).constant();
    return count && *count <= times;
  });
}

/// The slow one moves by a multiple of what the fast one does, past all of its iterations.
bool isPast(const Move &slow, const Move &fast) {
  auto quotient = slow.stride.dividedBy(fast.stride);
  auto factor = quotient ? quotient->constant() : std::nullopt;
  return factor && runsAtMost(*fast.loop, std::abs(*factor));
}

/// Loops that move in the `subscript`, by these strides in memory; gcc reckons rightly where they
/// are numbers.
bool mayMeet(const Scop &scop, const ScopStatement &statement, const Polynomial &subscript,
             const Polynomial &index) {
  std::vector<Move> moves;
  for (int number : statement.loops) {
    const ScopLoop &loop = scop.loops[number];
    if (!subscript.contains(loop.name))
      continue;
    Move move{&loop, index.coefficient(loop.name, 1) * Polynomial(loop.step)};
    for (const Move &other : moves)
      if (!(move.stride.constant() && other.stride.constant()) && !isPast(move, other) &&
          !isPast(other, move))
        return true;
    moves.push_back(std::move(move));
  }
  return false;
}

} // namespace

bool hasSharedStrides(const LiftedScop &source) {
  const Scop &scop = source.scop;
  for (size_t s = 0; s < scop.statements.size(); ++s)
    for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a) {
      const ScopAccess &access = scop.statements[s].accesses[a];
      if (!access.isWrite || access.subscripts.size() != 1 || scop.arrays[access.array].isPrivate ||
          scop.arrays[access.array].isScalar)
        continue;
      // The guard keeps the rows of a view apart.
      const std::vector<Polynomial> subscripts =
          source.views.arrays[access.array].recovered
              ? source.views.viewOf(int(s), int(a)).subscripts
              : access.subscripts;
      for (const Polynomial &subscript : subscripts)
        if (mayMeet(scop, scop.statements[s], subscript, access.subscripts[0]))
          return true;
    }
  return false;
}

} // namespace acc
