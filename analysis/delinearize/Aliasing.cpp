#include "analysis/delinearize/Aliasing.h"

#include <algorithm>

namespace acc {
namespace {

bool isObject(const Scop &scop, const ScopArray &array) {
  return array.base >= 0 && scop.nest.symbols &&
         scop.nest.symbol(array.base).type.kind == CType::Kind::Array &&
         !scop.nest.symbol(array.base).throughPointer;
}

} // namespace

bool areDeclaredApart(const Scop &scop, const ScopArray &x, const ScopArray &y) {
  return x.base != y.base && isObject(scop, x) && isObject(scop, y);
}

AliasPairs aliasPairs(const Scop &scop) {
  size_t count = scop.arrays.size();
  std::vector<bool> read(count), written(count);
  std::vector<SourceRange> where(count);
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses) {
      (access.isWrite ? written : read)[access.array] = true;
      where[access.array] = access.where;
    }
  AliasPairs pairs;
  auto hasOwnStorage = [&](const ScopArray &array) { return array.isScalar || array.isPrivate; };
  for (size_t a = 0; a < count; ++a)
    for (size_t b = 0; b < count; ++b) {
      const ScopArray &x = scop.arrays[a], &y = scop.arrays[b];
      bool once = written[a] && (written[b] ? a < b : read[b]);
      if (a == b || !once || hasOwnStorage(x) || hasOwnStorage(y))
        continue;
      bool sameBaseOtherMember = x.base == y.base && x.base >= 0 && x.member != y.member;
      if (sameBaseOtherMember || areDeclaredApart(scop, x, y))
        continue;
      Assumption apart;
      apart.kind = AssumptionKind::Disjoint;
      apart.text = x.name + ", " + y.name;
      apart.where = where[a];
      if (x.isDistinctObject || y.isDistinctObject) {
        pairs.assumptions.push_back(apart);
        continue;
      }
      apart.verdict = Verdict::RunTime;
      pairs.assumptions.push_back(apart);
      pairs.unknown.emplace_back(a, b);
    }
  for (size_t a = 0; a < count; ++a)
    for (size_t k = 0; k < scop.kept.size(); ++k)
      if (mayReach(scop, scop.arrays[a], scop.kept[k])) {
        Assumption apart{AssumptionKind::Disjoint, Condition::always(),
                         scop.arrays[a].name + ", " + scop.kept[k].text, Verdict::RunTime,
                         where[a]};
        pairs.assumptions.push_back(apart);
        pairs.kept.emplace_back(a, k);
      }
  return pairs;
}

} // namespace acc
