#include "scheduling/Repetition.h"

#include <algorithm>
#include <set>

namespace acc {

bool isRepetition(const Nest &nest, int dimension) {
  const Scop &scop = nest.source->scop;
  if (nest.dimensions[dimension].kind != NestDimension::Kind::Loop)
    return false;
  const std::string &name = scop.loops[nest.dimensions[dimension].loop].name;
  auto names = [&](const Polynomial &value) { return value.contains(name); };
  for (const ScopLoop &loop : scop.loops)
    if (std::any_of(loop.first.begin(), loop.first.end(), names) ||
        std::any_of(loop.end.begin(), loop.end.end(), names))
      return false;
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (!scop.arrays[access.array].isPrivate &&
          std::any_of(access.subscripts.begin(), access.subscripts.end(), names))
        return false;
  return true;
}

int64_t bytesPerPoint(const Nest &nest, int repetition) {
  const Scop &scop = nest.source->scop;
  std::set<int> walked;
  for (size_t s = 0; s < scop.statements.size(); ++s)
    for (const ScopAccess &access : scop.statements[s].accesses) {
      bool all = !scop.arrays[access.array].isPrivate;
      for (int loop : scop.statements[s].loops)
        all = all && (loop == nest.dimensions[repetition].loop ||
                      std::any_of(access.subscripts.begin(), access.subscripts.end(),
                                  [&](const Polynomial &subscript) {
                                    return subscript.contains(scop.loops[loop].name);
                                  }));
      if (all)
        walked.insert(access.array);
    }
  int64_t bytes = 0;
  for (int array : walked)
    bytes += scop.arrays[array].elementSize;
  return bytes;
}

} // namespace acc
