#include "analysis/delinearize/LintConditions.h"

#include "analysis/delinearize/Strides.h"

#include <algorithm>

namespace acc {
namespace {

/// The names of two parameters that the condition makes equal.
std::optional<std::pair<std::string, std::string>> equalPair(const Condition &condition) {
  if (condition.kind() != Condition::Kind::Zero)
    return std::nullopt;
  std::set<std::string> names = condition.symbols();
  if (names.size() != 2)
    return std::nullopt;
  Polynomial a = Polynomial::symbol(*names.begin()), b = Polynomial::symbol(*names.rbegin());
  bool isDifference = condition.value() == a - b || condition.value() == b - a;
  return isDifference ? std::optional(std::pair(*names.begin(), *names.rbegin())) : std::nullopt;
}

bool walks(const IndexUse &use, const std::string &parameter) {
  return std::any_of(use.strides.begin(), use.strides.end(), [&](const auto &stride) {
    return stride.second.contains(parameter);
  });
}

class ConditionLint {
public:
  ConditionLint(const Region &region, const Delinearization &views)
      : region(region), scop(region.scop()), views(views) {}

  std::vector<LintFinding> run() {
    for (const Assumption &assumption : views.assumptions) {
      bool isOpen = assumption.kind == AssumptionKind::InBounds &&
                    assumption.verdict == Verdict::RunTime;
      const RecoveredArray *array = isOpen ? arrayAt(assumption.where) : nullptr;
      if (!array)
        continue;
      if (auto equal = equalPair(assumption.condition))
        checkRows(array->array, equal->first, equal->second);
      else
        checkOverlap(*array, assumption);
    }
    return std::move(found);
  }

private:
  const ScopAccess &accessOf(const ViewAccess &view) const {
    return scop.statements[view.statement].accesses[view.access];
  }

  /// The recovered array whose first access stands there.
  const RecoveredArray *arrayAt(const SourceRange &where) const {
    for (const RecoveredArray &array : views.arrays)
      if (array.recovered && !array.accesses.empty()) {
        const SourceRange &first = accessOf(array.accesses.front()).where;
        if (first.line == where.line && first.column == where.column)
          return &array;
      }
    return nullptr;
  }

  /// Some accesses walk rows of p and others rows of q.
  void checkRows(int array, const std::string &p, const std::string &q) {
    auto uses = indexUses(scop, array);
    if (!uses)
      return;
    std::vector<const IndexUse *> ofP, ofQ;
    for (const IndexUse &use : *uses) {
      bool hasP = walks(use, p), hasQ = walks(use, q);
      if (hasP && hasQ)
        return;
      if (hasP || hasQ)
        (hasP ? ofP : ofQ).push_back(&use);
    }
    if (ofP.empty() || ofQ.empty())
      return;
    // The fewer ones are the likelier mistake.
    bool isP = ofP.size() < ofQ.size();
    const IndexUse &odd = *(isP ? ofP : ofQ).front();
    const std::string &own = isP ? p : q, &other = isP ? q : p;
    const std::string &name = scop.arrays[array].name;
    std::string fix;
    if (ofP.size() != ofQ.size())
      fix = "; did you mean " + name + "[" +
            odd.index.substitute({{own, Polynomial::symbol(other)}}).str() + "]?";
    found.push_back({"lint-mixed-rows",
                     name + "[" + odd.index.str() + "] walks rows of " + own +
                         ", another access of the nest walks rows of " + other +
                         ": they share rows only if the two are equal" + fix,
                     scop.statements[odd.statement].accesses[odd.access].where});
  }

  /// The condition holds only where a loop around the accesses runs at most once.
  void checkOverlap(const RecoveredArray &array, const Assumption &assumption) {
    const ScopStatement &statement = scop.statements[array.accesses.front().statement];
    for (int index : statement.loops) {
      const ScopLoop &loop = scop.loops[index];
      if (loop.first.size() != 1 || loop.end.size() != 1 || std::abs(loop.step) != 1)
        continue;
      Polynomial count = loop.step > 0 ? loop.end.front() - loop.first.front()
                                       : loop.first.front() - loop.end.front();
      std::set<std::string> names = count.symbols();
      bool isInvariant = std::none_of(names.begin(), names.end(), [&](const std::string &name) {
        return scop.isIterator(name);
      });
      Condition once = Condition::lessEqual(count, Polynomial(1));
      auto onlyOnce = [&](const Condition &condition) {
        return region.proves(Condition::disjunction({condition.negated(), once}));
      };
      if (!isInvariant || region.proves(once) || !onlyOnce(assumption.condition) ||
          !std::all_of(array.alternatives.begin(), array.alternatives.end(),
                       [&](const auto &other) { return onlyOnce(other.second); }))
        continue;
      found.push_back({"lint-rows-overlap",
                       "the rows of " + scop.arrays[array.array].name +
                           " that loop " + loop.name +
                           " walks share elements unless it runs at most once (" +
                           assumption.describe() + ")",
                       assumption.where});
      return;
    }
  }

  const Region &region;
  const Scop &scop;
  const Delinearization &views;
  std::vector<LintFinding> found;
};

} // namespace

std::vector<LintFinding> lintConditions(const Region &region, const Delinearization &views) {
  return ConditionLint(region, views).run();
}

} // namespace acc
