#include "scheduling/IndexValues.h"

#include "analysis/model/ScopIsl.h"

#include <algorithm>

namespace acc {

IndexValues::IndexValues(const Nest &nest, int statement) : nest(nest), index(statement) {
  for (size_t d = 0; d < nest.dimensions.size(); ++d)
    values[nest.dimensions[d].name] = isl::pw_aff(coordinateOf(nest, statement, d));
}

isl::pw_aff IndexValues::constant(int64_t value) const { return affine(Polynomial(value)); }

isl::pw_aff IndexValues::affine(const Polynomial &value, int64_t step) const {
  const Scop &scop = nest.source->scop;
  const ScopStatement &statement = scop.statements[index];
  std::vector<std::string> iterators = scop.iteratorsOf(statement);
  auto form = linearForm(value, iterators);
  assert(form && "steps check that their places are affine");
  isl::aff result = makeAff(nest.source->context->get(), statement.id, iterators, *form);
  if (step != 1)
    result = result.scale_down(static_cast<long>(step)).floor();
  return isl::pw_aff(result);
}

isl::pw_aff indicator(const isl::set &set, const isl::pw_aff &like) {
  isl::pw_aff zero = like.sub(like), one = zero.add_constant(1L);
  return one.intersect_domain(set).union_add(zero.subtract_domain(set));
}

std::optional<Polynomial> coordinateAt(const Nest &nest, int dimension, const Polynomial &place,
                                       int statement) {
  const Scop &scop = nest.source->scop;
  const NestDimension &d = nest.dimensions[dimension];
  if (d.loop < 0)
    return std::nullopt;
  const std::string &variable = scop.loops[d.loop].name;
  std::vector<std::string> iterators = scop.iteratorsOf(scop.statements[statement]);
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    if (!d.has[s])
      continue;
    Polynomial value = d.value[s].substitute({{variable, place}});
    for (const std::string &symbol : value.symbols())
      if (scop.isIterator(symbol) &&
          std::find(iterators.begin(), iterators.end(), symbol) == iterators.end())
        return std::nullopt;
    if (!linearForm(value, iterators))
      return std::nullopt;
    return value;
  }
  return std::nullopt;
}

std::optional<std::string> unknownName(const Nest &nest, const Polynomial &place) {
  const Scop &scop = nest.source->scop;
  for (const std::string &symbol : place.symbols())
    if (!scop.isIterator(symbol) && !scop.parameter(symbol))
      return "'" + symbol + "' is no value that the nest uses";
  return std::nullopt;
}

std::vector<isl::pw_aff> Schedule::timesOf(int statement) const {
  IndexValues values(*base, statement);
  for (const Step &step : history)
    if (step.effect)
      step.effect(values);
  std::vector<isl::pw_aff> times;
  for (const Index &index : indices)
    times.push_back(values.at(index.name));
  return times;
}

isl::map Schedule::timeOf(int statement) const {
  std::vector<isl::pw_aff> times = timesOf(statement);
  isl::pw_multi_aff time = times.front().as_pw_multi_aff();
  for (size_t k = 1; k < times.size(); ++k)
    time = time.flat_range_product(times[k].as_pw_multi_aff());
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
