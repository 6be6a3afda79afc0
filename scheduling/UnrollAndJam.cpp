#include "scheduling/IndexValues.h"
#include "scheduling/StepWords.h"

#include <algorithm>

namespace acc {

Outcome<Schedule> Schedule::unrollAndJam(const std::string &index, int64_t size,
                                         const std::string &inner) const {
  const Index *found = find(index);
  if (found && found->kind == NestDimension::Kind::Fusing)
    return invalid("unroll_and_jam: '" + index + "' is a fusing dimension");
  Outcome<Schedule> result = split(index, size, inner);
  if (!result)
    return inWordsOf("unroll_and_jam", result.rejection());
  Step &step = result->history.back();
  step.kind = Step::Kind::UnrollAndJam;
  auto jammed = result->indices.begin() + result->positionOf(step.inner.front());
  jammed->unrollBelow = std::max(jammed->unrollBelow, size + 1);
  std::rotate(jammed, jammed + 1, result->indices.end());
  return result;
}

} // namespace acc
