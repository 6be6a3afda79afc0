#include "analysis/dependence/Dependence.h"

#include "analysis/dependence/Order.h"
#include "analysis/dependence/SubscriptTests.h"
#include "analysis/dependence/Trial.h"
#include "analysis/model/ScopIsl.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <tuple>

namespace acc {
namespace {

/// A relation in more pieces than this is not searched for its nearest pairs.
constexpr unsigned kMaxPieces = 8;
/// No parameters at all, as an index of DependenceFinder::wheres.
constexpr int kNowhere = -1;

/// The different subscripts with which a statement reads, or writes, one array.
struct Places {
  std::vector<int> shapes; // indices of DependenceFinder::shapes
  /// Each instance of the statement accesses all of them, and what `shapes` say is where.
  bool areCertain = true;
};

struct AccessedPlaces {
  Places reads, writes;
};

/// Of two accesses that come to the same element.
struct SameElement {
  /// Per common loop, how far the sink's iteration is behind the source's, where all pairs have
  /// the same distance; in execution order, in units of the loop's variable.
  std::vector<std::optional<int64_t>> apart;
};

/// A trial, and what was asked of it.
struct KnownTrial {
  Trial trial;
  std::map<int, std::vector<Trial::Iteration>> iterations; // by statement
  /// Subscripts by statement and shape.
  std::map<std::pair<int, int>, std::vector<std::vector<std::optional<int64_t>>>> touched;
};

/// What one level orders of the pairs of two statements that come to the same element.
struct Carried {
  bool exists = false;
  /// As Dependence::pairs.
  std::optional<isl::map> relation;
  std::vector<std::optional<int64_t>> distance;
};

/// A statement's condition: what the parameters alone decide of it, and the rest. Statements of
/// which each runs for another kind of image are one in all but their parameters.
struct SplitCondition {
  Condition parameters = Condition::always(), rest = Condition::always();
};

SplitCondition splitCondition(const Scop &scop, const Condition &condition) {
  std::vector<Condition> parameters, rest;
  for (const Condition &part : condition.conjuncts()) {
    std::set<std::string> names = part.symbols();
    bool isOfParameters = std::none_of(
        names.begin(), names.end(), [&](const std::string &name) { return scop.isIterator(name); });
    (isOfParameters ? parameters : rest).push_back(part);
  }
  return {Condition::conjunction(parameters), Condition::conjunction(rest)};
}

/// Outer loops that two statements have in common.
unsigned commonLoops(const ScopStatement &a, const ScopStatement &b) {
  unsigned common = 0;
  while (common < a.loops.size() && common < b.loops.size() && a.loops[common] == b.loops[common])
    ++common;
  return common;
}

class DependenceFinder {
public:
  DependenceFinder(const Scop &scop, const Delinearization &views, const IslContext &context,
                   DependenceDetail detail)
      : scop(scop), views(views), context(context), valid(validParameters(scop, views, context)),
        detail(detail) {}

  Outcome<Dependences> find() {
    collect();
    Dependences result;
    result.carried.assign(scop.loops.size(), DependenceVerdict::None);
    for (size_t source = 0; source < scop.statements.size(); ++source)
      for (size_t sink = 0; sink < scop.statements.size(); ++sink)
        between(source, sink, result);
    result.orderInvariant = std::all_of(result.all.begin(), result.all.end(),
                                        [](const Dependence &d) { return d.carriedBy < 0; });
    return result;
  }

private:
  void collect() {
    places.resize(scop.statements.size());
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      const ScopStatement &statement = scop.statements[s];
      conditions.push_back(splitCondition(scop, statement.condition));
      for (size_t a = 0; a < statement.accesses.size(); ++a) {
        const ScopAccess &access = statement.accesses[a];
        AccessedPlaces &accessed = places[s][access.array];
        Places &known = access.isWrite ? accessed.writes : accessed.reads;
        int shape = shapeOf(views.viewOf(s, a).subscripts);
        known.areCertain &= isCertain(statement, access, shape);
        if (std::find(known.shapes.begin(), known.shapes.end(), shape) == known.shapes.end())
          known.shapes.push_back(shape);
      }
    }
  }

