#include "scheduling/IndexValues.h"
#include "scheduling/StepWords.h"

namespace acc {

Outcome<Schedule> Schedule::tile(const std::vector<std::pair<std::string, int64_t>> &sizes) const {
  if (sizes.empty())
    return invalid("tile: no index is named");
  Schedule result = *this;
  Step step{Step::Kind::Tile, {}, {}, {}, {}, {}, {}};
  std::vector<std::function<void(IndexValues &)>> effects;
  for (const auto &[index, size] : sizes) {
    Outcome<Schedule> next = result.split(index, size);
    if (!next)
      return inWordsOf("tile", next.rejection());
    result = *next;
    step.indices.push_back(index);
    step.sizes.push_back(size);
    step.inner.push_back(result.history.back().inner.front());
    effects.push_back(result.history.back().effect);
  }
  step.effect = [effects](IndexValues &values) {
    for (const auto &effect : effects)
      effect(values);
  };
  result.history = history;
  result.history.push_back(std::move(step));
  return result;
}

} // namespace acc
