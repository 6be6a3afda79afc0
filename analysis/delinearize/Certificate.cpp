#include "analysis/delinearize/Certificate.h"

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

Condition outOfRange(const Polynomial &value, const Polynomial &low, const Polynomial &size) {
  return Condition::disjunction(
      {Condition::less(value, low), Condition::lessEqual(low + size, value)});
}

/// What must not happen for the subscripts of one access to be in their windows.
std::vector<Condition> violations(const ArrayView &view,
                                  const std::vector<Polynomial> &subscripts) {
  std::vector<Condition> all;
  if (view.kind == ViewKind::Array)
    for (size_t k = 0; k < view.sizes.size(); ++k)
      all.push_back(outOfRange(subscripts[k + 1], view.origin[k], view.sizes[k]));
  if (view.kind == ViewKind::Jagged)
    all.push_back(outOfRange(subscripts[1], Polynomial(0),
                             view.rowLength.substitute({{"r", subscripts[0]}})));
  return all;
}

bool neverHappens(const Region &region, int statement, const Condition &violation,
                  const Condition &validity) {
  const ScopStatement &s = region.scop().statements[statement];
  auto happens = [&](const Condition &condition) {
    auto set = conditionSet(region.context(), s.id, region.scop().iteratorsOf(s), condition);
    return !set || !region.impossible(parameterSetOf(region.domain(statement).intersect(*set)));
  };
  return !happens(violation) || !happens(Condition::conjunction({violation, validity}));
}

} // namespace

bool identityHolds(const ArrayView &view, const std::vector<Polynomial> &subscripts,
                   const Polynomial &index) {
  switch (view.kind) {
  case ViewKind::Array:
    return subscripts.size() == view.sizes.size() + 1 &&
           (addressOf(subscripts, view.sizes) - index).isZero();
  case ViewKind::Strided: {
    if (subscripts.size() != view.strides.size())
      return false;
    Polynomial sum = view.offset;
    for (size_t k = 0; k < subscripts.size(); ++k)
      sum += view.strides[k] * subscripts[k];
    return (sum - index).isZero();
  }
  case ViewKind::Jagged:
    return subscripts.size() == 2 &&
           (view.rowStart.substitute({{"r", subscripts[0]}}) + subscripts[1] - index).isZero();
  }
  return false;
}

Outcome<Ok> checkCertificate(const Region &region, const Delinearization &result) {
  const Scop &scop = region.scop();
  for (const RecoveredArray &array : result.arrays) {
    if (!array.recovered)
      continue;
    const ViewAccess *previous = nullptr;
    for (const ViewAccess &use : array.accesses) {
      const ScopAccess &access = scop.statements[use.statement].accesses[use.access];
      // The read and the write of +=.
      bool repeated = previous && previous->statement == use.statement &&
                      previous->subscripts == use.subscripts &&
                      scop.statements[use.statement].accesses[previous->access].subscripts ==
                          access.subscripts;
      previous = &use;
      if (repeated)
        continue;
      auto wrong = [&](const char *what) {
        const Polynomial &index = access.subscripts.front();
        return Rejection{RejectionKind::Internal, access.where,
                         "the view of " + scop.arrays[array.array].name + "[" + index.str() + "] " +
                             what};
      };
      if (!identityHolds(array.view, use.subscripts, access.subscripts.front()))
        return wrong("has another address");
      if (result.validity.isFalse())
        continue;
      for (const Condition &violation : violations(array.view, use.subscripts))
        if (!neverHappens(region, use.statement, violation, result.validity))
          return wrong("leaves its window where it is said to hold");
    }
  }
  return Ok{};
}

} // namespace acc
