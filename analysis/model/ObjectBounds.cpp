#include "analysis/model/ObjectBounds.h"

#include "analysis/support/Append.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

/// Sums of a few small numbers around an index.
constexpr int64_t kSlack = int64_t(1) << 32;

/// The part of the condition that is affine over products of parameters.
isl::set affinePart(const IslContext &context, const Condition &condition) {
  isl::set all = makeParameterSet(context.get(), {});
  for (const Condition &part : condition.conjuncts())
    if (auto set = conditionSet(context, "", {}, part))
      all = all.intersect(parameterSetOf(*set));
  return all;
}

/// Parameters for which one of the statement's `instances` touches an element more than `limit`
/// away from its base, on the side of `sign`.
isl::set whereFar(const IslContext &context, const std::string &id,
                  const std::vector<std::string> &iterators, const isl::set &instances,
                  const Polynomial &index, int sign, int64_t limit) {
  Condition beyond =
      Condition::nonNegative(Polynomial(sign) * index - Polynomial(limit) - Polynomial(1));
  auto far = conditionSet(context, id, iterators, beyond);
  return parameterSetOf(far ? instances.intersect(*far) : isl::set::empty(instances.space()));
}

} // namespace

std::vector<Term> wideTerms(const Scop &scop) {
  std::vector<Polynomial> values;
  for (const ScopLoop &loop : scop.loops) {
    append(values, loop.first);
    append(values, loop.end);
    append(values, loop.condition.values());
    append(values, loop.entry.values());
  }
  for (const ScopStatement &statement : scop.statements)
    append(values, statement.condition.values());
  const std::map<std::string, Polynomial> derived = derivedValues(scop);
  std::vector<Term> terms;
  for (const Polynomial &value : values)
    for (Term term : value.substitute(derived).terms()) {
      std::erase_if(term.powers, [&](const auto &power) { return !scop.parameter(power.first); });
      unsigned bits = 0; // of the product, by the types
      for (const auto &[name, exponent] : term.powers)
        bits += static_cast<unsigned>(exponent) * scop.parameter(name)->type.bits();
      if (bits <= 32)
        continue;
      term.coefficient = std::abs(term.coefficient);
      auto same = std::find_if(terms.begin(), terms.end(),
                               [&](const Term &known) { return known.powers == term.powers; });
      if (same == terms.end())
        terms.push_back(std::move(term));
      else
        same->coefficient = std::max(same->coefficient, term.coefficient);
    }
  return terms;
}

Condition KeptTerm::condition() const {
  Polynomial value = Polynomial::fromTerm(product);
  return Condition::conjunction(
      {Condition::less(value, Polynomial(limit)), Condition::less(Polynomial(-limit), value)});
}

std::optional<isl::set> withinDeclared(const IslContext &context, const Scop &scop,
                                       const Condition &condition) {
  std::optional<isl::set> left;
  for (const ScopStatement &statement : scop.statements) {
    if (statement.opaque || !statement.wrapsAround.empty())
      continue;
    const std::vector<std::string> iterators = scop.iteratorsOf(statement);
    for (const ScopAccess &access : statement.accesses) {
      const ScopArray &array = scop.arrays[access.array];
      const std::optional<int64_t> count =
          array.base >= 0 ? scop.nest.symbol(array.base).elementCount : std::nullopt;
      if (!count || *count < 2 || access.subscripts.size() != 1 || access.may || access.table ||
          array.isPrivate || !access.wraps.empty() ||
          !linearForm(access.subscripts.front(), iterators))
        continue;
      if (!left)
        left = contextSet(context, scop).intersect(affinePart(context, condition));
      const isl::set instances = certainInstances(context, scop, statement);
      for (auto [sign, limit] : {std::pair(1, *count - 1), std::pair(-1, int64_t(0))})
        *left = left->subtract(whereFar(context, statement.id, iterators, instances,
                                        access.subscripts.front(), sign, limit));
    }
  }
  return left;
}

std::vector<KeptTerm> keptByObjects(const IslContext &context, const Scop &scop,
                                    const Condition &guard, const std::vector<Term> &terms) {
  if (terms.empty())
    return {};
  isl::set known = contextSet(context, scop).intersect(affinePart(context, guard));
  std::map<int64_t, isl::set>
      possible; // what is left of the parameters, by the greatest index that an object may have
  for (const ScopStatement &statement : scop.statements) {
    if (statement.opaque || !statement.wrapsAround.empty())
      continue;
    const std::vector<std::string> iterators = scop.iteratorsOf(statement);
    const isl::set instances = certainInstances(context, scop, statement);
    for (const ScopAccess &access : statement.accesses) {
      const ScopArray &array = scop.arrays[access.array];
      // An object of bytes may be too long to leave room for a sum of two indices.
      bool isElement = access.subscripts.size() == 1 && !array.isScalar && !array.isPrivate &&
                       !array.isUnknown && array.elementSize >= 4;
      if (!isElement || access.may || access.table || !access.wraps.empty() ||
          !linearForm(access.subscripts.front(), iterators))
        continue;
      int64_t limit = INT64_MAX / array.elementSize;
      isl::set &left = possible.try_emplace(limit, known).first->second;
      for (int sign : {1, -1})
        left = left.subtract(whereFar(context, statement.id, iterators, instances,
                                      access.subscripts.front(), sign, limit));
    }
  }
  std::vector<KeptTerm> kept;
  const auto keep = [&](const Term &product, int64_t times) {
    for (const auto &[limit, left] : possible) {
      KeptTerm one{product, (limit + kSlack) / times};
      auto within = conditionSet(context, "", {}, one.condition());
      if (within && left.is_subset(parameterSetOf(*within))) {
        kept.push_back(one);
        return true;
      }
    }
    return false;
  };
  for (const Term &term : terms) {
    const Term product{1, term.powers};
    if (!keep(product, term.coefficient) && term.coefficient > 1)
      keep(product, 1);
  }
  return kept;
}

} // namespace acc
