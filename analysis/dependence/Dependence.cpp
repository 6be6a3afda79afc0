#include "analysis/dependence/Dependence.h"

#include "analysis/dependence/Distances.h"
#include "analysis/dependence/KnownRelations.h"
#include "analysis/dependence/Order.h"
#include "analysis/dependence/SeenDependences.h"
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
/// So many pieces are joined before they have the constraints that all have in common: isl compares
/// each piece with each, by all of their constraints.
constexpr size_t kManyPieces = 6;
/// No parameters at all, as an index of DependenceFinder::wheres.
constexpr int kNowhere = -1;

/// The different subscripts with which a statement reads, or writes, one array.
struct Places {
  std::vector<int> shapes; // numbers of AccessedElements
  /// Each instance of the statement accesses all of them, and what `shapes` say is where.
  bool areCertain = true;
};

struct AccessedPlaces {
  Places reads, writes;
};

/// What one level orders of the pairs of two statements that come to the same element.
struct Carried {
  bool exists = false;
  /// As Dependence::pairs.
  std::optional<isl::map> relation;
  LoopDistances distance;
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

class DependenceFinder {
public:
  DependenceFinder(const Scop &scop, const Delinearization &views, const IslContext &context,
                   DependenceDetail detail, std::shared_ptr<const KnownRelations> before)
      : scop(scop), views(views), context(context), valid(validParameters(scop, views, context)),
        detail(detail), elements(scop, context, valid) {
    if (before && isPlainlyEqual(before->valid, valid))
      known = *before;
    known.valid = valid;
  }

