#include "analysis/solve/StatementDomains.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

// Statements whose different conditions have more pieces than this share one view.
constexpr size_t kMaxConditionPieces = 8;

/// Names in bounds and subscripts, iterators among them.
std::set<std::string> indexNames(const Scop &scop) {
  std::set<std::string> names;
  auto add = [&](const std::vector<Polynomial> &values) {
    for (const Polynomial &value : values)
      for (const std::string &name : value.symbols())
        names.insert(name);
  };
  for (const ScopLoop &loop : scop.loops) {
    names.insert(loop.name);
    add(loop.first);
    add(loop.end);
  }
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      add(access.subscripts);
  return names;
}

/// Each loop around the statement takes every value between two bounds.
bool hasPlainLoops(const Scop &scop, const ScopStatement &statement) {
  return std::all_of(statement.loops.begin(), statement.loops.end(), [&](int index) {
    const ScopLoop &loop = scop.loops[index];
    return std::abs(loop.step) == 1 && loop.first.size() == 1 && loop.end.size() == 1;
  });
}

/// A statement that runs for all combinations of values between invariant bounds, or for none.
bool isBox(const Scop &scop, const ScopStatement &statement) {
  return hasPlainLoops(scop, statement) &&
         std::none_of(statement.loops.begin(), statement.loops.end(),
                      [&](int index) {
                        const ScopLoop &loop = scop.loops[index];
                        return mentionsIterator(scop, loop.first.front().symbols()) ||
                               mentionsIterator(scop, loop.end.front().symbols());
                      }) &&
         !mentionsIterator(scop, statement.condition.symbols());
}

/// Of a conjunction of comparisons and disjunctions of such.
size_t disjunctsOf(const Condition &condition) {
  size_t pieces = 1;
  for (const Condition &part : condition.conjuncts())
    if (part.kind() == Condition::Kind::Or)
      pieces *= part.operands().size();
  return pieces;
}

/// The statements' conditions. Where they differ much, without the parts that mention no index
/// name: a view that depended on each of many switches would be no use.
///     if (kind == rect) A[i*n + j] = 0; else if (kind == circle) A[i*n + j] = 1; else ...
std::vector<Condition> conditionsOf(const Scop &scop) {
  std::vector<Condition> conditions;
  size_t pieces = 0;
  for (const ScopStatement &statement : scop.statements) {
    if (std::find(conditions.begin(), conditions.end(), statement.condition) == conditions.end())
      pieces += disjunctsOf(statement.condition);
    conditions.push_back(statement.condition);
  }
  if (pieces <= kMaxConditionPieces)
    return conditions;
  std::set<std::string> names = indexNames(scop);
  for (Condition &condition : conditions) {
    std::vector<Condition> kept;
    for (const Condition &part : condition.conjuncts()) {
      std::set<std::string> used = part.symbols();
      if (std::any_of(used.begin(), used.end(),
                      [&](const std::string &name) { return names.contains(name); }))
        kept.push_back(part);
    }
    condition = Condition::conjunction(kept);
  }
  return conditions;
}

} // namespace

bool mentionsIterator(const Scop &scop, const std::set<std::string> &names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string &name) { return scop.isIterator(name); });
}

Condition withoutDisjunctions(const Condition &condition) {
  std::vector<Condition> kept;
  for (const Condition &part : condition.conjuncts())
    if (part.kind() != Condition::Kind::Or)
      kept.push_back(part);
  return Condition::conjunction(kept);
}

std::vector<StatementDomain> statementDomains(const Scop &scop, const IslContext &context) {
  std::vector<Condition> conditions = conditionsOf(scop);
  std::vector<StatementDomain> all;
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    ScopStatement statement = scop.statements[s], convex = statement;
    statement.condition = conditions[s];
    convex.condition = withoutDisjunctions(statement.condition);
    size_t alike = 0;
    while (scop.statements[alike].loops != statement.loops || conditions[alike] != conditions[s])
      ++alike;
    StatementDomain own;
    if (alike < s) {
      own = all[alike];
      own.hull = withTuple(own.hull, statement.id);
      own.domain = withTuple(own.domain, statement.id);
    } else {
      own.isConvex = convex.condition == statement.condition;
      own.hull = iterationDomain(context, scop, convex);
      own.domain = own.isConvex ? own.hull : iterationDomain(context, scop, statement);
      own.runs = parameterSetOf(own.hull);
    }
    own.firstAlike = int(alike);
    own.hullCondition = convex.condition;
    own.hasPlainLoops = hasPlainLoops(scop, statement);
    own.isBox = isBox(scop, convex);
    all.push_back(std::move(own));
  }
  return all;
}

} // namespace acc
