#include "analysis/model/UnsteadyBounds.h"

#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cassert>

namespace acc {
namespace {

/// A place of the nest: what is around it, and where it stands in the text.
struct Place {
  const std::vector<int> &loops;
  const std::vector<int> &positions;
  /// Something that decides whether the source comes to it, beside the bounds of the loops, may change.
  bool isUnsteady = false;
};

class ReachFinder {
public:
  explicit ReachFinder(const Scop &scop) : scop(scop) {
    for (const ScopArray &array : scop.arrays)
      changing.push_back(std::any_of(
          scop.kept.begin(), scop.kept.end(),
          [&](const KeptLocation &location) { return mayReach(scop, array, location); }));
    storesMayChange = std::find(changing.begin(), changing.end(), true) != changing.end();
    for (const Demand &demand : scop.demands)
      leavesUnsteadily |= storesMayChange && isUnsteady(demand.tested.symbols());
  }

  bool anyMayChange() const { return storesMayChange; }

  /// Bounds of a loop, or what is computed at a place.
  bool isUnsteady(const std::vector<Polynomial> &values) const {
    return std::any_of(values.begin(), values.end(),
                       [&](const Polynomial &value) { return isUnsteady(value.symbols()); });
  }

  bool isUnsteady(const std::set<std::string> &names) const {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string &name) { return !isSteady(name); });
  }

  /// In a variable that only its own name reaches.
  bool isOwn(SymbolId id) const {
    const Symbol &symbol = scop.nest.symbol(id);
    if (symbol.kind == Symbol::Kind::Path)
      return !symbol.throughPointer && symbol.root >= 0 && isOwn(symbol.root);
    return symbol.kind != Symbol::Kind::Global && !symbol.throughPointer && !symbol.addressTaken &&
           !symbol.isStaticOrThreadLocal;
  }

  Reach reachOf(const Place &place) const {
    Reach reach;
    bool isOpen = place.isUnsteady || leavesUnsteadily;
    int deepest = -1;
    for (size_t d = 0; d < place.loops.size(); ++d) {
      const ScopLoop &loop = scop.loops[place.loops[d]];
      if (isUnsteady(loop.first) || isUnsteady(loop.end))
        deepest = int(d);
    }
    reach.firstOf = isOpen ? int(place.loops.size()) : deepest + 1;
    int last = isOpen ? int(place.loops.size()) : deepest;
    reach.isCertain = std::none_of(
        scop.statements.begin(), scop.statements.end(), [&](const ScopStatement &statement) {
          return changesSomething(statement) && standsBefore(statement, place, last);
        });
    return reach;
  }

private:
  bool isSteady(const std::string &name) const {
    const Parameter *parameter = scop.parameter(name);
    if (!parameter)
      return scop.isIterator(name);
    if (parameter->symbol >= 0)
      return isOwn(parameter->symbol);
    if (parameter->value)
      return !isUnsteady(parameter->value->symbols());
    bool steady = parameter->definition != nullptr;
    if (steady)
      forEachExpr(parameter->definition, [&](const ExprRef &part) {
        steady = steady && part->kind != Expr::Kind::Access && part->kind != Expr::Kind::Call &&
                 (part->kind != Expr::Kind::Symbol || isOwn(part->symbol));
      });
    return steady;
  }

  bool changesSomething(const ScopStatement &statement) const {
    return std::any_of(statement.accesses.begin(), statement.accesses.end(),
                       [&](const ScopAccess &access) {
                         return access.isWrite && changing[access.array];
                       });
  }

  /// In the same iteration of at most `last` loops around both, ahead of the place in the text.
  static bool standsBefore(const ScopStatement &statement, const Place &place, int last) {
    for (size_t d = 0; int(d) <= last && d < place.positions.size() &&
                       d < statement.positions.size();
         ++d) {
      if (statement.positions[d] != place.positions[d])
        return statement.positions[d] < place.positions[d];
      if (d >= statement.loops.size() || d >= place.loops.size() ||
          statement.loops[d] != place.loops[d])
        return false;
    }
    return false;
  }

  const Scop &scop;
  std::vector<bool> changing; // by array: its stores may change a location that is kept
  bool storesMayChange = false;
  bool leavesUnsteadily = false; // where a store may make the source leave the nest
};

/// What a scan of a test reads beside own variables decides which addresses it comes to.
bool readsUnsteadily(const Scop &scop, const ReachFinder &finder, const ScopStatement &test) {
  return std::any_of(test.accesses.begin(), test.accesses.end(), [&](const ScopAccess &access) {
    SymbolId base = scop.arrays[access.array].base;
    return finder.isUnsteady(access.subscripts) || (base >= 0 && !finder.isOwn(base));
  });
}

} // namespace

void findReach(Scop &scop, const std::vector<std::vector<int>> &loopPositions) {
  assert(loopPositions.size() == scop.loops.size());
  ReachFinder finder(scop);
  if (!finder.anyMayChange())
    return;
  for (size_t k = 0; k < scop.loops.size(); ++k) {
    std::vector<int> around = loopsAround(scop, scop.loops[k]);
    scop.loops[k].reach = finder.reachOf(
        {around, loopPositions[k], finder.isUnsteady(scop.loops[k].condition.symbols())});
  }
  auto find = [&](ScopStatement &place) {
    bool isUnsteady = finder.isUnsteady(place.condition.symbols()) ||
                      (!place.tests.empty() && readsUnsteadily(scop, finder, place));
    place.reach = finder.reachOf({place.loops, place.positions, isUnsteady});
  };
  for (ScopStatement &statement : scop.statements)
    find(statement);
  for (CertainRead &read : scop.reads)
    find(read.place);
  for (Demand &demand : scop.demands)
    find(demand.place);
}

} // namespace acc
