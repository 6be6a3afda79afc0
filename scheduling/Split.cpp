#include "scheduling/IndexValues.h"

namespace acc {
namespace {

/// "i" -> "ii" -> "iii"; a longer name gets a number: "row" -> "row_1".
std::string freshInner(const Schedule &schedule, const std::string &index) {
  std::string name = index;
  bool repeated = index.find_first_not_of(index[0]) == std::string::npos;
  for (int number = 1; schedule.find(name); ++number)
    name = repeated ? name + index[0] : index + "_" + std::to_string(number);
  return name;
}

} // namespace

Outcome<Schedule> Schedule::split(const std::string &index, int64_t size,
                                  const std::string &inner) const {
  int position = positionOf(index);
  if (position < 0)
    return invalid("split: there is no index '" + index + "'");
  if (size < 1)
    return invalid("split: the size of '" + index + "' must be at least 1, not " +
                   std::to_string(size));
  int64_t blockStride = 0;
  if (__builtin_mul_overflow(indices[position].stride, size, &blockStride))
    return invalid("split: the size of '" + index + "' is too large");
  std::string name = inner.empty() ? freshInner(*this, index) : inner;
  if (auto problem = nameProblem(name))
    return invalid("split: " + *problem);

  Schedule result = *this;
  Index &outer = result.indices[position];
  Index block = outer;
  block.name = name;
  block.size = size;
  block.outer = outer.name;
  block.isPlain = outer.isPlain = false;
  outer.stride = blockStride;
  if (outer.size)
    outer.size = (*outer.size + size - 1) / size;
  result.indices.insert(result.indices.begin() + position + 1, block);
  Step step{Step::Kind::Split, {index}, {size}, {name}, {}, {}, {}};
  step.effect = [=](IndexValues &values) {
    isl::pw_aff value = values.at(index);
    isl::pw_aff start = values.blockStart(value, blockStride);
    values.set(name, value.sub(start));
    values.set(index, start);
  };
  result.history.push_back(std::move(step));
  return result;
}

} // namespace acc