  bool isCertain(const ScopStatement &statement, const ScopAccess &access, int shape) const {
    const std::vector<std::string> iterators = scop.iteratorsOf(statement);
    return !access.may && !access.table && !statement.opaque &&
           !scop.arrays[access.array].isUnknown &&
           std::all_of(shapes[shape].begin(), shapes[shape].end(),
                       [&](const Polynomial &subscript) {
                         return linearForm(subscript, iterators).has_value();
                       });
  }

  /// When the statement runs, as far as its dependences through an array go: through unknown
  /// memory as if always, because no dependence there is more than a possible one.
  const SplitCondition &conditionOf(int statement, int array) const {
    static const SplitCondition always;
    return scop.arrays[array].isUnknown ? always : conditions[statement];
  }

  /// The statement's instances whatever the parameters, as an index of `instances`.
  int instancesOf(int statement, int array) {
    ScopStatement whole = scop.statements[statement];
    whole.condition = conditionOf(statement, array).rest;
    auto found = std::find_if(instances.begin(), instances.end(), [&](const ScopStatement &other) {
      return other.loops == whole.loops && other.condition == whole.condition;
    });
    if (found == instances.end())
      found = instances.insert(instances.end(), std::move(whole));
    return found - instances.begin();
  }

  int shapeOf(const std::vector<Polynomial> &subscripts) {
    auto found = std::find(shapes.begin(), shapes.end(), subscripts);
    if (found == shapes.end())
      found = shapes.insert(shapes.end(), subscripts);
    return found - shapes.begin();
  }

  /// { statement[i] -> name[subscripts] }, a superset: where a subscript is not affine
  /// (S*ow + kw) any value of it.
  isl::map touched(const ScopStatement &statement, const std::string &name,
                   const std::vector<Polynomial> &subscripts) const {
    std::vector<std::string> iterators = scop.iteratorsOf(statement), dimensions;
    std::vector<Polynomial> affine;
    std::vector<LinearForm> kept;
    for (size_t k = 0; k < subscripts.size(); ++k) {
      dimensions.push_back("#" + std::to_string(k));
      if (linearForm(subscripts[k], iterators)) {
        affine.push_back(subscripts[k]);
        kept.push_back({{{dimensions.back(), 1}}, 0});
      }
    }
    isl::map known = *accessRelation(context, scop, statement, name + "known", affine);
    return known.apply_range(
        makeMap(context.get(), name, dimensions, name + "known", kept).reverse());
  }

  void between(int source, int sink, Dependences &result) {
    for (const auto &[array, first] : places[source]) {
      auto second = places[sink].find(array);
      if (second == places[sink].end())
        continue;
      const AccessedPlaces &other = second->second;
      pairs(DependenceKind::RAW, array, source, sink, first.writes, other.reads, result);
      pairs(DependenceKind::WAR, array, source, sink, first.reads, other.writes, result);
      pairs(DependenceKind::WAW, array, source, sink, first.writes, other.writes, result);
    }
  }

  const isl::map &touchedBy(int statement, int shape) {
    auto key = std::pair(statement, shape);
    auto found = maps.find(key);
    if (found == maps.end())
      found = maps.emplace(key, touched(instances[statement],
                                        "A" + std::to_string(shapes[shape].size()), shapes[shape]))
                  .first;
    return found->second;
  }

  /// The subscripts as linear forms of the statement's iterators and parameters.
  const std::vector<std::optional<LinearForm>> &linearForms(int statement, int shape) {
    auto [found, isNew] = forms.try_emplace(std::pair(statement, shape));
    if (isNew)
      for (const Polynomial &subscript : shapes[shape])
        found->second.push_back(
            linearForm(subscript, scop.iteratorsOf(instances[statement])));
    return found->second;
  }

