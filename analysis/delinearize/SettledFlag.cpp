#include "analysis/delinearize/SettledFlag.h"

#include "analysis/model/DeadStatements.h"

#include <algorithm>

namespace acc {
namespace {

constexpr size_t kMaxConditions = 4;
// The part of what is left of the quota that each value of a flag is worth.
constexpr uint64_t kSettlePart = 6;

void addNames(const std::vector<Polynomial> &values, std::set<std::string> &names) {
  for (const Polynomial &value : values)
    names.merge(value.symbols());
}

/// What loops, subscripts and sizes mention.
std::set<std::string> shapingNames(const Scop &scop) {
  std::set<std::string> names;
  for (const ScopLoop &loop : scop.loops) {
    names.insert(loop.name);
    addNames(loop.first, names);
    addNames(loop.end, names);
  }
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      addNames(access.subscripts, names);
  for (const ScopArray &array : scop.arrays)
    addNames(array.declaredSizes, names);
  return names;
}

/// Conditions of statements on flags, and what holds where they do not.
std::vector<Condition> conditionsOnFlags(const Scop &scop) {
  std::set<std::string> shaping = shapingNames(scop);
  auto isFlag = [&](const std::string &name) {
    const Parameter *parameter = scop.parameter(name);
    return !shaping.count(name) && parameter && (parameter->symbol >= 0 || parameter->isTruth);
  };
  std::vector<Condition> found;
  auto add = [&](const Condition &condition) {
    if (found.size() < kMaxConditions &&
        std::find(found.begin(), found.end(), condition) == found.end())
      found.push_back(condition);
  };
  for (const ScopStatement &statement : scop.statements)
    for (const Condition &condition : statement.condition.conjuncts()) {
      std::set<std::string> names = condition.symbols();
      if (!names.empty() && std::all_of(names.begin(), names.end(), isFlag)) {
        add(condition);
        add(condition.negated());
      }
    }
  return found;
}

/// The scop where `settled` holds: without the statements that never run there. None when all do.
std::optional<Scop> scopWhere(const Scop &scop, const Condition &settled,
                              const IslContext &context) {
  Scop narrow = scop;
  for (ScopStatement &statement : narrow.statements)
    statement.condition = Condition::conjunction({statement.condition, settled});
  auto alive = withoutDeadStatements(std::move(narrow), context);
  if (!alive || alive->statements.size() == scop.statements.size())
    return std::nullopt;
  SourceRange where = alive->nest.root ? alive->nest.root->range : SourceRange{};
  std::string text = "the flag that decides which statements run: " + settled.str();
  alive->needs.push_back(
      {AssumptionKind::InBounds, settled, std::move(text), Verdict::RunTime, where});
  return std::move(*alive);
}

std::optional<ScopWithViews> settle(const DomainFacts &facts, const ViewChoices &choices) {
  std::vector<Condition> conditions = conditionsOnFlags(facts.scop());
  if (conditions.empty() || poorOnes(facts, choices) == 0)
    return std::nullopt;
  for (const Condition &condition : conditions) {
    std::optional<ScopWithViews> settled;
    facts.context().attempt(kSettlePart, [&] {
      auto scop = scopWhere(facts.scop(), condition, facts.context());
      if (!scop)
        return;
      DomainFacts narrow(*scop, facts.context());
      ViewChoices found = chooseViews(narrow);
      if (poorOnes(narrow, found) == 0)
        settled = ScopWithViews{*scop, std::move(found)};
    });
    if (settled)
      return settled;
  }
  return std::nullopt;
}

} // namespace

Outcome<std::optional<ScopWithViews>> withFlagSettled(const DomainFacts &facts,
                                                      const ViewChoices &choices) {
  const SourceNest &nest = facts.scop().nest;
  return runIsl(facts.context(), nest.root ? nest.root->range : SourceRange{},
                "the statements that a flag chooses",
                [&]() -> Outcome<std::optional<ScopWithViews>> { return settle(facts, choices); });
}

} // namespace acc