  Outcome<Dependences> find() {
    collect();
    Dependences result;
    result.carried.assign(scop.loops.size(), DependenceVerdict::None);
    for (size_t source = 0; source < scop.statements.size(); ++source)
      for (size_t sink = 0; sink < scop.statements.size(); ++sink)
        between(source, sink, result);
    result.orderInvariant = std::all_of(result.all.begin(), result.all.end(),
                                        [](const Dependence &d) { return d.carriedBy < 0; });
    if (detail != DependenceDetail::Existence)
      result.known = std::make_shared<const KnownRelations>(std::move(known));
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
        int shape = elements.shapeOf(views.viewOf(s, a).subscripts);
        known.areCertain &= isCertain(statement, access, shape);
        if (std::find(known.shapes.begin(), known.shapes.end(), shape) == known.shapes.end())
          known.shapes.push_back(shape);
      }
    }
  }

  bool isCertain(const ScopStatement &statement, const ScopAccess &access, int shape) const {
    const std::vector<std::string> iterators = scop.iteratorsOf(statement);
    const std::vector<Polynomial> &subscripts = elements.shape(shape);
    return !access.may && !access.table && !statement.opaque &&
           !scop.arrays[access.array].isUnknown &&
           std::all_of(subscripts.begin(), subscripts.end(), [&](const Polynomial &subscript) {
             return linearForm(subscript, iterators).has_value();
           });
  }

  /// When the statement runs, as far as its dependences through an array go: through unknown
  /// memory as if always, because no dependence there is more than a possible one.
  const SplitCondition &conditionOf(int statement, int array) const {
    static const SplitCondition always;
    return scop.arrays[array].isUnknown ? always : conditions[statement];
  }

  /// The statement's instances whatever the parameters, as a number of `elements`.
  int instancesOf(int statement, int array) {
    ScopStatement whole = scop.statements[statement];
    whole.condition = conditionOf(statement, array).rest;
    return elements.instancesOf(std::move(whole));
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
        .emplace(
            key,
            prefix(source, common).apply_range(order).apply_range(prefix(sink, common).reverse()))
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
    const ScopStatement &s = elements.instances(statement);
    std::vector<std::string> iterators = scop.iteratorsOf(s);
    std::vector<LinearForm> forms(common);
    for (unsigned k = 0; k < common; ++k)
      forms[k].coefficients[iterators[k]] = scop.loops[s.loops[k]].step > 0 ? 1 : -1;
    return makeMap(context.get(), s.id, iterators, "", forms);
  }

  /// The pairs may be ordered by this loop, or with level == common by none.
  static bool mayBeOrderedBy(const LoopDistances &apart, unsigned level) {
    for (unsigned k = 0; k < level; ++k)
      if (apart[k].value_or(0) != 0)
        return false;
    return level == apart.size() || apart[level].value_or(1) > 0;
  }

  /// Statements with the same loops and condition have the same instances, and accesses with the
  /// same subscripts come to the same elements whatever the array: each such question is asked
  /// once.
  void pairs(DependenceKind kind, int array, int source, int sink, const Places &first,
             const Places &second, Dependences &result) {
    const ScopStatement &a = scop.statements[source], &b = scop.statements[sink];
    unsigned common = commonLoops(a, b);
    ShapePairs ends;
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
    auto known = std::find_if(wheres.begin(), wheres.end(),
                              [&](const auto &where) { return where.first == condition; });
    if (known == wheres.end()) {
      isl::set where = valid;
      if (auto holds = conditionSet(context, "", {}, condition))
        where = where.intersect(parameterSetOf(*holds));
      known = wheres.insert(wheres.end(),
                            {condition, where.is_empty() ? std::nullopt : std::optional(where)});
    }
    return known->second ? static_cast<int>(known - wheres.begin()) : kNowhere;
  }

  /// The pairs that come to the same element by some of these subscripts, as far as that is known
  /// where the outer `level` common loops are in one iteration.
  isl::map samePairs(int source, int sink, unsigned level, const ShapePairs &ends) {
    auto within = [&](isl::map pairs, int from, int to) {
      auto equal = elements.equalWithin(source, sink, from, to, level);
      return equal ? pairs.intersect(*equal) : pairs;
    };
    const bool areMany = ends.size() >= kManyPieces;
    isl::map all;
    for (const auto &[from, to] : ends) {
      isl::map pairs = within(areMany ? elements.equalPairs(source, sink, from, to)
                                      : elements.samePairs(source, sink, from, to),
                              from, to);
      all = all.is_null() ? pairs : all.unite(pairs);
    }
    return areMany ? elements.whereBothRun(all.coalesce(), source, sink) : all;
  }

  KnownRelations::Question question(int source, int sink, unsigned level, const ShapePairs &ends,
                                    int where) const {
    auto instances = [&](int statement) {
      const ScopStatement &s = elements.instances(statement);
      return KnownRelations::Instances{s.loops, s.condition};
    };
    KnownRelations::Question asked{
        instances(source), instances(sink), level, {}, wheres[where].first};
    for (const auto &[from, to] : ends)
      asked.ends.emplace_back(elements.shape(from), elements.shape(to));
    return asked;
  }

  /// Those of the pairs that the loop of this level orders, at the parameters of `where`; none
  /// where there are none.
  std::optional<isl::map> relationAt(int source, int sink, unsigned level, const ShapePairs &ends,
                                     int where) {
    auto [found, isNew] = known.answers.try_emplace(question(source, sink, level, ends, where));
    if (!isNew)
      return found->second;
    const unsigned common = commonLoops(elements.instances(source), elements.instances(sink));
    isl::map relation = samePairs(source, sink, level, ends)
                            .intersect(ordered(source, sink, common, level))
                            .coalesce();
    if (!wheres[where].first.isTrue())
      relation = relation.intersect_params(*wheres[where].second);
    if (!relation.is_empty())
      found->second = relation;
    return found->second;
  }

  const Carried &carriedOver(int source, int sink, unsigned level, const ShapePairs &ends,
                             int where) {
    auto [found, isNew] = carriedBefore.try_emplace(std::tuple(source, sink, level, ends, where));
    Carried &result = found->second;
    if (!isNew)
      return result;
    const ScopStatement &a = elements.instances(source), &b = elements.instances(sink);
    unsigned common = commonLoops(a, b);
    ShapePairs met;                   // of ends that may touch the same element
    std::optional<LoopDistances> all; // of all ends alike, where they are
    bool areAlike = true;
    for (const auto &[from, to] : ends) {
      auto apart = elements.apart(source, sink, from, to);
      if (!apart || !mayBeOrderedBy(*apart, level))
        continue;
      areAlike = areAlike && (!all || *all == *apart);
      all = apart;
      met.emplace_back(from, to);
      if (detail != DependenceDetail::Existence)
        continue;
      result.exists = seen.isSeen(source, sink, level, from, to, where, *wheres[where].second) ||
                      !samePairs(source, sink, level, {{from, to}})
                           .is_disjoint(orderedWhere(source, sink, common, level, where));
      if (result.exists)
        return result;
    }
    if (met.empty() || detail == DependenceDetail::Existence)
      return result;
    result.relation = relationAt(source, sink, level, met, where);
    if (!result.relation)
      return result;
    result.exists = true;
    if (detail == DependenceDetail::Relations)
      return result;
    auto nearest =
        areAlike ? nearestPairs(scop, elements, source, sink, level, ends, *all) : std::nullopt;
    if (nearest) {
      for (unsigned k = 0; k < common; ++k)
        result.distance.push_back(
            (*nearest)[k] ? inSteps(*(*nearest)[k], scop.loops[a.loops[k]].step) : std::nullopt);
      return result;
    }
    isl::map fromPrefix = prefix(source, common);
    isl::map apart = result.relation->apply_range(prefix(sink, common));
    result.distance = distancesOf(scop, apart.apply_domain(fromPrefix), a, common);
    // One distance for all pairs is that of the nearest ones, too.
    if (!isUniform(result.distance) && level < common && pieceCount(apart) <= kMaxPieces)
      result.distance = nearestDistancesOf(scop, apart.lexmin().apply_domain(fromPrefix).deltas(),
                                           apart.apply_domain(fromPrefix).deltas(), a, level);
    return result;
  }

  const Scop &scop;
  const Delinearization &views;
  const IslContext &context;
  isl::set valid;
  DependenceDetail detail;
  std::vector<std::map<int, AccessedPlaces>> places; // per statement, by array
  std::vector<SplitCondition> conditions;            // per statement
  /// None where no parameters fulfil the condition.
  std::vector<std::pair<Condition, std::optional<isl::set>>> wheres;
  /// One statement for all that have the same loops and condition on what is not a parameter.
  AccessedElements elements;
  SeenDependences seen{scop, elements};
  KnownRelations known;
  std::map<std::tuple<int, int, unsigned, ShapePairs, int>, Carried> carriedBefore;
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
                                        const IslContext &context, DependenceDetail detail,
                                        std::shared_ptr<const KnownRelations> before) {
  return runIsl(context, scop.nest.root ? scop.nest.root->range : SourceRange{}, "dependences",
                [&]() -> Outcome<Dependences> {
                  return DependenceFinder(scop, views, context, detail, std::move(before)).find();
                });
}

} // namespace acc