  /// Of two accesses with such subscripts; none where they never touch the same element.
  ///   source A[i - 1][j], sink A[i][k], loops i and j in common:   i is 1 behind, j any
  std::optional<SameElement> sameElement(int source, int sink, int first, int second) {
    const ScopStatement &a = instances[source], &b = instances[sink];
    SameElement result;
    result.apart.resize(commonLoops(a, b));
    std::vector<std::string> iterators = scop.iteratorsOf(a), others = scop.iteratorsOf(b);
    const auto &from = linearForms(source, first), &to = linearForms(sink, second);
    for (size_t k = 0; k < std::min(from.size(), to.size()); ++k) {
      if (!from[k] || !to[k])
        continue;
      const SubscriptPair pair{*from[k], *to[k], iterators, others};
      if (gcdTestRefutes(pair))
        return std::nullopt;
      for (size_t loop = 0; loop < result.apart.size(); ++loop) {
        StrongSiv test = strongSivTest(pair, loop);
        if (test.isRefuted)
          return std::nullopt;
        if (!test.distance)
          continue;
        int64_t distance = scop.loops[a.loops[loop]].step < 0 ? -*test.distance : *test.distance;
        std::optional<int64_t> &known = result.apart[loop];
        if (known && *known != distance)
          return std::nullopt;
        known = distance;
      }
    }
    return result;
  }

  /// The pairs of iterations of two statements that the common loop of this level, or with
  /// level == common none of them, orders.
  const isl::map &ordered(int source, int sink, unsigned common, unsigned level) {
    auto key = std::tuple(source, sink, level);
    auto known = orders.find(key);
    if (known != orders.end())
      return known->second;
    isl::map order = level < common ? carriedAt(context.get(), common, level)
                                    : equalPrefix(context.get(), common, common);
    return orders
        .emplace(key, prefix(source, common)
                          .apply_range(order)
                          .apply_range(prefix(sink, common).reverse()))
        .first->second;
  }

  /// The same for the parameters of `where`.
  isl::map orderedWhere(int source, int sink, unsigned common, unsigned level, int where) {
    const isl::map &order = ordered(source, sink, common, level);
    const auto &[condition, parameters] = wheres[where];
    return condition.isTrue() ? order : order.intersect_params(*parameters);
  }

  /// { statement[i] -> [n] }: the common loops' iterations in execution order.
  isl::map prefix(int statement, unsigned common) const {
    const ScopStatement &s = instances[statement];
    std::vector<std::string> iterators = scop.iteratorsOf(s);
    std::vector<LinearForm> forms(common);
    for (unsigned k = 0; k < common; ++k)
      forms[k].coefficients[iterators[k]] = scop.loops[s.loops[k]].step > 0 ? 1 : -1;
    return makeMap(context.get(), s.id, iterators, "", forms);
  }

  /// The pairs may be ordered by this loop, or with level == common by none.
  static bool mayBeOrderedBy(const SameElement &same, unsigned level) {
    for (unsigned k = 0; k < level; ++k)
      if (same.apart[k].value_or(0) != 0)
        return false;
    return level == same.apart.size() || same.apart[level].value_or(1) > 0;
  }

  /// Statements with the same loops and condition have the same instances, and accesses with the
  /// same subscripts come to the same elements whatever the array: each such question is asked
  /// once.
  void pairs(DependenceKind kind, int array, int source, int sink, const Places &first,
             const Places &second, Dependences &result) {
    const ScopStatement &a = scop.statements[source], &b = scop.statements[sink];
    unsigned common = commonLoops(a, b);
    std::vector<std::pair<int, int>> ends;
    for (int shape : first.shapes)
      for (int other : second.shapes)
        ends.emplace_back(shape, other);
    Condition both = Condition::conjunction(
        {conditionOf(source, array).parameters, conditionOf(sink, array).parameters});
    int where = ends.empty() ? kNowhere : parametersWhere(both);
    if (where == kNowhere)
      return;
    int from = instancesOf(source, array), to = instancesOf(sink, array);
    auto keep = [&](unsigned level, int carriedBy) {
      const Carried &carried = carriedOver(from, to, level, ends, where);
      if (!carried.exists)
        return;
      const DependenceVerdict verdict = first.areCertain && second.areCertain
                                            ? DependenceVerdict::Some
                                            : DependenceVerdict::Unknown;
      if (carriedBy >= 0)
        result.carried[carriedBy] = std::max(result.carried[carriedBy], verdict);
      result.all.push_back({kind, array, source, sink, verdict, carried.relation, a.id, b.id,
                            carriedBy, carried.distance});
    };
    for (unsigned level = 0; level < common; ++level)
      keep(level, a.loops[level]);
    if (source != sink && a.positions[common] < b.positions[common])
      keep(common, -1);
  }

