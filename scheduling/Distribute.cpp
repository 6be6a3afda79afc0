#include "scheduling/IndexValues.h"
#include "scheduling/StepWords.h"

#include <algorithm>

namespace acc {

Outcome<Schedule> Schedule::distribute(const std::string &index,
                                       const std::vector<std::vector<std::string>> &parts,
                                       const std::string &name) const {
  int position = positionOf(index);
  if (position < 0)
    return invalid("distribute: there is no index '" + index + "'");
  const Index &loop = indices[position];
  if (loop.kind == NestDimension::Kind::Fusing)
    return invalid("distribute: '" + index + "' is a fusing dimension");
  if (parts.size() < 2)
    return invalid("distribute: at least two parts are needed");
  std::vector<int64_t> partOf(loop.has.size(), -1);
  for (size_t part = 0; part < parts.size(); ++part) {
    auto found = statementsOf(parts[part]);
    if (auto *unknown = std::get_if<std::string>(&found))
      return invalid("distribute: there is no statement '" + *unknown + "'");
    for (int s : std::get<std::vector<int>>(found)) {
      const std::string &id = base->source->scop.statements[s].id;
      if (!loop.has[s])
        return invalid("distribute: " + id + " does not have the index '" + index + "'");
      if (partOf[s] >= 0)
        return invalid("distribute: " + id + " is in two parts");
      partOf[s] = part;
    }
  }
  for (size_t s = 0; s < partOf.size(); ++s)
    if (loop.has[s] && partOf[s] < 0)
      return invalid("distribute: " + base->source->scop.statements[s].id + " is in no part");
  Index f;
  f.name = name.empty() ? freshFusing(*this) : name;
  f.kind = NestDimension::Kind::Fusing;
  f.size = parts.size();
  f.has = loop.has;
  f.isPlain = false;
  if (auto problem = nameProblem(f.name))
    return invalid("distribute: " + *problem);

  Schedule result = *this;
  result.indices.insert(result.indices.begin() + position, f);
  Step step{Step::Kind::Distribute, {index}, {}, {f.name}, parts, {}, {}};
  step.effect = [=, made = f.name](IndexValues &values) {
    values.set(made, values.constant(std::max<int64_t>(partOf[values.statement()], 0)));
  };
  result.history.push_back(std::move(step));
  return result;
}

Outcome<Schedule> Schedule::hoist(const std::vector<std::string> &statements,
                                  const std::string &index, const std::string &name) const {
  const Index *loop = find(index);
  if (!loop)
    return invalid("hoist: there is no index '" + index + "'");
  std::vector<std::string> rest;
  for (size_t s = 0; s < loop->has.size(); ++s)
    if (const std::string &id = base->source->scop.statements[s].id;
        loop->has[s] && std::find(statements.begin(), statements.end(), id) == statements.end())
      rest.push_back(id);
  if (statements.empty() || rest.empty())
    return invalid("hoist: name some, but not all, statements of '" + index + "'");
  Outcome<Schedule> result = distribute(index, {statements, rest}, name);
  if (!result)
    return inWordsOf("hoist", result.rejection());
  Step &step = result->history.back();
  step.kind = Step::Kind::Hoist;
  step.statements = {statements};
  return result;
}

} // namespace acc
