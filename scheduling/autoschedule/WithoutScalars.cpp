#include "scheduling/autoschedule/WithoutScalars.h"

#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

bool hasMaskedStores(const Target &target) {
  constexpr unsigned kFewestBytes = 32; // of AVX2, which is the first to have them
  return target.name != kPortable && target.vectorBytes >= kFewestBytes;
}

/// The access's element is read in each instance of the statement.
bool isReadAnyway(const LiftedScop &source, int s, size_t access) {
  const std::vector<ScopAccess> &accesses = source.scop.statements[s].accesses;
  for (size_t other = 0; other < accesses.size(); ++other)
    if (!accesses[other].isWrite && !accesses[other].may &&
        accesses[other].array == accesses[access].array &&
        source.views.viewOf(s, other).subscripts == source.views.viewOf(s, access).subscripts)
      return true;
  return false;
}

/// Reads of memory below conditions; `alone`: of elements that the statement does not read anyway.
size_t readsBelowConditions(const Nest &nest, bool alone) {
  const LiftedScop &source = *nest.source;
  size_t count = 0;
  for (size_t s = 0; s < source.scop.statements.size(); ++s)
    for (size_t a = 0; a < source.scop.statements[s].accesses.size(); ++a) {
      const ScopAccess &access = source.scop.statements[s].accesses[a];
      count += access.may && !access.isWrite && !source.scop.arrays[access.array].isPrivate &&
               !(alone && isReadAnyway(source, s, a));
    }
  return count;
}

int arrayOf(const Scop &scop, const std::string &scalar) {
  return std::find_if(scop.arrays.begin(), scop.arrays.end(),
                      [&](const ScopArray &array) { return array.name == scalar; }) -
         scop.arrays.begin();
}

/// Some use stands in more loops than the value.
bool comesFromOutside(const Scop &scop, int scalar) {
  const size_t depth =
      scop.statements[statementsWith(scop, scalar, /*isWrite=*/true).front()].loops.size();
  const std::vector<int> uses = statementsWith(scop, scalar, /*isWrite=*/false);
  return std::any_of(uses.begin(), uses.end(),
                     [&](int use) { return scop.statements[use].loops.size() > depth; });
}

/// The statements that use the scalar store below conditions to nothing but private variables that
/// they read anyway.
bool storesWithoutMasks(const LiftedScop &source, int scalar) {
  for (int use : statementsWith(source.scop, scalar, /*isWrite=*/false)) {
    const std::vector<ScopAccess> &accesses = source.scop.statements[use].accesses;
    for (size_t a = 0; a < accesses.size(); ++a)
      if (accesses[a].isWrite && accesses[a].may &&
          !(source.scop.arrays[accesses[a].array].isPrivate && isReadAnyway(source, use, a)))
        return false;
  }
  return true;
}

bool maySubstitute(const Nest &nest, const Nest &without, const std::string &scalar,
                   Decided decided, const Target &target) {
  const Scop &scop = nest.source->scop;
  auto adds = [&](bool alone) {
    return readsBelowConditions(without, alone) > readsBelowConditions(nest, alone);
  };
  if (decided == Decided::LeftAlone)
    return !adds(/*alone=*/false);
  const int array = arrayOf(scop, scalar);
  if (adds(/*alone=*/true) && !comesFromOutside(scop, array))
    return false;
  return decided == Decided::Reordered || hasMaskedStores(target) ||
         storesWithoutMasks(*nest.source, array);
}

} // namespace

const Schedule *FormsWithoutScalars::without(const std::vector<std::string> &scalars) {
  auto [form, isNew] = forms.try_emplace(scalars);
  if (isNew)
    if (Outcome<Schedule> made = Schedule(nest).substitute(scalars))
      form->second = *made;
  return form->second ? &*form->second : nullptr;
}

const Schedule *FormsWithoutScalars::form(Decided decided) {
  std::vector<std::string> gone;
  const Schedule *result = nullptr;
  for (const std::string &scalar : cheapScalars(nest)) {
    gone.push_back(scalar);
    const Schedule *next = without(gone);
    if (next &&
        maySubstitute(result ? result->nest() : nest, next->nest(), scalar, decided, target))
      result = next;
    else
      gone.pop_back();
  }
  return result;
}

} // namespace acc
