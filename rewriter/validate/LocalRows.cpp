#include "rewriter/validate/LocalRows.h"

#include <algorithm>

namespace acc {
namespace {

bool areWithout(const std::vector<Polynomial> &subscripts, size_t count, const std::string &name) {
  return std::none_of(subscripts.begin(), subscripts.begin() + static_cast<long>(count),
                      [&](const Polynomial &subscript) { return subscript.contains(name); });
}

/// Its last subscript is the variable of the loop, which is in no other one.
bool isAlongRow(const ScopAccess &access, const ScopLoop &loop) {
  return !access.subscripts.empty() && access.subscripts.back() == Polynomial::symbol(loop.name) &&
         areWithout(access.subscripts, access.subscripts.size() - 1, loop.name);
}

/// One end may be named twice.
bool haveEqualEnds(const ScopLoop &a, const ScopLoop &b) {
  auto isAmong = [](const Polynomial &end, const std::vector<Polynomial> &ends) { return std::find(ends.begin(), ends.end(), end) != ends.end(); };
  return std::all_of(a.end.begin(), a.end.end(), [&](const Polynomial &end) { return isAmong(end, b.end); }) &&
         std::all_of(b.end.begin(), b.end.end(), [&](const Polynomial &end) { return isAmong(end, a.end); });
}

} // namespace

bool runsFromZero(const ScopLoop &loop) { return loop.step == 1 && loop.first.size() == 1 && loop.first[0].isZero(); }

std::optional<int64_t> greatestEnd(const ScopLoop &loop) {
  std::optional<int64_t> greatest;
  for (const Polynomial &end : loop.end)
    if (auto constant = end.constant())
      greatest = std::max(greatest.value_or(*constant), *constant);
  return greatest;
}

bool movesAtUnitStride(const ScopAccess &access, const ScopLoop &loop) {
  return !access.subscripts.empty() && access.subscripts.back().degree(loop.name) == 1 &&
         access.subscripts.back().coefficient(loop.name, 1) == Polynomial(1) &&
         areWithout(access.subscripts, access.subscripts.size() - 1, loop.name);
}

bool isInLongRows(const Scop &scop, const ScopAccess &access, const ScopLoop &loop) {
  const ScopArray &array = scop.arrays[access.array];
  const std::optional<int64_t> end = greatestEnd(loop);
  if (!end || !array.isPrivate || array.isScalar || array.base < 0 || !array.member.empty() || !isAlongRow(access, loop))
    return false;
  const std::optional<int64_t> size = array.declaredSizes.empty() ? scop.nest.symbol(array.base).elementCount
                                                                  : array.declaredSizes.back().constant();
  return size && *size >= *end;
}

bool isUsedToTheEnd(const Scop &scop, int array, const ScopLoop &loop) {
  const std::vector<int> &around = scop.arrays[array].privateLoops;
  for (const Polynomial &end : loop.end)
    for (const std::string &symbol : end.symbols())
      if (scop.isIterator(symbol) &&
          std::none_of(around.begin(), around.end(), [&](int outer) { return scop.loops[outer].name == symbol; }))
        return false;
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.array == array && std::none_of(statement.loops.begin(), statement.loops.end(), [&](int own) {
            return runsFromZero(scop.loops[own]) && haveEqualEnds(scop.loops[own], loop) && isAlongRow(access, scop.loops[own]);
          }))
        return false;
  return true;
}

bool copiesElement(const Scop &scop, const ScopStatement &statement, unsigned bytes) {
  const StmtRef &body = statement.body;
  return body && body->kind == Stmt::Kind::Assign && body->text == "=" && !statement.opaque && statement.accesses.size() == 2 &&
         statement.accesses[0].isWrite != statement.accesses[1].isWrite && statement.accesses[0].array != statement.accesses[1].array &&
         std::all_of(statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) {
           const ScopArray &array = scop.arrays[access.array];
           const Expr *side = access.isWrite ? body->target.get() : body->value.get();
           return array.elementSize == bytes && array.member.empty() && access.node.get() == side && side->member.empty() &&
                  !access.table && side->type.spelling == body->target->type.spelling;
         });
}

} // namespace acc
