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

/// The same accesses, those of `arrays` at their addresses.
Delinearization byAddress(const Scop &scop, const Delinearization &views,
                          const std::vector<int> &arrays) {
  Delinearization result;
  for (RecoveredArray array : views.arrays) {
    if (std::find(arrays.begin(), arrays.end(), array.array) != arrays.end())
      for (ViewAccess &use : array.accesses)
        use.subscripts = scop.statements[use.statement].accesses[use.access].subscripts;
    result.arrays.push_back(std::move(array));
  }
  return result;
}

/// What the scop means the source under, whatever the views: its needs, and index arithmetic that
/// does not wrap.
std::vector<Condition> asTheSource(const Scop &scop, const Delinearization &views) {
  std::vector<Condition> all;
  for (const Assumption &need : scop.needs)
    all.push_back(need.condition);
  for (const Assumption &assumption : views.assumptions)
    if (assumption.kind == AssumptionKind::IndexWrap && assumption.verdict != Verdict::Proved)
      all.push_back(assumption.verdict == Verdict::Refuted ? Condition::never()
                                                           : assumption.condition);
  return all;
}

/// The dependences where `validity` holds and nothing else is known: none when they cannot be told.
std::optional<Dependences> dependencesWhere(const Condition &validity, const Scop &scop,
                                            Delinearization views, const IslContext &context) {
  views.validity = validity;
  views.guard.clear();
  Outcome<Dependences> found =
      computeDependences(scop, views, context, DependenceDetail::Existence);
  return found ? std::optional(std::move(*found)) : std::nullopt;
}

bool sameDependences(const Dependences &a, const Dependences &b) {
  return std::equal(a.all.begin(), a.all.end(), b.all.begin(), b.all.end(),
                    [](const Dependence &one, const Dependence &other) {
                      return one.kind == other.kind && one.array == other.array &&
                             one.source == other.source && one.sink == other.sink &&
                             one.carriedBy == other.carriedBy;
                    });
}

} // namespace

Claims claimsOf(const Scop &scop, const Delinearization &views,
                const std::vector<Condition> &validities, const Dependences &dependences,
                const IslContext &context) {
  const std::vector<Condition> always = asTheSource(scop, views);
  const Condition needs = Condition::conjunction(always);
  const std::vector<int> arrays = arraysByView(scop, validities);
  const bool isAsked =
      std::count(dependences.carried.begin(), dependences.carried.end(), DependenceVerdict::None);
  std::optional<Dependences> flat;
  if (isAsked && !arrays.empty())
    flat = dependencesWhere(needs, scop, byAddress(scop, views, arrays), context);
  auto mayCarry = [&](int loop) {
    return !flat || std::any_of(flat->all.begin(), flat->all.end(), [&](const Dependence &d) {
      return d.carriedBy == loop &&
             std::find(arrays.begin(), arrays.end(), d.array) != arrays.end();
    });
  };
  std::vector<Condition> all = always;
  for (int array : arrays)
    all.push_back(validities[array]);
  Condition written = Condition::conjunction(all);
  all.push_back(views.validity);
  const Condition whole = Condition::conjunction(all);
  // The dependences were found where all views hold, those of arrays that are only read, too.
  if (!(written == whole) && !arrays.empty()) {
    auto less = dependencesWhere(written, scop, views, context);
    if (!less || !sameDependences(*less, dependences))
      written = whole;
  }
  Claims claims;
  for (size_t loop = 0; loop < dependences.carried.size(); ++loop) {
    const bool needsViews = !arrays.empty() && mayCarry(loop);
    claims.parallelWhen.push_back(!dependences.isParallel(loop) ? Condition::never()
                                  : needsViews                  ? written
                                                                : needs);
  }
  claims.completeWhen = written;
  return claims;
}

} // namespace acc
