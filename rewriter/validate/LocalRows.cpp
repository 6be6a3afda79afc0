#include "rewriter/validate/LocalRows.h"

#include <algorithm>

namespace acc {
namespace {

bool areWithout(const std::vector<Polynomial> &subscripts, size_t count, const std::string &name) {
  return std::none_of(subscripts.begin(), subscripts.begin() + static_cast<long>(count),
                      [&](const Polynomial &subscript) { return subscript.contains(name); });
}

/// Where in its row the access begins, when its last subscript moves by one with each iteration of
/// the loop, and no other does.
std::optional<Polynomial> beginInRow(const ScopAccess &access, const ScopLoop &loop) {
  return movesAtUnitStride(access, loop)
             ? std::optional(access.subscripts.back() - Polynomial::symbol(loop.name))
             : std::nullopt;
}

/// The greatest value of a sum of variables of loops that begin at 0 and end at constants at the
/// latest; none where it may be negative, or is another one.
std::optional<int64_t> greatestValue(const Scop &scop, const Polynomial &sum) {
  std::map<std::string, int64_t> point;
  for (const Term &term : sum.terms()) {
    if (term.coefficient < 0 || term.degree() > 1 || sum.overflowed())
      return std::nullopt;
    if (term.degree() == 0)
      continue;
    const std::string &symbol = term.powers.begin()->first;
    auto loop = std::find_if(scop.loops.begin(), scop.loops.end(),
                             [&](const ScopLoop &one) { return one.name == symbol; });
    if (loop == scop.loops.end() || loop->step < 1 || loop->first.size() != 1 ||
        !loop->first[0].isZero())
      return std::nullopt;
    const std::optional<int64_t> end = greatestEnd(*loop);
    if (!end || *end < 1)
      return std::nullopt;
    point[symbol] = (*end - 1) / loop->step * loop->step;
  }
  return sum.evaluate(point);
}

/// The access goes along its row with a loop from 0, and no further than the ends say, none of
/// which the last element is behind.
///   ends n and 32:  a[k] with k < min(32, n);  a[it + k] with it < min(32, n), in steps of 8, and
///       k < min(8, n - it)
bool staysBefore(const Scop &scop, const ScopAccess &access, const ScopLoop &own,
                 const std::vector<Polynomial> &ends) {
  const std::optional<Polynomial> begin = beginInRow(access, own);
  if (!begin || !runsFromZero(own))
    return false;
  const std::optional<int64_t> first = greatestValue(scop, *begin), count = greatestEnd(own);
  return std::all_of(ends.begin(), ends.end(), [&](const Polynomial &end) {
    const std::optional<int64_t> constant = end.constant();
    return std::find(own.end.begin(), own.end.end(), end - *begin) != own.end.end() ||
           (constant && first && count && *first + *count <= *constant);
  });
}

} // namespace

bool runsFromZero(const ScopLoop &loop) {
  return loop.step == 1 && loop.first.size() == 1 && loop.first[0].isZero();
}

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
  if (!end || !array.isPrivate || array.isScalar || array.base < 0 || !array.member.empty())
    return false;
  const std::optional<Polynomial> begin = beginInRow(access, loop);
  const std::optional<int64_t> first = begin ? greatestValue(scop, *begin) : std::nullopt;
  if (!first)
    return false;
  const std::optional<int64_t> size = array.declaredSizes.empty()
                                          ? scop.nest.symbol(array.base).elementCount
                                          : array.declaredSizes.back().constant();
  return size && *size >= *first + *end;
}

bool isUsedToTheEnd(const Scop &scop, int array, const ScopLoop &loop) {
  const std::vector<int> &around = scop.arrays[array].privateLoops;
  for (const Polynomial &end : loop.end)
    for (const std::string &symbol : end.symbols())
      if (scop.isIterator(symbol) && std::none_of(around.begin(), around.end(), [&](int outer) {
            return scop.loops[outer].name == symbol;
          }))
        return false;
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.array == array &&
          std::none_of(statement.loops.begin(), statement.loops.end(), [&](int own) {
            return staysBefore(scop, access, scop.loops[own], loop.end);
          }))
        return false;
  return true;
}

bool copiesElement(const Scop &scop, const ScopStatement &statement, unsigned bytes) {
  const StmtRef &body = statement.body;
  return body && body->kind == Stmt::Kind::Assign && body->op() == Op::Equal && !statement.opaque &&
         statement.accesses.size() == 2 &&
         statement.accesses[0].isWrite != statement.accesses[1].isWrite &&
         statement.accesses[0].array != statement.accesses[1].array &&
         std::all_of(statement.accesses.begin(), statement.accesses.end(),
                     [&](const ScopAccess &access) {
                       const ScopArray &array = scop.arrays[access.array];
                       const Expr *side = access.isWrite ? body->target.get() : body->value.get();
                       return array.elementSize == bytes && array.member.empty() &&
                              access.node.get() == side && side->member.empty() && !access.table &&
                              side->type.spelling == body->target->type.spelling;
                     });
}

} // namespace acc
