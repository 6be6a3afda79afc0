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

/// The slow one moves by a multiple of what the fast one does, and not past all of its iterations.
bool reaches(const Move &slow, const Move &fast) {
  auto quotient = slow.stride.dividedBy(fast.stride);
  auto factor = quotient ? quotient->constant() : std::nullopt;
  return factor && !runsAtMost(*fast.loop, std::abs(*factor));
}

bool hasSharedStride(const Scop &scop, const ScopStatement &statement, const ScopAccess &access) {
  std::vector<Move> moves;
  for (int index : statement.loops) {
    const ScopLoop &loop = scop.loops[index];
    Move move{&loop, access.subscripts[0].coefficient(loop.name, 1) * Polynomial(loop.step)};
    if (move.stride.constant())
      continue;
    if (std::any_of(moves.begin(), moves.end(),
                    [&](const Move &other) { return reaches(move, other) || reaches(other, move); }))
      return true;
    moves.push_back(std::move(move));
  }
  return false;
}

} // namespace

bool hasSharedStrides(const Scop &scop) {
  return std::any_of(scop.statements.begin(), scop.statements.end(), [&](const ScopStatement &statement) {
    return std::any_of(statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) {
      return access.isWrite && access.subscripts.size() == 1 && !scop.arrays[access.array].isPrivate &&
             hasSharedStride(scop, statement, access);
    });
  });
}

} // namespace acc