  /// The valid parameters where the condition on them holds, as an index of `wheres`; kNowhere
  /// where there are none.
  int parametersWhere(const Condition &condition) {
    auto known = std::find_if(wheres.begin(), wheres.end(), [&](const auto &where) {
      return where.first == condition;
    });
    if (known == wheres.end()) {
      isl::set where = valid;
      if (auto holds = conditionSet(context, "", {}, condition))
        where = where.intersect(parameterSetOf(*holds));
      known = wheres.insert(wheres.end(),
                            {condition, where.is_empty() ? std::nullopt : std::optional(where)});
    }
    return known->second ? static_cast<int>(known - wheres.begin()) : kNowhere;
  }

  const Carried &carriedOver(int source, int sink, unsigned level,
                             const std::vector<std::pair<int, int>> &ends, int where) {
    auto [found, isNew] = carriedBefore.try_emplace(std::tuple(source, sink, level, ends, where));
    Carried &result = found->second;
    if (!isNew)
      return result;
    const ScopStatement &a = instances[source], &b = instances[sink];
    unsigned common = commonLoops(a, b);
    isl::map relation;
    std::optional<SameElement> all; // of all ends alike, where they are
    bool areAlike = true;
    for (const auto &[from, to] : ends) {
      auto met = sameElement(source, sink, from, to);
      if (!met || !mayBeOrderedBy(*met, level))
        continue;
      areAlike = areAlike && (!all || all->apart == met->apart);
      all = met;
      if (detail == DependenceDetail::Existence && isSeen(source, sink, level, from, to, where)) {
        result.exists = true;
        return result;
      }
      isl::map pairs = sameElementPairs(source, sink, from, to);
      if (auto equal = equalWithin(source, sink, from, to, level))
        pairs = pairs.intersect(*equal);
      if (detail == DependenceDetail::Existence) {
        result.exists = !pairs.is_disjoint(orderedWhere(source, sink, common, level, where));
        if (result.exists)
          return result;
      } else {
        relation = relation.is_null() ? pairs : relation.unite(pairs);
      }
    }
    if (relation.is_null())
      return result;
    relation = relation.intersect(ordered(source, sink, common, level)).coalesce();
    if (!wheres[where].first.isTrue())
      relation = relation.intersect_params(*wheres[where].second);
    if (relation.is_empty())
      return result;
    result.exists = true;
    result.relation = relation;
    if (detail == DependenceDetail::Relations)
      return result;
    auto nearest = areAlike ? nearestPairs(source, sink, level, ends, *all) : std::nullopt;
    if (nearest) {
      for (unsigned k = 0; k < common; ++k)
        result.distance.push_back(
            (*nearest)[k] ? inSteps(*(*nearest)[k], scop.loops[a.loops[k]].step) : std::nullopt);
      return result;
    }
    isl::map fromPrefix = prefix(source, common);
    isl::map apart = relation.apply_range(prefix(sink, common));
    result.distance = distances(apart.apply_domain(fromPrefix), a, common);
    // One distance for all pairs is that of the nearest ones, too.
    if (!isUniform(result.distance) && pieceCount(apart) <= kMaxPieces)
      result.distance = distances(apart.lexmin().apply_domain(fromPrefix), a, common);
    return result;
  }

  /// A trial has two iterations that this level orders and that touch the same element.
  bool isSeen(int source, int sink, unsigned level, int from, int to, int where) {
    if (shapes[from].size() != shapes[to].size())
      return false;
    const ScopStatement &a = instances[source], &b = instances[sink];
    unsigned common = commonLoops(a, b);
    auto [found, isNew] = trials.try_emplace(where);
    if (isNew)
      for (Point &point : examplesFor(*wheres[where].second))
        found->second.push_back({Trial(scop, std::move(point)), {}, {}});
    return std::any_of(found->second.begin(), found->second.end(), [&](KnownTrial &known) {
      const auto &first = iterationsIn(known, source), &second = iterationsIn(known, sink);
      const auto &read = touchedIn(known, source, from), &written = touchedIn(known, sink, to);
      for (size_t k = 0; k < first.size(); ++k)
        for (size_t l = 0; l < second.size(); ++l)
          if (areOrdered(a, first[k], second[l], common, level) && mayMeet(read[k], written[l]))
            return true;
      return false;
    });
  }

