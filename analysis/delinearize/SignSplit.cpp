#include "analysis/delinearize/SignSplit.h"

#include "analysis/delinearize/StatementCuts.h"

#include <algorithm>

namespace acc {
namespace {

constexpr size_t kMaxSignStatements = 16;

/// The view that an array's indices ask for, also where it holds for hardly any size.
struct AskedView {
  const ArrayView &view;
  const std::vector<ViewAccess> &accesses;
  const Condition &validity;
};

std::optional<AskedView> askedView(const Outcome<ChosenView> &choice) {
  if (!choice)
    return std::nullopt;
  if (choice->rare)
    return AskedView{choice->rare->view, choice->rare->accesses, choice->rare->validity};
  return AskedView{choice->array.view, choice->array.accesses, choice->validity};
}

class SignCuts {
public:
  SignCuts(const DomainFacts &facts, const AskedView &asked)
      : facts(facts), accesses(asked.accesses) {}

  /// Of one dimension of the array; empty where its pieces are not worth it.
  Cuts of(size_t dimension) const {
    Cuts cuts;
    const bool isFixed =
        std::none_of(accesses.begin(), accesses.end(),
                     [&](const ViewAccess &access) { return movesIn(access, dimension) > 0; });
    for (const ViewAccess &access : accesses) {
      const Polynomial &value = access.subscripts[dimension];
      if (isFixed ? !isInRowBehindAnother(access, dimension) : !runsAcrossZero(access, dimension))
        continue;
      const Condition cut = Condition::less(value, Polynomial(0));
      std::vector<Condition> &known = cuts[access.statement];
      if (std::find(known.begin(), known.end(), cut) == known.end())
        known.push_back(cut);
    }
    return cuts;
  }

private:
  /// How many of the loops around the access move the subscript.
  size_t movesIn(const ViewAccess &access, size_t dimension) const {
    const Scop &scop = facts.scop();
    const std::set<std::string> symbols = access.subscripts[dimension].symbols();
    return std::count_if(symbols.begin(), symbols.end(),
                         [&](const std::string &name) { return scop.isIterator(name); });
  }

  /// One loop moves it from a size below zero to another above it, wherever the statement runs.
  bool runsAcrossZero(const ViewAccess &access, size_t dimension) const {
    if (movesIn(access, dimension) != 1)
      return false;
    const Polynomial &value = access.subscripts[dimension];
    const std::vector<Polynomial> low = facts.least(access.statement, value);
    const std::vector<Polynomial> high = facts.greatest(access.statement, value);
    return low.size() == 1 && high.size() == 1 && !low[0].constant() && !high[0].constant() &&
           neverIn(access.statement, Condition::lessEqual(Polynomial(0), low[0])) &&
           neverIn(access.statement, Condition::less(high[0], Polynomial(0)));
  }

  /// The condition on parameters holds nowhere where the statement runs.
  bool neverIn(int statement, const Condition &condition) const {
    auto set = conditionSet(facts.context(), "", {}, condition);
    return set && facts.impossible(parameterSetOf(*set).intersect(facts.runs(statement)));
  }

  /// The same place in each of its rows, of a sign that is not known, and another access is in the
  /// row before.
  bool isInRowBehindAnother(const ViewAccess &access, size_t dimension) const {
    const Polynomial &value = access.subscripts[dimension];
    if (value.constant() || neverIn(access.statement, Condition::less(value, Polynomial(0))) ||
        neverIn(access.statement, Condition::lessEqual(Polynomial(0), value)))
      return false;
    return std::any_of(accesses.begin(), accesses.end(), [&](const ViewAccess &other) {
      for (size_t k = 0; k < dimension; ++k)
        if (!(other.subscripts[k] == access.subscripts[k] - Polynomial(k + 1 == dimension ? 1 : 0)))
          return false;
      return true;
    });
  }

  const DomainFacts &facts;
  const std::vector<ViewAccess> &accesses;
};

/// What the view needs, as a set of parameters; none where that is no affine condition.
std::optional<isl::set> validOf(const DomainFacts &facts, const AskedView &asked) {
  auto valid = conditionSet(facts.context(), "", {}, asked.validity);
  return valid ? std::optional(parameterSetOf(*valid)) : std::nullopt;
}

/// The second hold wherever the first do and something runs, array by array and of the same sizes,
/// and for some array elsewhere, too.
bool isWeaker(const DomainFacts &facts, const ViewChoices &choices, const ViewChoices &others) {
  bool isWeakerSomewhere = false;
  for (size_t a = 0; a < choices.size(); ++a) {
    auto first = askedView(choices[a]), second = askedView(others[a]);
    if (!first || !second || others[a]->rare.has_value() > choices[a]->rare.has_value() ||
        first->view.sizes != second->view.sizes)
      return false;
    auto before = validOf(facts, *first), after = validOf(facts, *second);
    if (!before || !after)
      return false;
    const isl::set known = facts.knownFor(before->unite(*after));
    const isl::set old = known.intersect(*before), now = known.intersect(*after);
    if (!old.is_subset(now))
      return false;
    isWeakerSomewhere |= !now.is_subset(old);
  }
  return isWeakerSomewhere;
}

bool hasConditionalRows(const AskedView &asked) {
  return asked.view.kind == ViewKind::Array && !asked.view.sizes.empty() &&
         !asked.validity.isTrue();
}

class SignForms : public ScopForms {
public:
  explicit SignForms(const ScopViews &asItIs) : asItIs(asItIs) {}

  std::optional<Scop> next(const ScopViews *last) override {
    for (; last && array < asItIs.choices.size(); ++array, dimension = 1) {
      auto asked = askedView(asItIs.choices[array]);
      while (asked && hasConditionalRows(*asked) && dimension < asked->view.rank())
        if (auto scop = cutIn(*asked, dimension++))
          return scop;
    }
    return std::nullopt;
  }

  Gain gainOf(const ScopViews &form) override {
    return isWeaker(*asItIs.facts, asItIs.choices, form.choices) ? Gain::Enough : Gain::None;
  }

private:
  std::optional<Scop> cutIn(const AskedView &asked, size_t of) const {
    const Cuts cuts = SignCuts(*asItIs.facts, asked).of(of);
    if (cuts.empty())
      return std::nullopt;
    Scop pieces = cutAt(*asItIs.scop, cuts, asItIs.facts->context());
    return pieces.statements.size() <= kMaxSignStatements ? std::optional(std::move(pieces))
                                                          : std::nullopt;
  }

  const ScopViews &asItIs;
  /// The next to cut.
  size_t array = 0, dimension = 1;
};

} // namespace

std::unique_ptr<ScopForms> formsOfSigns(const ScopViews &asItIs) {
  return std::make_unique<SignForms>(asItIs);
}

} // namespace acc
