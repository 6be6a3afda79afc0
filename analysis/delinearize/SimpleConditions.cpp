#include "analysis/delinearize/SimpleConditions.h"

#include <algorithm>
#include <iterator>

namespace acc {
namespace {

// Conditions of up to this many comparisons are read as they are.
constexpr size_t kReadable = 4;
// Alternatives of which each is asked whether the others imply it.
constexpr size_t kMostCompared = 3;
// Cases that are tried; each is a question to isl unless an example refutes it.
constexpr size_t kMaxTried = 64;
// Comparisons that somebody reads as one case, and assumptions that one is narrowed by.
constexpr size_t kMostOfCase = 6, kMostAssumptions = 4;
// Of the assumptions that are looked at, those that are tried.
constexpr size_t kMostNarrowed = 10;

void addComparisons(const Condition &condition, std::vector<Condition> &all) {
  for (const Condition &part : condition.operands())
    addComparisons(part, all);
  bool isNew = condition.operands().empty() && !condition.isTrue() && !condition.isFalse() &&
               std::find(all.begin(), all.end(), condition) == all.end();
  if (isNew)
    all.push_back(condition);
}

size_t comparisonsIn(const Condition &condition) {
  size_t count = condition.operands().empty() && !condition.isTrue();
  for (const Condition &part : condition.operands())
    count += comparisonsIn(part);
  return count;
}

Condition without(std::vector<Condition> parts, size_t k) {
  parts.erase(parts.begin() + k);
  return Condition::conjunction(parts);
}

/// The alternatives that can hold where `others` does, each without what `others` implies; one
/// alone where the rest imply it.
Condition alternativesWhere(const DomainFacts &facts, const Condition &others,
                            const Condition &disjunction) {
  std::vector<Condition> kept;
  for (const Condition &alternative : disjunction.operands()) {
    if (facts.provesWhere(others, alternative.negated()))
      continue;
    std::vector<Condition> open;
    for (const Condition &part : alternative.conjuncts())
      if (!facts.provesWhere(others, part))
        open.push_back(part);
    kept.push_back(Condition::conjunction(open));
  }
  for (size_t k = 0; k < kept.size() && kept.size() <= kMostCompared; ++k) {
    auto isImplied = [&](const Condition &alternative) {
      return alternative == kept[k] ||
             facts.provesWhere(Condition::conjunction({others, alternative}), kept[k]);
    };
    if (std::all_of(kept.begin(), kept.end(), isImplied))
      return kept[k];
  }
  return Condition::disjunction(kept);
}

/// The parts that it takes to imply the condition.
std::vector<Condition> withoutIdle(const DomainFacts &facts, std::vector<Condition> parts,
                                   const Condition &condition) {
  for (size_t k = parts.size(); k-- > 0;)
    if (facts.provesWhere(without(parts, k), condition))
      parts.erase(parts.begin() + k);
  return parts;
}

/// The fewest comparisons first.
bool isShorter(const Condition &a, const Condition &b) {
  return comparisonsIn(a) < comparisonsIn(b);
}

/// A name against a number from above, n <= 0: where a size is small, nothing is there.
bool boundsAbove(const Condition &condition) {
  if (condition.kind() != Condition::Kind::NonNegative || condition.symbols().size() != 1)
    return false;
  const Condition opposite = Condition::nonNegative(-condition.value());
  auto rises = [](const Condition &one) {
    for (const Term &term : one.value().terms())
      if (!term.powers.empty() && term.coefficient < 0)
        return false;
    return true;
  };
  return rises(opposite);
}

bool saysLittle(const Condition &alternative) {
  const std::vector<Condition> parts = alternative.conjuncts();
  return std::any_of(parts.begin(), parts.end(), boundsAbove);
}

/// What people mean first: no small sizes, then few comparisons.
bool isLikelier(const Condition &a, const Condition &b) {
  return std::pair(saysLittle(a), comparisonsIn(a)) < std::pair(saysLittle(b), comparisonsIn(b));
}

/// The condition without the names that equalities among the assumptions fix: by a number, or by
/// another name.
Condition substituted(Condition condition, const Condition &assumptions) {
  for (const Condition &assumption : assumptions.conjuncts()) {
    if (assumption.kind() != Condition::Kind::Zero)
      continue;
    for (const std::string &name : assumption.symbols()) {
      const Polynomial symbol = Polynomial::symbol(name), &value = assumption.value();
      const Polynomial other = (value - symbol).contains(name) ? value + symbol : symbol - value;
      if (other.contains(name))
        continue;
      condition = condition.substitute({{name, other}});
      break;
    }
  }
  return condition;
}

/// A case of the condition: what is left of it under the assumption, with the assumption; of
/// alternatives that are left the shortest. False where it cannot happen.
Condition caseUnder(const DomainFacts &facts, const Condition &assumption,
                    const Condition &condition) {
  std::vector<Condition> parts = assumption.conjuncts();
  for (const Condition &part :
       simplified(facts, Condition::conjunction({assumption, substituted(condition, assumption)}))
           .conjuncts())
    parts.push_back(
        part.kind() != Condition::Kind::Or
            ? part
            : *std::min_element(part.operands().begin(), part.operands().end(), isLikelier));
  Condition all = Condition::conjunction(parts);
  return facts.proves(all.negated()) ? Condition::never() : simplified(facts, all);
}

/// The names that stand in products: sizes and pitches.
void addFactors(const Condition &condition, std::set<std::string> &factors) {
  for (const Condition &part : condition.operands())
    addFactors(part, factors);
  for (const Term &term : condition.value().terms())
    if (term.degree() > 1)
      for (const auto &[name, power] : term.powers)
        factors.insert(name);
}

/// What a case may rest on: two names that are equal, a factor that is one, a flag that is zero (a
/// name that the condition compares with numbers from both sides), a comparison of the condition
/// that does not only say that a name is small.
std::vector<Condition> assumptionsFor(const Condition &condition) {
  std::vector<Condition> all, comparisons;
  std::set<std::string> names = condition.symbols(), factors, above, below;
  addFactors(condition, factors);
  addComparisons(condition, comparisons);
  for (const Condition &one : comparisons)
    if (one.kind() == Condition::Kind::NonNegative && one.symbols().size() == 1)
      (boundsAbove(one) ? above : below).insert(*one.symbols().begin());
  for (auto a = names.begin(); a != names.end(); ++a)
    for (auto b = std::next(a); b != names.end(); ++b)
      all.push_back(Condition::zero(Polynomial::symbol(*a) - Polynomial::symbol(*b)));
  for (const std::string &name : names)
    if (factors.count(name))
      all.push_back(Condition::zero(Polynomial::symbol(name) - Polynomial(1)));
    else if (above.count(name) && below.count(name))
      all.push_back(Condition::zero(Polynomial::symbol(name)));
  for (const Condition &one : comparisons)
    if (!boundsAbove(one))
      all.push_back(one);
  // Those that leave least to ask.
  auto left = [&](const Condition &one) {
    return comparisonsIn(Condition::conjunction({one, substituted(condition, one)}));
  };
  std::stable_sort(all.begin(), all.end(), [&](const Condition &one, const Condition &other) {
    return left(one) < left(other);
  });
  if (all.size() > kMostNarrowed)
    all.erase(all.begin() + kMostNarrowed, all.end());
  return all;
}

} // namespace

std::optional<Condition> narrowedCase(const DomainFacts &facts, const Condition &condition) {
  if (comparisonsIn(condition) <= kReadable)
    return std::nullopt;
  // Of alternatives the shortest, as it is.
  Condition whole = caseUnder(facts, Condition::always(), condition);
  if (!whole.isFalse() && comparisonsIn(whole) <= kReadable)
    return whole;
  Condition left = condition, assumed = Condition::always();
  for (size_t round = 0; round < kMostAssumptions; ++round) {
    std::optional<Condition> best, taken;
    for (const Condition &assumption : assumptionsFor(left)) {
      Condition found = caseUnder(facts, Condition::conjunction({assumed, assumption}), left);
      if (found.isFalse() || (best && !isShorter(found, *best)))
        continue;
      best = found;
      taken = assumption;
    }
    if (!best)
      return std::nullopt;
    if (comparisonsIn(*best) <= kMostOfCase && isShorter(*best, condition))
      return best;
    left = *best;
    assumed = Condition::conjunction({assumed, *taken});
  }
  return std::nullopt;
}

Condition simplified(const DomainFacts &facts, const Condition &condition) {
  std::vector<Condition> parts = condition.conjuncts();
  if (parts.size() < 2)
    return condition;
  for (size_t k = 0; k < parts.size(); ++k)
    if (parts[k].kind() == Condition::Kind::Or)
      parts[k] = alternativesWhere(facts, without(parts, k), parts[k]);
  parts = Condition::conjunction(parts).conjuncts();
  for (size_t k = parts.size(); k-- > 0;)
    if (parts.size() > 1 && facts.provesWhere(without(parts, k), parts[k]))
      parts.erase(parts.begin() + k);
  return Condition::conjunction(parts);
}

std::optional<Condition> simpleCase(const DomainFacts &facts, const Condition &condition) {
  if (comparisonsIn(condition) <= kReadable)
    return std::nullopt;
  std::vector<Condition> sizes, further{Condition::always()};
  std::set<std::string> names = condition.symbols();
  for (const std::string &name : names) {
    Condition positive = Condition::less(Polynomial(0), Polynomial::symbol(name));
    if (!facts.proves(positive) && !facts.proves(positive.negated()))
      sizes.push_back(positive);
  }
  addComparisons(condition, further);
  for (auto a = names.begin(); a != names.end(); ++a)
    for (auto b = std::next(a); b != names.end(); ++b)
      further.push_back(Condition::zero(Polynomial::symbol(*a) - Polynomial::symbol(*b)));
  if (further.size() > kMaxTried)
    further.erase(further.begin() + kMaxTried, further.end());
  for (const Condition &more : further) {
    std::vector<Condition> parts = sizes;
    if (!more.isTrue())
      parts.push_back(more);
    Condition all = Condition::conjunction(parts);
    if (all.isTrue() || !facts.provesWhere(all, condition) || facts.proves(all.negated()))
      continue;
    Condition found = Condition::conjunction(withoutIdle(facts, parts, condition));
    return isShorter(found, condition) ? std::optional(found) : std::nullopt;
  }
  return std::nullopt;
}

} // namespace acc
