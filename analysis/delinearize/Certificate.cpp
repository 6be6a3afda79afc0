#include "analysis/delinearize/Certificate.h"

#include "analysis/delinearize/Subscripts.h"
#include "analysis/solve/Bounds.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace acc {
namespace {

/// Horner from the outermost subscript; the search divides from the innermost.
Polynomial addressOf(const std::vector<Polynomial> &subscripts,
                     const std::vector<Polynomial> &sizes) {
  Polynomial value = subscripts.front();
  for (size_t k = 0; k < sizes.size(); ++k)
    value = value * sizes[k] + subscripts[k + 1];
  return value;
}

/// low <= value < low + size at every executed instance.
struct Window {
  Polynomial value, low, size;

  friend bool operator==(const Window &, const Window &) = default;
};

/// What the subscripts of one access must keep.
std::vector<Window> windowsOf(const ArrayView &view, const std::vector<Polynomial> &subscripts) {
  std::vector<Window> all;
  if (view.kind == ViewKind::Array)
    for (size_t k = 0; k < view.sizes.size(); ++k)
      all.push_back({subscripts[k + 1], view.origin[k], view.sizes[k]});
  if (view.kind == ViewKind::Jagged)
    all.push_back(
        {subscripts[1], Polynomial(0), view.rowLength.substitute({{"r", subscripts[0]}})});
  return all;
}

bool keeps(const DomainFacts &facts, int statement, const Window &window, const Condition &when,
           const Condition &validity) {
  const ScopStatement &s = facts.scop().statements[statement];
  Condition violation =
      Condition::disjunction({Condition::less(window.value, window.low),
                              Condition::lessEqual(window.low + window.size, window.value)});
  auto happens = [&](const Condition &condition) {
    auto set = conditionSet(facts.context(), s.id, facts.scop().iteratorsOf(s), condition);
    return !set || !facts.impossibleWhere(validity,
                                          parameterSetOf(facts.domain(statement).intersect(*set)));
  };
  if (!happens(violation) ||
      (!when.isTrue() && !happens(Condition::conjunction({violation, when}))))
    return true;
  if (when.isTrue() && isAffineIn(window.value, facts.scop().iteratorsOf(s)))
    return false;
  auto bad = outsideByEnds(facts, statement, window.value, window.low, window.size, when);
  return bad && facts.impossibleWhere(validity, *bad);
}

/// What the view says that the subscripts address; none when their number is wrong.
std::optional<Polynomial> addressIn(const ArrayView &view,
                                    const std::vector<Polynomial> &subscripts) {
  switch (view.kind) {
  case ViewKind::Array:
    if (subscripts.size() != view.sizes.size() + 1)
      return std::nullopt;
    return addressOf(subscripts, view.sizes);
  case ViewKind::Strided: {
    if (subscripts.size() != view.strides.size())
      return std::nullopt;
    Polynomial sum = view.offset;
    for (size_t k = 0; k < subscripts.size(); ++k)
      sum += view.strides[k] * subscripts[k];
    return sum;
  }
  case ViewKind::Jagged:
    if (subscripts.size() != 2)
      return std::nullopt;
    return view.rowStart.substitute({{"r", subscripts[0]}}) + subscripts[1];
  }
  return std::nullopt;
}

/// The address is the index wherever the validity holds and something runs: what each product of
/// iterators is multiplied by is the same on both sides, although no equation says so.
///   n <= m && m <= n:  i*m + j in [n] as (i, j)
bool identityFollows(const DomainFacts &facts, const ViewAccess &use, const ArrayView &view,
                     const Polynomial &index, const Condition &validity) {
  auto address = addressIn(view, use.subscripts);
  if (!address)
    return false;
  Polynomial difference = *address - index;
  if (difference.overflowed() || difference.denominator() != 1)
    return false;
  std::map<std::map<std::string, int>, Polynomial> factors;
  for (const Term &term : difference.terms()) {
    Term parameters{term.coefficient, {}};
    std::map<std::string, int> iterators;
    for (const auto &[name, power] : term.powers)
      (facts.scop().isIterator(name) ? iterators : parameters.powers)[name] = power;
    factors[iterators] += Polynomial::fromTerm(parameters);
  }
  return std::all_of(factors.begin(), factors.end(), [&](const auto &factor) {
    return facts.provesWhere(validity, Condition::zero(factor.second));
  });
}

} // namespace

std::vector<std::pair<std::string, Polynomial>> equationsOf(const Condition &validity) {
  std::vector<std::pair<std::string, Polynomial>> solved;
  for (const Condition &part : validity.conjuncts()) {
    if (part.kind() != Condition::Kind::Zero)
      continue;
    const Polynomial value =
        part.value().substitute(std::map<std::string, Polynomial>(solved.begin(), solved.end()));
    for (const std::string &name : value.symbols()) {
      auto factor = value.coefficient(name, 1).constant();
      if (value.degree(name) != 1 || !factor || std::abs(*factor) != 1)
        continue;
      Polynomial rest = value - Polynomial(*factor) * Polynomial::symbol(name);
      Polynomial solution = Polynomial(-*factor) * rest;
      for (auto &[earlier, own] : solved)
        own = own.substitute({{name, solution}});
      solved.emplace_back(name, solution);
      break;
    }
  }
  return solved;
}

bool identityHolds(const ArrayView &view, const std::vector<Polynomial> &subscripts,
                   const Polynomial &index, const Condition &validity) {
  auto address = addressIn(view, subscripts);
  if (!address)
    return false;
  Polynomial difference = *address - index;
  for (const auto &[name, solution] : equationsOf(validity))
    difference = difference.substitute({{name, solution}});
  return difference.isZero();
}

Outcome<Ok> checkCertificate(const DomainFacts &facts, const Delinearization &result) {
  const Scop &scop = facts.scop();
  if (result.validity.isFalse()) // said of no run
    return Ok{};
  std::vector<Condition> conditions = result.guard;
  conditions.push_back(result.validity);
  for (const Condition &condition : conditions)
    for (const std::string &name : condition.symbols())
      if (scop.isIterator(name))
        return Rejection{RejectionKind::Internal, scop.statements.front().where,
                         "the run-time check names the loop variable " + name};
  // Windows that are kept, in all instances of a statement and those like it.
  std::vector<std::tuple<int, Window, Condition>> kept;
  for (const RecoveredArray &array : result.arrays) {
    if (!array.recovered)
      continue;
    for (const ViewAccess &use : array.accesses) {
      const ScopAccess &access = scop.statements[use.statement].accesses[use.access];
      auto wrong = [&](const char *what) {
        const Polynomial &index = access.subscripts.front();
        return Rejection{RejectionKind::Internal, access.where,
                         "the view of " + scop.arrays[array.array].name + "[" + index.str() + "] " +
                             what};
      };
      if (!identityHolds(array.view, use.subscripts, access.subscripts.front(), result.validity) &&
          !identityFollows(facts, use, array.view, access.subscripts.front(), result.validity))
        return wrong("gives a different address");
      for (const Window &window : windowsOf(array.view, use.subscripts)) {
        std::tuple asked(facts.firstAlike(use.statement), window, access.when);
        if (std::find(kept.begin(), kept.end(), asked) != kept.end())
          continue;
        if (!keeps(facts, use.statement, window, access.when, result.validity))
          return wrong("leaves its window although the check holds");
        kept.push_back(std::move(asked));
      }
    }
  }
  return Ok{};
}

} // namespace acc