  std::vector<Point> examplesFor(const isl::set &parameters) const {
    constexpr size_t kFew = 3, kEnough = 6;
    std::vector<Point> points = examplesIn(scop, parameters);
    if (points.size() < kFew)
      for (Point &point : smallSizesIn(scop, parameters))
        points.push_back(std::move(point));
    points.resize(std::min(points.size(), kEnough));
    return points;
  }

  const std::vector<Trial::Iteration> &iterationsIn(KnownTrial &known, int statement) {
    auto [found, isNew] = known.iterations.try_emplace(statement);
    if (isNew)
      found->second = known.trial.firstOf(instances[statement]);
    return found->second;
  }

  const std::vector<std::vector<std::optional<int64_t>>> &touchedIn(KnownTrial &known,
                                                                    int statement, int shape) {
    auto [found, isNew] = known.touched.try_emplace(std::pair(statement, shape));
    if (isNew)
      found->second = known.trial.touchedBy(instances[statement], iterationsIn(known, statement),
                                            shapes[shape], linearForms(statement, shape));
    return found->second;
  }

  /// As `ordered` has it.
  bool areOrdered(const ScopStatement &statement, const Trial::Iteration &first,
                  const Trial::Iteration &second, unsigned common, unsigned level) const {
    if (!std::equal(first.begin(), first.begin() + level, second.begin()))
      return false;
    bool ascends = level == common || scop.loops[statement.loops[level]].step > 0;
    return level == common ||
           (ascends ? first[level] < second[level] : first[level] > second[level]);
  }

