#include "analysis/delinearize/LintConditions.h"

#include "analysis/delinearize/RareViews.h"

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
  return std::any_of(use.strides.begin(), use.strides.end(),
                     [&](const auto &stride) { return stride.second.contains(parameter); });
}

/// The accesses begin at places that a size keeps apart: planes of a picture, parts of a buffer.
/// Their rows may have two lengths on purpose.
bool haveParts(const std::vector<IndexUse> &uses) {
  return std::any_of(uses.begin(), uses.end(), [&](const IndexUse &use) {
    return !(use.rest - uses.front().rest).constant();
  });
}

class ConditionLint {
public:
  ConditionLint(const DomainFacts &facts, const ViewChoices &choices, const Delinearization &views)
      : facts(facts), scop(facts.scop()), choices(choices), views(views) {}

  std::vector<LintFinding> findings() {
    for (const Assumption &assumption : views.assumptions) {
      bool isOpen =
          assumption.kind == AssumptionKind::InBounds && assumption.verdict == Verdict::RunTime;
      const RecoveredArray *array = isOpen ? arrayAt(assumption.where) : nullptr;
      if (!array)
        continue;
      if (auto equal = equalPair(assumption.condition))
        checkRows(array->array, equal->first, equal->second);
    }
    for (const Outcome<ChosenView> &choice : choices)
      if (choice && choice->rare)
        tellRare(*choice);
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

  /// Most accesses walk rows of p and some rows of q, or the other way round.
  void checkRows(int array, const std::string &p, const std::string &q) {
    auto uses = indexUses(scop, array);
    if (!uses || haveParts(*uses))
      return;
    std::vector<const IndexUse *> ofP, ofQ; // each index once
    for (const IndexUse &use : *uses) {
      bool hasP = walks(use, p), hasQ = walks(use, q);
      if (hasP && hasQ)
        return;
      std::vector<const IndexUse *> &own = hasP ? ofP : ofQ;
      if ((hasP || hasQ) && std::none_of(own.begin(), own.end(), [&](const IndexUse *known) {
            return known->index == use.index;
          }))
        own.push_back(&use);
    }
    // The fewer ones are the likelier mistake; as many of each are rows that are copied to others:
    //   a[j*m + i] = a[j*lda + i]
    if (ofP.empty() || ofQ.empty() || ofP.size() == ofQ.size())
      return;
    bool isP = ofP.size() < ofQ.size();
    const IndexUse &odd = *(isP ? ofP : ofQ).front();
    const std::string &own = isP ? p : q, &other = isP ? q : p;
    const std::string &name = scop.arrays[array].name;
    const std::string fix = "; did you mean " + name + "[" +
                            odd.index.substitute({{own, Polynomial::symbol(other)}}).str() + "]?";
    found.push_back({"lint-mixed-rows",
                     name + "[" + odd.index.str() + "] walks rows of " + own +
                         ", but another access in this nest walks rows of " + other +
                         "; they share rows only if the two are equal" + fix,
                     scop.statements[odd.statement].accesses[odd.access].where});
  }

  /// The view that the indices ask for never holds, or only where a loop runs at most once.
  void tellRare(const ChosenView &view) {
    const std::string &name = scop.arrays[view.array.array].name;
    const Condition &validity = view.rare->validity;
    const SourceRange where = view.where;
    if (validity.isFalse()) {
      found.push_back({"lint-never-valid", neverReason(facts, view), where});
      return;
    }
    if (auto uses = indexUses(scop, view.array.array); uses && haveParts(*uses))
      return;
    const ScopLoop *loop = loopHeldToOnce(facts, validity, view.array.accesses.front().statement);
    found.push_back({"lint-rows-overlap",
                     "the rows of " + name +
                         (loop ? " that loop " + loop->name +
                                     " walks share elements unless it runs at most once ("
                               : " share elements unless they have at most one (") +
                         validity.str() + ")",
                     where});
  }

  const DomainFacts &facts;
  const Scop &scop;
  const ViewChoices &choices;
  const Delinearization &views;
  std::vector<LintFinding> found;
};

} // namespace

std::vector<LintFinding> lintConditions(const DomainFacts &facts, const ViewChoices &choices,
                                        const Delinearization &views) {
  return ConditionLint(facts, choices, views).findings();
}

} // namespace acc
