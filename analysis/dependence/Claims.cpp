#include "analysis/dependence/Claims.h"

#include <algorithm>

namespace acc {
namespace {

/// The arrays of which a dependence may be missing where the views do not hold.
std::vector<int> arraysByView(const Scop &scop, const std::vector<Condition> &validities) {
  std::vector<int> found;
  for (size_t array = 0; array < validities.size(); ++array)
    if (!validities[array].isTrue() && isWrittenIn(scop, array))
      found.push_back(array);
  return found;
}

/// The same accesses, those of `arrays` at their addresses, and nothing assumed that the views need.
Delinearization byAddress(const Scop &scop, const Delinearization &views, const Condition &needs,
                          const std::vector<int> &arrays) {
  Delinearization result;
  result.validity = needs;
  for (RecoveredArray array : views.arrays) {
    if (std::find(arrays.begin(), arrays.end(), array.array) != arrays.end())
      for (ViewAccess &use : array.accesses)
        use.subscripts = scop.statements[use.statement].accesses[use.access].subscripts;
    result.arrays.push_back(std::move(array));
  }
  return result;
}

} // namespace

Claims claimsOf(const Scop &scop, const Delinearization &views,
                const std::vector<Condition> &validities, const Dependences &dependences,
                const IslContext &context) {
  std::vector<Condition> always;
  for (const Assumption &need : scop.needs)
    always.push_back(need.condition);
  const Condition needs = Condition::conjunction(always);
  const std::vector<int> arrays = arraysByView(scop, validities);
  std::optional<Outcome<Dependences>> flat;
  bool isAsked = std::count(dependences.parallel.begin(), dependences.parallel.end(), true);
  if (isAsked && !arrays.empty())
    flat = computeDependences(scop, byAddress(scop, views, needs, arrays), context,
                              DependenceDetail::Existence);
  auto mayCarry = [&](int loop, int array) {
    return !*flat || std::any_of((*flat)->all.begin(), (*flat)->all.end(), [&](const auto &d) {
      return d.carriedBy == loop && d.array == array;
    });
  };
  Claims claims;
  for (size_t loop = 0; loop < dependences.parallel.size(); ++loop) {
    std::vector<Condition> all = always;
    for (int array : arrays)
      if (dependences.parallel[loop] && mayCarry(loop, array))
        all.push_back(validities[array]);
    claims.parallelWhen.push_back(dependences.parallel[loop] ? Condition::conjunction(all)
                                                             : Condition::never());
  }
  for (int array : arrays)
    always.push_back(validities[array]);
  claims.completeWhen = Condition::conjunction(always);
  return claims;
}

} // namespace acc
