#include "analysis/model/ScalarPrivatization.h"

#include "analysis/tree/ExprPrinter.h"

#include <algorithm>

namespace acc {
namespace {

/// One live range: accesses that may exchange values, and the depth of the
/// loops (a prefix that all share) inside whose iteration it lives.
struct Web {
  std::vector<ScalarAccess> accesses;
  size_t depth = 0;
};

class WebFinder {
public:
  explicit WebFinder(const std::vector<ScopStatement> &statements) : statements(statements) {}

  /// The live ranges of a scalar that are private at depth >= `depth`, none when
  /// some value crosses iterations there. `group` is in textual order and shares
  /// the first `depth` loops.
  std::optional<std::vector<Web>> find(const std::vector<ScalarAccess> &group, size_t depth) const {
    bool allDeeper = std::all_of(group.begin(), group.end(), [&](const ScalarAccess &access) {
      return loopsOf(access).size() > depth;
    });
    if (allDeeper)
      if (auto inner = findInside(group, depth))
        return inner;
    if (!covered(group, depth))
      return std::nullopt;
    return std::vector<Web>{{group, depth}};
  }

private:
  const std::vector<int> &loopsOf(const ScalarAccess &access) const {
    return statements[access.statement].loops;
  }
  const ScopAccess &accessOf(const ScalarAccess &access) const {
    return statements[access.statement].accesses[access.access];
  }

  /// Every loop below `depth` by itself.
  std::optional<std::vector<Web>> findInside(const std::vector<ScalarAccess> &group,
                                             size_t depth) const {
    std::map<int, std::vector<ScalarAccess>> byLoop;
    for (const ScalarAccess &access : group)
      byLoop[loopsOf(access)[depth]].push_back(access);
    std::vector<Web> webs;
    for (const auto &[loop, inner] : byLoop) {
      auto found = find(inner, depth + 1);
      if (!found)
        return std::nullopt;
      webs.insert(webs.end(), found->begin(), found->end());
    }
    return webs;
  }

  /// Each read sees a write of the same iteration of the first `depth` loops.
  bool covered(const std::vector<ScalarAccess> &group, size_t depth) const {
    for (size_t k = 0; k < group.size(); ++k) {
      if (accessOf(group[k]).isWrite)
        continue;
      std::vector<Condition> extras;
      bool found = false;
      for (size_t w = 0; w < k && !found; ++w) {
        auto extra = missing(group[w], group[k], depth);
        if (!extra)
          continue;
        found = extra->isTrue() ||
                std::find(extras.begin(), extras.end(), extra->negated()) != extras.end();
        extras.push_back(*extra);
      }
      if (!found)
        return false;
    }
    return true;
  }

  /// What must hold beyond the read's own condition for the write to have run
  /// before it in the same iteration; none when it may not have run anyway.
  std::optional<Condition> missing(const ScalarAccess &write, const ScalarAccess &read,
                                   size_t depth) const {
    const ScopStatement &from = statements[write.statement];
    const ScopStatement &to = statements[read.statement];
    bool isBefore = write.statement < read.statement;
    if (!accessOf(write).isWrite || accessOf(write).may || !isBefore)
      return std::nullopt;
    bool isAround = from.loops.size() >= depth && from.loops.size() <= to.loops.size() &&
                    std::equal(from.loops.begin(), from.loops.end(), to.loops.begin());
    if (!isAround)
      return std::nullopt;
    std::vector<Condition> known = to.condition.conjuncts(), extra;
    for (const Condition &part : from.condition.conjuncts())
      if (std::find(known.begin(), known.end(), part) == known.end())
        extra.push_back(part);
    return Condition::conjunction(extra);
  }

  const std::vector<ScopStatement> &statements;
};

} // namespace

std::optional<Rejection> whyScalarsAlias(const ModelContext &model,
                                         const std::vector<ScalarAccess> &scalars) {
  if (model.stores.callsTouchMemory())
    return std::nullopt;
  for (const ScalarAccess &access : scalars) {
    const Expr *alias =
        model.stores.isMemory(access.symbol) ? model.stores.aliasOf(access.symbol) : nullptr;
    if (alias)
      return Rejection{RejectionKind::ScalarState, alias->range,
                       model.nest.symbol(access.symbol).name + " may be accessed as " +
                           printExpr(model.nest, *alias)};
  }
  return std::nullopt;
}

void privatizeScalars(ModelContext &model, const std::vector<ScalarAccess> &scalars,
                      const std::map<SymbolId, std::vector<int>> &declared,
                      const std::set<SymbolId> &shared, std::vector<ScopStatement> &statements,
                      std::vector<ScopArray> &arrays) {
  std::map<SymbolId, std::vector<ScalarAccess>> bySymbol;
  std::vector<SymbolId> order;
  for (const ScalarAccess &access : scalars) {
    if (!bySymbol.count(access.symbol))
      order.push_back(access.symbol);
    bySymbol[access.symbol].push_back(access);
  }
  for (SymbolId id : order) {
    const std::vector<ScalarAccess> &group = bySymbol[id];
    const Symbol &symbol = model.nest.symbol(id);
    bool isPrivate = !shared.count(id);
    std::optional<std::vector<Web>> webs;
    if (isPrivate)
      webs = WebFinder(statements).find(group, 0);
    if (!webs)
      webs = std::vector<Web>{{group, 0}};
    auto declaration = declared.find(id);
    bool isDeclaredInside = declaration != declared.end();
    for (const Web &web : *webs) {
      ScopArray array;
      bool nameTaken = std::any_of(arrays.begin(), arrays.end(), [&](const ScopArray &other) {
        return other.name == symbol.name;
      });
      array.name = nameTaken ? model.fresh(symbol.name) : symbol.name;
      array.base = id;
      array.element = symbol.type;
      array.elementSize = symbol.type.size;
      array.isScalar = true;
      array.isDistinctObject = true; // aliases were refused before
      const std::vector<int> &loops = statements[web.accesses.front().statement].loops;
      array.privateLoops.assign(loops.begin(), loops.begin() + web.depth);
      // At depth 0 only a declaration in the nest says that nothing flows in.
      array.isPrivate = isPrivate && (web.depth > 0 || isDeclaredInside);
      if (isPrivate && isDeclaredInside && declaration->second.size() > web.depth)
        array.privateLoops = declaration->second;
      if (nameTaken)
        model.ranges[array.name] = {0, 0}; // reserves the name
      for (const ScalarAccess &each : web.accesses) {
        ScopAccess &access = statements[each.statement].accesses[each.access];
        access.array = int(arrays.size());
        access.subscripts.clear();
        if (array.isPrivate)
          for (int loop : array.privateLoops)
            access.subscripts.push_back(Polynomial::symbol(model.loops[loop].name));
      }
      if (!array.isPrivate)
        array.privateLoops.clear();
      arrays.push_back(std::move(array));
    }
  }
}

void markLastWrite(ScopStatement &statement, const std::vector<ScalarAccess> &scalars, size_t first,
                   SymbolId symbol) {
  for (size_t k = scalars.size(); k-- > first;)
    if (scalars[k].symbol == symbol && statement.accesses[scalars[k].access].isWrite) {
      statement.accesses[scalars[k].access].may = false;
      return;
    }
}

} // namespace acc
