#include "analysis/delinearize/SimpleConditions.h"

#include <algorithm>

namespace acc {
namespace {

// Conditions of up to this many comparisons are read as they are.
constexpr size_t kReadable = 4;
// Alternatives of which each is asked whether the others imply it.
constexpr size_t kMostCompared = 3;
// Cases that are tried; each is a question to isl unless an example refutes it.
constexpr size_t kMaxTried = 64;

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

/// The alternatives that can hold where `others` does, each without what `others` implies; one alone where the rest imply it.
Condition alternativesWhere(const Region &region, const Condition &others,
                            const Condition &disjunction) {
  std::vector<Condition> kept;
  for (const Condition &alternative : disjunction.operands()) {
    if (region.provesWhere(others, alternative.negated()))
      continue;
    std::vector<Condition> open;
    for (const Condition &part : alternative.conjuncts())
      if (!region.provesWhere(others, part))
        open.push_back(part);
    kept.push_back(Condition::conjunction(open));
  }
  for (size_t k = 0; k < kept.size() && kept.size() <= kMostCompared; ++k) {
    auto isImplied = [&](const Condition &alternative) {
      return alternative == kept[k] || region.provesWhere(Condition::conjunction({others, alternative}), kept[k]);
    };
    if (std::all_of(kept.begin(), kept.end(), isImplied))
      return kept[k];
  }
  return Condition::disjunction(kept);
}

/// The parts that it takes to imply the condition.
std::vector<Condition> withoutIdle(const Region &region, std::vector<Condition> parts,
                                   const Condition &condition) {
  for (size_t k = parts.size(); k-- > 0;)
    if (region.provesWhere(without(parts, k), condition))
      parts.erase(parts.begin() + k);
  return parts;
}

} // namespace

Condition simplified(const Region &region, const Condition &condition) {
  std::vector<Condition> parts = condition.conjuncts();
  if (parts.size() < 2)
    return condition;
  for (size_t k = 0; k < parts.size(); ++k)
    if (parts[k].kind() == Condition::Kind::Or)
      parts[k] = alternativesWhere(region, without(parts, k), parts[k]);
  parts = Condition::conjunction(parts).conjuncts();
  for (size_t k = parts.size(); k-- > 0;)
    if (parts.size() > 1 && region.provesWhere(without(parts, k), parts[k]))
      parts.erase(parts.begin() + k);
  return Condition::conjunction(parts);
}

std::optional<Condition> simpleCase(const Region &region, const Condition &condition) {
  if (comparisonsIn(condition) <= kReadable)
    return std::nullopt;
  std::vector<Condition> sizes, further{Condition::always()};
  std::set<std::string> names = condition.symbols();
  for (const std::string &name : names) {
    Condition positive = Condition::less(Polynomial(0), Polynomial::symbol(name));
    if (!region.proves(positive) && !region.proves(positive.negated()))
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
    if (all.isTrue() || !region.provesWhere(all, condition) || region.proves(all.negated()))
      continue;
    Condition found = Condition::conjunction(withoutIdle(region, parts, condition));
    return comparisonsIn(found) < comparisonsIn(condition) ? std::optional(found) : std::nullopt;
  }
  return std::nullopt;
}

} // namespace acc
