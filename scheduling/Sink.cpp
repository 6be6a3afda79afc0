#include "scheduling/IndexValues.h"

namespace acc {

Outcome<Schedule> Schedule::sink(const std::vector<std::string> &statements,
                                 const std::string &index, const Polynomial &place) const {
  int position = positionOf(index);
  if (position < 0)
    return invalid("sink: there is no index '" + index + "'");
  const Index &loop = indices[position];
  if (loop.kind == NestDimension::Kind::Fusing || !loop.isPlain)
    return invalid("sink: '" + index + "' is no longer a loop of the source");
  auto found = statementsOf(statements);
  if (auto *unknown = std::get_if<std::string>(&found))
    return invalid("sink: there is no statement '" + *unknown + "'");
  if (auto problem = unknownName(*base, place))
    return invalid("sink: " + *problem);
  if (statements.empty())
    return invalid("sink: no statement is named");
  Schedule result = *this;
  result.indices[position].isJoint = true;
  std::vector<std::optional<Polynomial>> values(loop.has.size());
  for (int s : std::get<std::vector<int>>(found)) {
    const std::string &id = base->source->scop.statements[s].id;
    if (loop.has[s])
      return invalid("sink: " + id + " has the index '" + index + "' already");
    if (!place.overflowed())
      values[s] = coordinateAt(*base, loop.dimension, place, s);
    if (!values[s])
      return invalid("sink: " + place.str() + " is not affine in the enclosing loops " + id +
                     " and parameters");
    result.indices[position].has[s] = true;
  }
  Step step{Step::Kind::Sink, {index}, {}, {}, {statements}, {place}, {}};
  step.effect = [=, unit = base->dimensions[loop.dimension].step](IndexValues &all) {
    if (const auto &value = values[all.statement()])
      all.set(index, all.affine(*value, unit));
  };
  result.history.push_back(std::move(step));
  return result;
}

} // namespace acc
