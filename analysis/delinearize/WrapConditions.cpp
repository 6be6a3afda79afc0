#include "analysis/delinearize/WrapConditions.h"

#include <algorithm>

namespace acc {
namespace {

Polynomial scaled(const Polynomial &value, int64_t factor) { return value * Polynomial(factor); }

/// A limit times a positive factor, kept so far inside 64 bits that a comparison with it
/// can be written: nearer than the limit, which asks for more than is needed.
Polynomial scaledLimit(const Polynomial &limit, int64_t factor) {
  constexpr int64_t kFarthest = INT64_MAX / 2;
  std::optional<int64_t> product = scaled(limit, factor).constant();
  if (product && *product >= -kFarthest && *product <= kFarthest)
    return Polynomial(*product);
  return Polynomial(*limit.constant() < 0 ? -kFarthest : kFarthest);
}

/// low <= value <= high for every executed instance.
std::optional<Condition> boundedOn(const DomainFacts &facts, int statement,
                                   const WrapRequirement &wrap) {
  Polynomial low = scaledLimit(wrap.low, 1), high = scaledLimit(wrap.high, 1);
  if (auto bad = facts.outside(statement, wrap.value, low, high - low + Polynomial(1))) {
    if (auto condition = facts.exclude(*bad))
      return condition;
  }
  std::vector<Polynomial> most = endpointBounds(facts, statement, wrap.value, true);
  std::vector<Polynomial> least = endpointBounds(facts, statement, wrap.value, false);
  if (most.empty() || least.empty())
    return std::nullopt;
  std::vector<Condition> all;
  for (const Polynomial &value : most)
    all.push_back(Condition::lessEqual(scaled(value, value.denominator()),
                                       scaledLimit(wrap.high, value.denominator())));
  for (const Polynomial &value : least)
    all.push_back(Condition::lessEqual(scaledLimit(wrap.low, value.denominator()),
                                       scaled(value, value.denominator())));
  return Condition::conjunction(all);
}

bool holdsByType(const Scop &scop, const Condition &part) {
  return part.kind() == Condition::Kind::NonNegative && typeInterval(scop, part.value()).low >= 0;
}

/// Drops what the parameters' types or the facts imply.
Condition withoutProved(const DomainFacts &facts, const Condition &condition) {
  std::vector<Condition> open;
  for (const Condition &part : condition.conjuncts()) {
    if (!holdsByType(facts.scop(), part) && !facts.proves(part))
      open.push_back(part);
  }
  return Condition::conjunction(open);
}

bool sameRequirement(const WrapRequirement &a, const WrapRequirement &b) {
  return a.value == b.value && a.low == b.low && a.high == b.high;
}

} // namespace

Outcome<std::vector<WrapCondition>> wrapConditions(const DomainFacts &facts) {
  const Scop &scop = facts.scop();
  std::vector<WrapCondition> all;
  for (const WrapRequirement &wrap : scop.entryWraps) {
    Condition inside =
        Condition::conjunction({Condition::lessEqual(scaledLimit(wrap.low, 1), wrap.value),
                                Condition::lessEqual(wrap.value, scaledLimit(wrap.high, 1))});
    // Judged at nest entry, also where nothing runs: only the types may prove it.
    std::vector<Condition> open;
    for (const Condition &part : inside.conjuncts())
      if (!holdsByType(scop, part))
        open.push_back(part);
    all.push_back({Condition::conjunction(open), wrap.value, wrap.where});
  }
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    if (facts.impossible(facts.runs(s)))
      continue;
    std::vector<const WrapRequirement *> seen;
    for (const ScopAccess &access : scop.statements[s].accesses)
      for (const WrapRequirement &wrap : access.wraps) {
        bool known = std::any_of(seen.begin(), seen.end(), [&](const WrapRequirement *other) {
          return sameRequirement(*other, wrap);
        });
        if (known)
          continue;
        seen.push_back(&wrap);
        auto condition = boundedOn(facts, s, wrap);
        if (!condition)
          return Rejection{RejectionKind::IndexType, wrap.where,
                           wrap.value.str() + " has no bound that a run-time check can state"};
        all.push_back({withoutProved(facts, *condition), wrap.value, wrap.where});
      }
  }
  return all;
}

} // namespace acc
