#include "analysis/model/BuildScop.h"

#include <algorithm>

namespace acc {

const char *assumptionName(AssumptionKind kind) {
  switch (kind) {
  case AssumptionKind::InBounds:
    return "in-bounds";
  case AssumptionKind::SizePositive:
    return "size-positive";
  case AssumptionKind::Extent:
    return "extent";
  case AssumptionKind::IndexWrap:
    return "index-wrap";
  case AssumptionKind::Disjoint:
    return "disjoint";
  case AssumptionKind::Invariant:
    return "invariant";
  case AssumptionKind::EqualShape:
    return "equal-shape";
  case AssumptionKind::Errno:
    return "errno";
  case AssumptionKind::Definition:
    return "definition";
  case AssumptionKind::Data:
    return "data";
  }
  return "";
}

const char *verdictName(Verdict verdict) {
  switch (verdict) {
  case Verdict::Proved:
    return "proved";
  case Verdict::RunTime:
    return "run-time";
  case Verdict::Refuted:
    return "refuted";
  }
  return "";
}

const Parameter *Scop::parameter(const std::string &name) const {
  for (const Parameter &parameter : parameters)
    if (parameter.name == name)
      return &parameter;
  return nullptr;
}

const ScopLoop *Scop::loop(const std::string &name) const {
  for (const ScopLoop &loop : loops)
    if (loop.name == name)
      return &loop;
  return nullptr;
}

std::optional<ScopStatement> whereTested(const Scop &scop, const ScopStatement &statement,
                                         const std::set<std::string> &names) {
  auto isTested = [&](const std::string &name) {
    const Parameter *parameter = scop.parameter(name);
    return parameter && parameter->isTruth && names.count(name);
  };
  std::vector<Condition> before;
  for (const Condition &part : statement.condition.conjuncts()) {
    Condition first = part;
    while (!first.operands().empty())
      first = Condition(first.operands().front());
    std::set<std::string> used = first.symbols();
    if (std::any_of(used.begin(), used.end(), isTested)) {
      ScopStatement test = statement;
      test.condition = Condition::conjunction(before);
      return test;
    }
    before.push_back(part);
  }
  return std::nullopt;
}

std::vector<std::string> Scop::iteratorsOf(const ScopStatement &statement) const {
  std::vector<std::string> names;
  for (int index : statement.loops)
    names.push_back(loops[index].name);
  return names;
}

std::vector<int> loopsAround(const Scop &scop, const ScopLoop &loop) {
  std::vector<int> around;
  for (int at = loop.parent; at >= 0; at = scop.loops[at].parent)
    around.insert(around.begin(), at);
  return around;
}

ScopStatement placeOf(const Scop &scop, const ScopLoop &loop) {
  ScopStatement place;
  place.id = "L";
  place.loops = loopsAround(scop, loop);
  place.condition = loop.condition;
  place.wrapsAround = loop.wrapsAround;
  place.reach = loop.reach;
  return place;
}

std::map<std::string, Polynomial> derivedValues(const Scop &scop) {
  std::map<std::string, Polynomial> values;
  for (const Parameter &parameter : scop.parameters)
    if (parameter.symbol < 0 && parameter.value)
      values[parameter.name] = parameter.value->substitute(values);
  return values;
}

std::vector<int> statementsWith(const Scop &scop, int array, bool isWrite) {
  std::vector<int> found;
  for (size_t s = 0; s < scop.statements.size(); ++s)
    if (std::any_of(scop.statements[s].accesses.begin(), scop.statements[s].accesses.end(),
                    [&](const ScopAccess &access) {
                      return access.array == array && access.isWrite == isWrite;
                    }))
      found.push_back(static_cast<int>(s));
  return found;
}

bool isWrittenIn(const Scop &scop, int array) { return !statementsWith(scop, array, true).empty(); }

Outcome<Scop> buildScop(const SourceNest &nest, DataConditions data) {
  return buildScop(nest, IslContext(), data);
}

bool mayReach(const Scop &scop, const ScopArray &array, const KeptLocation &location) {
  if (array.isScalar || array.isPrivate || array.base < 0)
    return false;
  const Symbol &base = scop.nest.symbol(array.base);
  // A global array is distinct from other arrays, not from what a pointer reaches.
  bool isHidden =
      base.kind != Symbol::Kind::Global && !base.addressTaken && !base.isStaticOrThreadLocal;
  // What a restrict parameter reaches, a pointer that is made from it may reach, too.
  const bool isObject = base.type.kind == CType::Kind::Array;
  const bool isOther = location.origin >= 0 && location.origin != array.base;
  if (array.isDistinctObject && isHidden && (isObject || isOther))
    return false;
  bool bothObjects =
      location.isObject && base.type.kind == CType::Kind::Array && !base.throughPointer;
  const bool countsAll = location.isReadAgain && !location.isObject;
  if (bothObjects || (!countsAll && !mayAlias(*scop.nest.unit, array.element, location.type)))
    return false;
  int index = int(&array - scop.arrays.data());
  return std::any_of(scop.statements.begin(), scop.statements.end(), [&](const auto &statement) {
    return std::any_of(statement.accesses.begin(), statement.accesses.end(),
                       [&](const auto &a) { return a.isWrite && a.array == index; });
  });
}

} // namespace acc
