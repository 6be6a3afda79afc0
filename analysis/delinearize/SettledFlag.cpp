#include "analysis/delinearize/SettledFlag.h"

#include "analysis/model/DeadStatements.h"

#include <algorithm>

namespace acc {
namespace {

constexpr size_t kMaxConditions = 4;

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
  std::string text = "the flag that selects which statements run: " + settled.str();
  alive->needs.push_back(
      {AssumptionKind::InBounds, settled, std::move(text), Verdict::RunTime, where});
  return std::move(*alive);
}

class FlagForms : public ScopForms {
public:
  explicit FlagForms(const ScopViews &asItIs) : asItIs(asItIs) {
    conditions = conditionsOnFlags(*asItIs.scop);
    if (!conditions.empty() && poorOnes(*asItIs.facts, asItIs.choices) == 0)
      conditions.clear();
  }

  std::optional<Scop> next(const ScopViews *) override {
    while (tried < conditions.size())
      if (auto scop = scopWhere(*asItIs.scop, conditions[tried++], asItIs.facts->context()))
        return scop;
    return std::nullopt;
  }

  Gain gainOf(const ScopViews &form) override {
    return poorOnes(*form.facts, form.choices) == 0 ? Gain::Enough : Gain::None;
  }

private:
  const ScopViews &asItIs;
  std::vector<Condition> conditions;
  size_t tried = 0;
};

} // namespace

std::unique_ptr<ScopForms> formsOfFlags(const ScopViews &asItIs) {
  return std::make_unique<FlagForms>(asItIs);
}

} // namespace acc