  /// A subscript without a value may have any, as in `touched`.
  static bool mayMeet(const std::vector<std::optional<int64_t>> &a,
                      const std::vector<std::optional<int64_t>> &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto &x, const auto &y) { return !x || !y || *x == *y; });
  }

  /// What `distances` would say of the nearest pairs that the level orders, in units of the loops'
  /// variables, where there are any; none where that takes isl. A loop that no subscript names is one step
  /// apart, if what lies between two of its iterations meets as these do.
  ///     for i for j: A[j] += ...;   i is one step apart, j none;   s += ...;   i is, j is not the same for all
  std::optional<std::vector<std::optional<int64_t>>>
  nearestPairs(int source, int sink, unsigned level, const std::vector<std::pair<int, int>> &ends,
               const SameElement &same) {
    std::vector<std::optional<int64_t>> result = same.apart;
    std::fill(result.begin(), result.begin() + level, 0);
    if (isUniform(result))
      return result;
    const ScopStatement &statement = instances[sink];
    std::vector<std::string> iterators = scop.iteratorsOf(statement);
    bool isLevelOpen = !result[level], isInnerOpen = false;
    for (size_t k = level; k < result.size(); ++k) {
      if (!result[k] && isNamed(iterators[k], source, sink, ends))
        return std::nullopt;
      isInnerOpen |= k > level && !result[k];
    }
    bool isSame = source == sink && !isInnerOpen && isConvexAlong(statement, level) &&
                  std::all_of(result.begin() + level + 1, result.end(),
                              [](const auto &apart) { return apart == 0; });
    if (!isSame && !isIndependent(statement, level))
      return std::nullopt;
    if (isLevelOpen)
      result[level] = std::abs(scop.loops[statement.loops[level]].step);
    return result;
  }

  /// Some subscript of the accesses names it, or is not affine.
  bool isNamed(const std::string &iterator, int source, int sink,
               const std::vector<std::pair<int, int>> &ends) {
    auto isIn = [&](int statement, int shape) {
      const auto &forms = linearForms(statement, shape);
      return std::any_of(forms.begin(), forms.end(), [&](const auto &form) {
        return !form || hasCoefficient(*form, iterator);
      });
    };
    return std::any_of(ends.begin(), ends.end(), [&](const auto &end) {
      return isIn(source, end.first) || isIn(sink, end.second);
    });
  }

  /// Its iteration domain is one system of inequalities, and what steps by more than one starts at
  /// the same place whatever the loop of this level is at.
  bool isConvexAlong(const ScopStatement &statement, unsigned level) const {
    std::vector<Condition> conditions = statement.condition.conjuncts();
    const std::string &name = scop.loops[statement.loops[level]].name;
    return std::none_of(conditions.begin(), conditions.end(),
                        [](const Condition &part) { return part.kind() == Condition::Kind::Or; }) &&
           std::all_of(statement.loops.begin(), statement.loops.end(), [&](int index) {
             const ScopLoop &loop = scop.loops[index];
             return loop.step == 1 || loop.step == -1 || !names(loop.first, name);
           });
  }

  /// Which of its instances there are in an iteration of the loop of this level is the same in all.
  bool isIndependent(const ScopStatement &statement, unsigned level) const {
    const std::string &name = scop.loops[statement.loops[level]].name;
    return !statement.condition.symbols().contains(name) &&
           std::none_of(statement.loops.begin() + level + 1, statement.loops.end(), [&](int index) {
             return names(scop.loops[index].first, name) || names(scop.loops[index].end, name);
           });
  }

  static bool names(const std::vector<Polynomial> &bounds, const std::string &name) {
    return std::any_of(bounds.begin(), bounds.end(),
                       [&](const Polynomial &bound) { return bound.contains(name); });
  }

  /// { source[i] -> sink[j] } that touch the same element, in either order of time.
  const isl::map &sameElementPairs(int source, int sink, int from, int to) {
    auto key = std::tuple(source, sink, from, to);
    auto found = elementPairs.find(key);
    if (found == elementPairs.end())
      found = elementPairs
                  .emplace(key, touchedBy(source, from)
                                    .apply_range(touchedBy(sink, to).reverse())
                                    .intersect_params(valid))
                  .first;
    return found->second;
  }

  /// { source[i] -> sink[j] } whose subscripts without a linear form are equal, as far as that is linear
  /// where the outer `level` common loops are in one iteration; none where it says nothing.
  ///   a[i*n + j], level 1:   i*n + j == i*n + j'   ->   j == j'
  std::optional<isl::map> equalWithin(int source, int sink, int from, int to, unsigned level) {
    const std::vector<Polynomial> &first = shapes[from], &second = shapes[to];
    if (first.size() != second.size())
      return std::nullopt;
    const auto &firstForms = linearForms(source, from), &secondForms = linearForms(sink, to);
    std::vector<std::string> iterators = scop.iteratorsOf(instances[source]);
    std::vector<std::string> others = scop.iteratorsOf(instances[sink]), both = iterators;
    std::map<std::string, Polynomial> renamed;
    for (size_t k = 0; k < others.size(); ++k) {
      both.push_back(others[k] + "'");
      if (k >= level)
        renamed[others[k]] = Polynomial::symbol(both.back());
    }
    std::vector<Condition> equal;
    for (size_t k = 0; k < first.size(); ++k) {
      if (firstForms[k] && secondForms[k])
        continue;
      Polynomial apart = first[k] - second[k].substitute(renamed);
      if (linearForm(apart, both))
        equal.push_back(Condition::zero(apart));
    }
    auto pairs = equal.empty() ? std::nullopt
                               : conditionSet(context, "pair", both, Condition::conjunction(equal));
    if (!pairs)
      return std::nullopt;
    auto part = [&](int statement, const std::vector<std::string> &names, size_t begin) {
      std::vector<LinearForm> forms;
      for (size_t k = 0; k < names.size(); ++k)
        forms.push_back({{{both[begin + k], 1}}, 0});
      return makeMap(context.get(), "pair", both, instances[statement].id, forms);
    };
    return part(source, iterators, 0)
        .intersect_domain(*pairs)
        .reverse()
        .apply_range(part(sink, others, iterators.size()));
  }

  /// Of pairs of iterations of the common loops, per loop where it is the same for all.
  std::vector<std::optional<int64_t>> distances(const isl::map &apart, const ScopStatement &source,
                                                unsigned common) const {
    isl::set deltas = apart.deltas();
    std::vector<std::optional<int64_t>> all;
    for (unsigned k = 0; k < common; ++k)
      all.push_back(uniformDistance(deltas, k, scop.loops[source.loops[k]].step));
    return all;
  }

  static std::optional<int64_t> uniformDistance(const isl::set &deltas, unsigned k, int64_t step) {
    std::optional<int64_t> fixed = constantDimension(deltas, k);
    if (!fixed) {
      isl::val least = deltas.dim_min_val(k);
      if (!least.is_int() || !least.eq(deltas.dim_max_val(k)))
        return std::nullopt;
      fixed = least.num_si();
    }
    return inSteps(*fixed, step);
  }

  /// A distance of the loop's variable as one of iterations.
  static std::optional<int64_t> inSteps(int64_t distance, int64_t step) {
    int64_t stride = std::abs(step);
    return distance % stride == 0 ? std::optional(distance / stride) : std::nullopt;
  }

  static bool isUniform(const std::vector<std::optional<int64_t>> &distance) {
    return std::all_of(distance.begin(), distance.end(),
                       [](const auto &one) { return one.has_value(); });
  }

  const Scop &scop;
  const Delinearization &views;
  const IslContext &context;
  isl::set valid;
  DependenceDetail detail;
  std::vector<std::map<int, AccessedPlaces>> places; // per statement, by array
  std::vector<SplitCondition> conditions;    // per statement
  /// None where no parameters fulfil the condition.
  std::vector<std::pair<Condition, std::optional<isl::set>>> wheres;
  /// One statement for all that have the same loops and condition on what is not a parameter.
  std::vector<ScopStatement> instances;
  std::vector<std::vector<Polynomial>> shapes;
  /// { statement[i] -> A[subscripts] }, and the subscripts themselves, by statement and shape.
  std::map<std::pair<int, int>, isl::map> maps;
  std::map<std::pair<int, int>, std::vector<std::optional<LinearForm>>> forms;
  std::map<std::tuple<int, int, int, int>, isl::map> elementPairs;
  std::map<int, std::vector<KnownTrial>> trials; // by where
  std::map<std::tuple<int, int, unsigned, std::vector<std::pair<int, int>>, int>, Carried>
      carriedBefore;
  std::map<std::tuple<int, int, unsigned>, isl::map> orders;
};

} // namespace

