#include "scheduling/Schedule.h"

#include "analysis/model/ScopIsl.h"

#include <map>

namespace acc {
namespace {

/// Follows the splits of a schedule on one statement: the value of every index
/// as a quasi-affine function of the iterators.
class Values {
public:
  Values(const Nest &nest, int statement) {
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      values[nest.dimensions[d].name] = {coordinateOf(nest, statement, d), 1};
  }

  /// value -> (block start, place in the block), in units of the dimension.
  void split(const std::string &index, int64_t size, const std::string &inner) {
    Value &outer = values.at(index);
    int64_t stride = outer.stride * size;
    isl::aff block =
        outer.value.scale_down(static_cast<long>(stride)).floor().scale(static_cast<long>(stride));
    values[inner] = {outer.value.sub(block), outer.stride};
    outer = {block, stride};
  }

  isl::aff at(const std::string &index) const { return values.at(index).value; }

private:
  struct Value {
    isl::aff value;
    int64_t stride = 1;
  };
  std::map<std::string, Value> values;
};

} // namespace

isl::map Schedule::timeOf(int statement) const {
  Values values(*base, statement);
  for (const Step &step : history)
    if (step.kind != Step::Kind::Reorder)
      for (size_t k = 0; k < step.indices.size(); ++k)
        values.split(step.indices[k], step.sizes[k], step.inner[k]);
  isl::multi_aff time = values.at(indices.front().name).as_multi_aff();
  for (size_t k = 1; k < indices.size(); ++k)
    time = time.flat_range_product(values.at(indices[k].name).as_multi_aff());
  const LiftedScop &source = *base->source;
  return time.as_map().intersect_domain(
      iterationDomain(*source.context, source.scop, source.scop.statements[statement]));
}

isl::union_map Schedule::timeMap() const {
  isl::union_map all = timeOf(0).to_union_map();
  for (size_t s = 1; s < base->source->scop.statements.size(); ++s)
    all = all.unite(timeOf(s).to_union_map());
  return all;
}

} // namespace acc
