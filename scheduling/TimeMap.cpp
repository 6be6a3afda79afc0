#include "scheduling/BlockedTimes.h"
#include "scheduling/IndexValues.h"

#include "analysis/model/ScopIsl.h"

#include <algorithm>

namespace acc {

IndexValues::IndexValues(const Nest &nest, int statement) : IndexValues(nest, statement, 0) {}

IndexValues::IndexValues(const Nest &nest, int statement, unsigned blocks)
    : nest(nest), index(statement) {
  if (blocks > 0) {
    const Scop &scop = nest.source->scop;
    const std::string &id = scop.statements[statement].id;
    isl::ctx ctx = nest.source->context->get();
    std::vector<std::string> all = scop.iteratorsOf(scop.statements[statement]);
    std::vector<LinearForm> iterators;
    for (const std::string &name : all)
      iterators.push_back({{{name, 1}}, 0});
    // No C name looks like it.
    for (unsigned b = 0; b < blocks; ++b)
      all.push_back("$" + std::to_string(b));
    toIterations = makeMap(ctx, id, all, id, iterators).as_pw_multi_aff();
    for (unsigned b = 0; b < blocks; ++b)
      numbers.push_back(isl::pw_aff(makeAff(ctx, id, all, {{{all[iterators.size() + b], 1}}, 0})));
    lying = makeSet(ctx, id, all, {});
  }
  for (size_t d = 0; d < nest.dimensions.size(); ++d)
    values[nest.dimensions[d].name] = overBlocks(coordinateOf(nest, statement, d));
}

isl::pw_aff IndexValues::overBlocks(const isl::aff &value) const {
  isl::pw_aff result(value);
  return numbers.empty() ? result : result.pullback(toIterations);
}

isl::pw_aff IndexValues::blockStart(const isl::pw_aff &value, int64_t size) {
  long length = size;
  unsigned block = made++;
  if (numbers.empty())
    return value.scale_down(length).floor().scale(length);
  isl::pw_aff start = numbers.at(block).scale(length), inside = value.sub(start);
  isl::pw_aff zero = constant(0);
  lying = lying.intersect(inside.ge_set(zero)).intersect(inside.lt_set(zero.add_constant(length)));
  return start;
}

isl::set IndexValues::numbered(const isl::set &iterations) const {
  return numbers.empty() ? iterations : iterations.preimage(toIterations).intersect(lying);
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
  return overBlocks(result);
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
      return "'" + symbol + "' is not a value that the nest uses";
  return std::nullopt;
}

namespace {

/// Takes the values through all steps.
void replay(const std::vector<Step> &steps, IndexValues &values) {
  for (const Step &step : steps)
    if (step.effect)
      step.effect(values);
}

std::vector<isl::pw_aff> inOrder(const std::vector<Index> &order, const IndexValues &values) {
  std::vector<isl::pw_aff> times;
  for (const Index &index : order)
    times.push_back(values.at(index.name));
  return times;
}

isl::map jointly(const std::vector<isl::pw_aff> &times, const isl::set &domain) {
  isl::pw_multi_aff time = times.front().as_pw_multi_aff();
  for (size_t k = 1; k < times.size(); ++k)
    time = time.flat_range_product(times[k].as_pw_multi_aff());
  return time.as_map().intersect_domain(domain);
}

isl::set domainOf(const Nest &nest, int statement) {
  const LiftedScop &source = *nest.source;
  return iterationDomain(*source.context, source.scop, source.scop.statements[statement]);
}

} // namespace

std::vector<isl::pw_aff> Schedule::timesOf(int statement) const {
  IndexValues values(*base, statement);
  replay(history, values);
  return inOrder(indices, values);
}

isl::map Schedule::timeOf(int statement) const {
  return jointly(timesOf(statement), domainOf(*base, statement));
}

isl::union_map blockedTimeMap(const Schedule &schedule) {
  const Nest &nest = schedule.nest();
  isl::union_map all;
  for (size_t s = 0; s < nest.source->scop.statements.size(); ++s) {
    IndexValues plain(nest, s);
    replay(schedule.steps(), plain);
    IndexValues values(nest, s, plain.blockCount());
    replay(schedule.steps(), values);
    isl::union_map time =
        jointly(inOrder(schedule.order(), values), values.numbered(domainOf(nest, s)))
            .to_union_map();
    all = s == 0 ? time : all.unite(time);
  }
  return all;
}

isl::union_map Schedule::timeMap() const {
  isl::union_map all = timeOf(0).to_union_map();
  for (size_t s = 1; s < base->source->scop.statements.size(); ++s)
    all = all.unite(timeOf(s).to_union_map());
  return all;
}

} // namespace acc
