#include "scheduling/IndexValues.h"

namespace acc {

Outcome<Schedule> Schedule::pad(const std::string &index, int64_t size) const {
  int position = positionOf(index);
  if (position < 0)
    return invalid("pad: there is no index '" + index + "'");
  if (size < 0)
    return invalid("pad: the size for '" + index + "' must not be negative, not " +
                   std::to_string(size));
  int64_t move = 0, total = 0;
  if (size > INT32_MAX || __builtin_mul_overflow(indices[position].stride, size, &move) ||
      __builtin_add_overflow(indices[position].size.value_or(0), size, &total))
    return invalid("pad: the size for '" + index + "' is too large");

  Schedule result = *this;
  Index &padded = result.indices[position];
  padded.isPlain = false;
  if (padded.size)
    padded.size = total;
  Step step{Step::Kind::Pad, {index}, {size}, {}, {}, {}, {}};
  step.effect = [=, has = padded.has](IndexValues &values) {
    if (has[values.statement()])
      values.set(index, values.at(index).add_constant(static_cast<long>(move)));
  };
  result.history.push_back(std::move(step));
  return result;
}

} // namespace acc
