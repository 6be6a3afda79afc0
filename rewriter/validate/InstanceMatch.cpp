#include "rewriter/validate/InstanceMatch.h"

#include "rewriter/validate/DistinctInstances.h"
#include "rewriter/validate/Instances.h"
#include "rewriter/validate/NotProved.h"

#include <algorithm>

namespace acc {
namespace {

std::string atLine(const ScopStatement &statement) {
  return " (line " + std::to_string(statement.where.line) + ")";
}

class InstanceMatcher {
public:
  InstanceMatcher(const Scop &source, const Scop &emitted, const GuardContext &guard)
      : source(source), emitted(emitted), guard(guard) {
    for (const ScopStatement &statement : source.statements) {
      domains.push_back(
          iterationDomain(guard.isl(), source, statement).intersect_params(guard.parameters()));
      claimed.push_back(isl::set::empty(domains.back().space()));
    }
  }

  Outcome<std::vector<MatchedStatement>> match() {
    std::vector<MatchedStatement> result;
    for (const ScopStatement &statement : emitted.statements) {
      auto matched = match(statement);
      if (!matched)
        return notProved(failure + atLine(statement), statement.where);
      result.push_back(std::move(*matched));
    }
    for (size_t k = 0; k < domains.size(); ++k)
      if (!claimed[k].is_equal(domains[k]))
        return notProved("some iterations of statement " + source.statements[k].id + " are missing",
                         source.statements[k].where);
    return result;
  }

private:
  std::optional<MatchedStatement> match(const ScopStatement &statement) {
    failure = "an operation does not match any operation of the source";
    if (auto claim = claimOf(emitted, statement))
      return matchClaimed(statement, *claim);
    auto copy = copyForm(emitted, statement);
    if (!copy)
      return std::nullopt;
    MatchedStatement result;
    result.copy = *copy;
    return result;
  }

  /// The statement and the counters that it claims, if all of it is so.
  std::optional<MatchedStatement> matchClaimed(const ScopStatement &e, const Claim &claim) {
    if (claim.source >= source.statements.size())
      return std::nullopt;
    const ScopStatement &s = source.statements[claim.source];
    std::vector<std::string> iterators = source.iteratorsOf(s);
    auto match = matchStatements(emitted, e, source, s);
    if (!match || claim.counters.size() != iterators.size())
      return std::nullopt;
    failure = "an access has a different address than in the source";
    std::vector<std::string> emittedIterators = emitted.iteratorsOf(e);
    MatchedStatement result;
    std::vector<LinearForm> forms;
    for (size_t k = 0; k < iterators.size(); ++k) {
      Polynomial value = claim.counters[k].substitute(guard.equations());
      auto form = linearForm(value, emittedIterators);
      if (!form)
        return std::nullopt;
      forms.push_back(*form);
      result.iterators[iterators[k]] = value;
    }
    if (!sameAddresses(e, s, *match, result.iterators))
      return std::nullopt;
    isl::set domain = iterationDomain(guard.isl(), emitted, e).intersect_params(guard.parameters());
    isl::map instances =
        makeMap(guard.isl().get(), e.id, emittedIterators, s.id, forms).intersect_domain(domain);
    isl::set image = instances.range();
    if (!image.is_subset(domains[claim.source])) {
      failure = "some iterations do not run in the source";
      return std::nullopt;
    }
    if (!image.is_disjoint(claimed[claim.source]) ||
        !(giveDistinctValues(emitted, e, forms) || instances.is_injective())) {
      failure = "some iterations run more than once";
      return std::nullopt;
    }
    claimed[claim.source] = claimed[claim.source].unite(image).coalesce();
    result.source = static_cast<int>(claim.source);
    result.match = *match;
    result.instances = instances;
    return result;
  }

  /// Both sides access the same arrays at the same addresses and use the same integers, given the
  /// counters: substituted and expanded, the polynomials are the same. Private arrays stand for
  /// private ones; where their elements are, others check.
  bool sameAddresses(const ScopStatement &e, const ScopStatement &s, const StatementMatch &match,
                     const std::map<std::string, Polynomial> &counters) const {
    for (const AccessPair &pair : match.accesses) {
      const ScopAccess &left = e.accesses[pair.emitted], &right = s.accesses[pair.source];
      const bool isLocal = emitted.arrays[left.array].isPrivate;
      if ((left.may && !right.may) || (source.arrays[right.array].isPrivate && !isLocal))
        return false;
      if (isLocal)
        continue;
      if (sharedArray(source, emitted, left.array) != right.array ||
          left.subscripts.size() != right.subscripts.size())
        return false;
      for (size_t k = 0; k < left.subscripts.size(); ++k)
        if (!(right.subscripts[k].substitute(counters) == left.subscripts[k]))
          return false;
    }
    return std::all_of(match.values.begin(), match.values.end(), [&](const auto &value) {
      return value.source.substitute(counters) == value.emitted.substitute(guard.equations());
    });
  }

  const Scop &source, &emitted;
  const GuardContext &guard;
  std::vector<isl::set> domains, claimed;
  std::string failure;
};

} // namespace

int sharedArray(const Scop &scop, const Scop &other, int arrayOfOther) {
  const ScopArray &wanted = other.arrays[arrayOfOther];
  for (size_t k = 0; k < scop.arrays.size(); ++k) {
    const ScopArray &array = scop.arrays[k];
    if (array.name == wanted.name && array.member == wanted.member &&
        array.element.spelling == wanted.element.spelling &&
        array.elementSize == wanted.elementSize && !array.isPrivate && !wanted.isPrivate)
      return static_cast<int>(k);
  }
  return -1;
}

Outcome<std::vector<MatchedStatement>> matchInstances(const Scop &source, const Scop &emitted,
                                                      const GuardContext &guard) {
  return InstanceMatcher(source, emitted, guard).match();
}

} // namespace acc
