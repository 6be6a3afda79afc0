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
  /// Something besides the bounds of the loops that decides whether control reaches it may change.
  bool isUnsteady = false;
};

class ReachFinder {
public:
  explicit ReachFinder(const Scop &scop) : scop(scop) {
    for (const ScopArray &array : scop.arrays)
      changing.push_back(
          std::any_of(scop.kept.begin(), scop.kept.end(), [&](const KeptLocation &location) {
            return mayReach(scop, array, location);
          }));
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

  /// Its value and, of a path, the pointers on the way are the same all through the nest: own, or
  /// of a type that no store of the nest may reach.
  ///     for (i = 0; i < *n; i++) A[i] = *scale;     double A[], *scale; long *n: only *scale may
  ///         change
  bool isOutOfReach(SymbolId id) const {
    const Symbol &symbol = scop.nest.symbol(id);
    bool isPath = symbol.kind == Symbol::Kind::Path;
    if (isOwn(id))
      return true;
    if (symbol.type.isVolatile || symbol.addressTaken || (isPath && symbol.parent < 0))
      return false;
    KeptLocation location{symbol.spelling, symbol.type, !symbol.throughPointer};
    return std::none_of(scop.arrays.begin(), scop.arrays.end(),
                        [&](const ScopArray &array) { return mayReach(scop, array, location); }) &&
           (!isPath || isOutOfReach(symbol.parent));
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
    std::vector<Condition> idle;
    for (const ScopStatement &statement : scop.statements)
      if (changesSomething(statement) && standsBefore(statement, place, last))
        idle.push_back(whereIdle(statement));
    reach.certainWhere = Condition::conjunction(std::move(idle));
    return reach;
  }

private:
  bool isSteady(const std::string &name) const {
    const Parameter *parameter = scop.parameter(name);
    if (!parameter)
      return scop.isIterator(name);
    if (parameter->symbol >= 0)
      return isOutOfReach(parameter->symbol);
    if (parameter->value)
      return !isUnsteady(parameter->value->symbols());
    bool steady = parameter->definition != nullptr;
    if (steady)
      forEachExpr(parameter->definition, [&](const ExprRef &part) {
        steady = steady && part->kind != Expr::Kind::Access && part->kind != Expr::Kind::Call &&
                 (part->kind != Expr::Kind::Symbol || isOutOfReach(part->symbol));
      });
    return steady;
  }

  /// Where conditions around the statement keep it from running, as they are before anything is
  /// stored; a test of data says nothing where it does not hold.
  Condition whereIdle(const ScopStatement &statement) const {
    if (!statement.wrapsAround.empty())
      return Condition::never();
    std::vector<Condition> fails;
    for (const Condition &part : statement.condition.conjuncts()) {
      std::set<std::string> names = part.symbols();
      if (std::none_of(names.begin(), names.end(), [&](const std::string &name) {
            return scop.isIterator(name) || isTest(name);
          }))
        fails.push_back(part.negated());
    }
    return Condition::disjunction(std::move(fails));
  }

  bool isTest(const std::string &name) const {
    return std::any_of(scop.statements.begin(), scop.statements.end(),
                       [&](const ScopStatement &statement) { return statement.tests == name; });
  }

  bool changesSomething(const ScopStatement &statement) const {
    return std::any_of(
        statement.accesses.begin(), statement.accesses.end(),
        [&](const ScopAccess &access) { return access.isWrite && changing[access.array]; });
  }

  /// In the same iteration of at most `last` loops around both, ahead of the place in the text.
  static bool standsBefore(const ScopStatement &statement, const Place &place, int last) {
    for (size_t d = 0;
         int(d) <= last && d < place.positions.size() && d < statement.positions.size(); ++d) {
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
    return finder.isUnsteady(access.subscripts) || (base >= 0 && !finder.isOutOfReach(base));
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
