#include "scheduling/IndexValues.h"

#include <algorithm>
#include <cstdlib>

namespace acc {

Outcome<Schedule> Schedule::skew(const std::string &index, const std::string &by, int64_t factor,
                                 int64_t unrollBelow) const {
  int position = positionOf(index), other = positionOf(by);
  if (position < 0 || other < 0)
    return invalid("skew: there is no index '" + (position < 0 ? index : by) + "'");
  if (position == other)
    return invalid("skew: '" + index + "' cannot be skewed by itself");
  for (int p : {position, other})
    if (indices[p].kind == NestDimension::Kind::Fusing)
      return invalid("skew: '" + indices[p].name + "' is a fusing dimension");
  int64_t move = 0;
  if (factor == 0 || __builtin_mul_overflow(factor, indices[position].stride, &move) ||
      move == INT64_MIN)
    return invalid("skew: the factor must be a nonzero integer and must not be too large");
  if (unrollBelow < 0)
    return invalid("skew: unroll_loops_smaller_than must not be negative");

  Schedule result = *this;
  Index &skewed = result.indices[position];
  Index &reference = result.indices[other];
  skewed.isPlain = false;
  auto enters = [&](int dimension) {
    if (std::find(skewed.mixed.begin(), skewed.mixed.end(), dimension) == skewed.mixed.end())
      skewed.mixed.push_back(dimension);
  };
  enters(reference.dimension);
  for (int dimension : std::vector<int>(reference.mixed))
    enters(dimension);
  int64_t added = 0, total = 0;
  int64_t distance = std::max<int64_t>(reference.size.value_or(0) - 1, 0);
  bool isFixed = skewed.size && reference.size &&
                 !__builtin_mul_overflow(std::abs(factor), distance, &added) &&
                 !__builtin_add_overflow(*skewed.size, added, &total);
  skewed.size = isFixed ? std::optional(total) : std::nullopt;
  skewed.unrollBelow = std::max(skewed.unrollBelow, unrollBelow);
  reference.unrollBelow = std::max(reference.unrollBelow, unrollBelow);

  Step step{Step::Kind::Skew, {index, by}, {factor, unrollBelow}, {}, {}, {}, {}};
  step.effect = [=, has = skewed.has, stride = reference.stride](IndexValues &values) {
    if (!has[values.statement()])
      return;
    isl::pw_aff iterations = values.at(by).scale_down(static_cast<long>(stride));
    values.set(index, values.at(index).add(iterations.scale(static_cast<long>(move))));
  };
  result.history.push_back(std::move(step));
  return result;
}

} // namespace acc