isl::set validParameters(const Scop &scop, const Delinearization &views,
                         const IslContext &context) {
  std::vector<Condition> all = views.guard, affine;
  all.push_back(views.validity);
  for (const Condition &condition : all)
    for (const Condition &part : condition.conjuncts())
      if (part.kind() != Condition::Kind::Or && linearForm(part.value(), {}))
        affine.push_back(part);
  // One set of all: isl pays for each that it intersects.
  isl::set valid = parameterSetOf(*conditionSet(context, "", {}, Condition::conjunction(affine)));
  return valid.intersect(contextOfSizes(context, scop));
}

isl::map Dependence::relation() const {
  return pairs->set_domain_tuple(sourceId).set_range_tuple(sinkId);
}

const char *dependenceName(DependenceKind kind) {
  switch (kind) {
  case DependenceKind::RAW:
    return "RAW";
  case DependenceKind::WAR:
    return "WAR";
  case DependenceKind::WAW:
    return "WAW";
  }
  return "";
}

const char *dependenceVerdictName(DependenceVerdict verdict) {
  switch (verdict) {
  case DependenceVerdict::None:
    return "none";
  case DependenceVerdict::Unknown:
    return "unknown";
  case DependenceVerdict::Some:
    return "some";
  }
  return "";
}

Outcome<Dependences> computeDependences(const Scop &scop, const Delinearization &views,
                                        const IslContext &context, DependenceDetail detail) {
  return runIsl(context, scop.nest.root ? scop.nest.root->range : SourceRange{}, "dependences",
                [&]() -> Outcome<Dependences> {
                  return DependenceFinder(scop, views, context, detail).find();
                });
}

} // namespace acc
