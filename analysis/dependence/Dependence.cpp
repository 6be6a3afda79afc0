#include "analysis/dependence/Dependence.h"

#include "analysis/dependence/Order.h"
#include "analysis/model/ScopIsl.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace acc {
namespace {

/// A relation in more pieces than this is not searched for its nearest pairs.
constexpr unsigned kMaxPieces = 8;

/// What one statement does to one array: the union over its accesses of a kind.
struct Touch {
  isl::map reads, writes; // null when there is none
};

void add(isl::map &all, const isl::map &one) { all = all.is_null() ? one : all.unite(one); }

/// Outer loops that two statements have in common.
unsigned commonLoops(const ScopStatement &a, const ScopStatement &b) {
  unsigned common = 0;
  while (common < a.loops.size() && common < b.loops.size() && a.loops[common] == b.loops[common])
    ++common;
  return common;
}

class Finder {
public:
  Finder(const Scop &scop, const Delinearization &views, const IslContext &context)
      : scop(scop), views(views), context(context), valid(validParameters(scop, views, context)) {}

  Outcome<Dependences> run() {
    collect();
    Dependences result;
    result.parallel.assign(scop.loops.size(), true);
    for (size_t source = 0; source < scop.statements.size(); ++source)
      for (size_t sink = 0; sink < scop.statements.size(); ++sink)
        between(source, sink, result);
    result.orderInvariant = std::all_of(result.all.begin(), result.all.end(),
                                        [](const Dependence &d) { return d.carriedBy < 0; });
    return result;
  }

private:
  void collect() {
    touches.resize(scop.statements.size());
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      const ScopStatement &statement = scop.statements[s];
      std::map<std::pair<int, bool>, std::vector<std::vector<Polynomial>>> seen;
      for (size_t a = 0; a < statement.accesses.size(); ++a) {
        const ScopAccess &access = statement.accesses[a];
        const std::vector<Polynomial> &subscripts = views.viewOf(s, a).subscripts;
        auto &known = seen[{access.array, access.isWrite}];
        if (std::find(known.begin(), known.end(), subscripts) != known.end())
          continue;
        known.push_back(subscripts);
        Touch &touch = touches[s][access.array];
        add(access.isWrite ? touch.writes : touch.reads,
            touched(statement, "A" + std::to_string(access.array), subscripts));
      }
    }
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
    for (const auto &[array, first] : touches[source]) {
      if (!touches[sink].count(array))
        continue;
      auto reversed = [](const std::optional<isl::map> &map) {
        return map ? std::optional(map->reverse()) : std::nullopt;
      };
      pairs(DependenceKind::RAW, array, source, sink, met(array, source, sink, false), result);
      pairs(DependenceKind::WAR, array, source, sink, reversed(met(array, sink, source, false)),
            result);
      pairs(DependenceKind::WAW, array, source, sink,
            source <= sink ? met(array, source, sink, true)
                           : reversed(met(array, sink, source, true)),
            result);
    }
  }

  /// { writer[i] -> other[j] } with the same element, in either order of time; none where there
  /// are no such pairs. Looked at from both ends, hence kept.
  const std::optional<isl::map> &met(int array, int writer, int other, bool otherWrites) {
    auto key = std::tuple(array, writer, other, otherWrites);
    auto known = meetings.find(key);
    if (known != meetings.end())
      return known->second;
    const Touch &a = touches[writer].at(array), &b = touches[other].at(array);
    const isl::map &to = otherWrites ? b.writes : b.reads;
    std::optional<isl::map> same;
    if (!a.writes.is_null() && !to.is_null()) {
      same = a.writes.apply_range(to.reverse()).intersect_params(valid);
      if (same->is_empty())
        same.reset();
    }
    return meetings.emplace(key, same).first->second;
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

  /// { statement[i] -> [n] }: the common loops' iterations in execution order.
  isl::map prefix(int statement, unsigned common) const {
    const ScopStatement &s = scop.statements[statement];
    std::vector<std::string> iterators = scop.iteratorsOf(s);
    std::vector<LinearForm> forms(common);
    for (unsigned k = 0; k < common; ++k)
      forms[k].coefficients[iterators[k]] = scop.loops[s.loops[k]].step > 0 ? 1 : -1;
    return makeMap(context.get(), s.id, iterators, "", forms);
  }

  void pairs(DependenceKind kind, int array, int source, int sink,
             const std::optional<isl::map> &same, Dependences &result) {
    if (!same)
      return;
    const ScopStatement &a = scop.statements[source], &b = scop.statements[sink];
    unsigned common = commonLoops(a, b);
    isl::map fromPrefix = prefix(source, common), toPrefix = prefix(sink, common);
    auto keep = [&](unsigned level, int carriedBy) {
      isl::map relation = same->intersect(ordered(source, sink, common, level)).coalesce();
      if (relation.is_empty())
        return;
      Dependence dependence{kind, array, source, sink, relation, carriedBy, {}};
      isl::map apart = relation.apply_range(toPrefix);
      dependence.distance = distances(apart.apply_domain(fromPrefix), a, common);
      // One distance for all pairs is that of the nearest ones, too.
      bool isUniform = std::all_of(dependence.distance.begin(), dependence.distance.end(),
                                   [](const auto &distance) { return distance.has_value(); });
      if (!isUniform && pieceCount(apart) <= kMaxPieces)
        dependence.distance = distances(apart.lexmin().apply_domain(fromPrefix), a, common);
      if (carriedBy >= 0)
        result.parallel[carriedBy] = false;
      result.all.push_back(std::move(dependence));
    };
    for (unsigned level = 0; level < common; ++level)
      keep(level, a.loops[level]);
    if (source != sink && a.positions[common] < b.positions[common])
      keep(common, -1);
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
    int64_t distance = *fixed;
    int64_t stride = std::abs(step);
    return distance % stride == 0 ? std::optional(distance / stride) : std::nullopt;
  }

  const Scop &scop;
  const Delinearization &views;
  const IslContext &context;
  isl::set valid;
  std::vector<std::map<int, Touch>> touches; // per statement, by array
  std::map<std::tuple<int, int, int, bool>, std::optional<isl::map>> meetings;
  std::map<std::tuple<int, int, unsigned>, isl::map> orders;
};

} // namespace

isl::set validParameters(const Scop &scop, const Delinearization &views,
                         const IslContext &context) {
  isl::set valid = contextSet(context, scop);
  std::vector<Condition> all = views.guard;
  all.push_back(views.validity);
  for (const Condition &condition : all)
    for (const Condition &part : condition.conjuncts())
      if (auto set = part.kind() == Condition::Kind::Or ? std::nullopt
                                                        : conditionSet(context, "", {}, part))
        valid = valid.intersect(parameterSetOf(*set));
  return valid;
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

Outcome<Dependences> computeDependences(const Scop &scop, const Delinearization &views,
                                        const IslContext &context) {
  return runIsl(context, scop.nest.root ? scop.nest.root->range : SourceRange{}, "dependences",
                [&]() -> Outcome<Dependences> { return Finder(scop, views, context).run(); });
}

} // namespace acc
