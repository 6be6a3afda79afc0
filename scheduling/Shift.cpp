#include "scheduling/IndexValues.h"

#include "analysis/model/ScopIsl.h"

#include <cstdlib>

namespace acc {

Outcome<Schedule> Schedule::shift(const std::string &index, const Polynomial &by,
                                  const std::vector<std::string> &statements) const {
  int position = positionOf(index);
  if (position < 0)
    return invalid("shift: there is no index '" + index + "'");
  const Index &old = indices[position];
  if (old.kind == NestDimension::Kind::Fusing)
    return invalid("shift: '" + index + "' is a fusing dimension");
  for (const std::string &symbol : by.symbols())
    if (base->source->scop.isIterator(symbol))
      return invalid("shift: '" + symbol + "' is not a parameter");
  if (auto problem = unknownName(*base, by))
    return invalid("shift: " + *problem);
  if (by.overflowed() || !linearForm(by, {}))
    return invalid("shift: " + by.str() + " is not affine");
  auto found = statementsOf(statements);
  if (auto *unknown = std::get_if<std::string>(&found))
    return invalid("shift: there is no statement '" + *unknown + "'");
  std::vector<bool> moves = statements.empty() ? old.has : std::vector<bool>(old.has.size());
  for (int s : std::get<std::vector<int>>(found)) {
    if (!old.has[s])
      return invalid("shift: the statement " + base->source->scop.statements[s].id +
                     " does not have the index '" + index + "'");
    moves[s] = true;
  }

  Schedule result = *this;
  Index &shifted = result.indices[position];
  shifted.isPlain = false;
  shifted.isJoint = shifted.isJoint || moves != shifted.has;
  // The empty iterations that a shift leaves count, as those of pad do.
  int64_t total = 0;
  auto fixed = by.constant();
  shifted.size = shifted.size && fixed && *fixed != INT64_MIN &&
                         !__builtin_add_overflow(*shifted.size, std::abs(*fixed), &total)
                     ? std::optional(total)
                     : std::nullopt;
  Step step{Step::Kind::Shift, {index}, {}, {}, {statements}, {by}, {}};
  step.effect = [=, stride = old.stride](IndexValues &values) {
    if (moves[values.statement()])
      values.set(index, values.at(index).add(values.affine(by).scale(static_cast<long>(stride))));
  };
  result.history.push_back(std::move(step));
  return result;
}

} // namespace acc
