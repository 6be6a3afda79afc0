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
/// No distance: two accesses that never touch the same element.
constexpr int64_t kNever = INT64_MIN;

/// The subscripts of a statement's different accesses to one array.
struct Touch {
  std::vector<std::vector<Polynomial>> reads, writes;
};

/// Two accesses of two statements to the same element.
struct Meeting {
  /// Per common loop, how far the sink's iteration is behind the source's, where all pairs have
  /// the same distance; in execution order, in units of the loop's variable.
  std::vector<std::optional<int64_t>> apart;
  /// { source[i] -> sink[j] }, in either order of time; made when first needed.
  std::optional<isl::map> pairs;
};

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
      for (size_t a = 0; a < statement.accesses.size(); ++a) {
        const ScopAccess &access = statement.accesses[a];
        const std::vector<Polynomial> &subscripts = views.viewOf(s, a).subscripts;
        Touch &touch = touches[s][access.array];
        auto &known = access.isWrite ? touch.writes : touch.reads;
        if (std::find(known.begin(), known.end(), subscripts) == known.end())
          known.push_back(subscripts);
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
      auto second = touches[sink].find(array);
      if (second == touches[sink].end())
        continue;
      const Touch &other = second->second;
      pairs(DependenceKind::RAW, array, source, sink, first.writes, other.reads, result);
      pairs(DependenceKind::WAR, array, source, sink, first.reads, other.writes, result);
      pairs(DependenceKind::WAW, array, source, sink, first.writes, other.writes, result);
    }
  }

  const isl::map &touchedBy(int statement, int array, const std::vector<Polynomial> &subscripts) {
    auto key = std::tuple(statement, array, subscripts);
    auto found = maps.find(key);
    if (found == maps.end())
      found = maps.emplace(key, touched(scop.statements[statement], "A" + std::to_string(array),
                                        subscripts))
                  .first;
    return found->second;
  }

  /// Of two accesses with such subscripts; none where they never touch the same element.
  ///   source A[i - 1][j], sink A[i][k], loops i and j in common:   i is 1 behind, j any
  std::optional<Meeting> meeting(int source, int sink, const std::vector<Polynomial> &first,
                                 const std::vector<Polynomial> &second) const {
    const ScopStatement &a = scop.statements[source], &b = scop.statements[sink];
    Meeting result;
    result.apart.resize(commonLoops(a, b));
    std::vector<std::string> iterators = scop.iteratorsOf(a), others = scop.iteratorsOf(b);
    for (size_t k = 0; k < std::min(first.size(), second.size()); ++k) {
      auto from = linearForm(first[k], iterators), to = linearForm(second[k], others);
      if (!from || !to)
        continue;
      for (size_t loop = 0; loop < result.apart.size(); ++loop) {
        auto distance = distanceAlong(*from, *to, iterators, others, loop);
        if (!distance)
          continue;
        if (*distance == kNever)
          return std::nullopt;
        if (scop.loops[a.loops[loop]].step < 0)
          distance = -*distance;
        std::optional<int64_t> &known = result.apart[loop];
        if (known && *known != *distance)
          return std::nullopt;
        known = distance;
      }
    }
    return result;
  }

  /// Subscripts c*i + p and c*i + q with the same parameters and no other iterator meet where the
  /// second i is (p - q) / c behind the first; kNever where that is no integer. None for others.
  static std::optional<int64_t> distanceAlong(const LinearForm &from, const LinearForm &to,
                                              const std::vector<std::string> &iterators,
                                              const std::vector<std::string> &others,
                                              size_t loop) {
    auto factor = from.coefficients.find(iterators[loop]);
    if (factor == from.coefficients.end() || factor->second == 0)
      return std::nullopt;
    int64_t difference = 0;
    if (__builtin_sub_overflow(from.constant, to.constant, &difference) || difference == kNever ||
        factor->second == kNever || nonZero(from) != nonZero(to))
      return std::nullopt;
    for (const std::vector<std::string> *names : {&iterators, &others})
      for (size_t k = 0; k < names->size(); ++k)
        if (k != loop && nonZero(from).contains((*names)[k]))
          return std::nullopt;
    return difference % factor->second == 0 ? difference / factor->second : kNever;
  }

  static std::map<std::string, int64_t> nonZero(const LinearForm &form) {
    std::map<std::string, int64_t> result = form.coefficients;
    std::erase_if(result, [](const auto &entry) { return entry.second == 0; });
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

  /// { statement[i] -> [n] }: the common loops' iterations in execution order.
  isl::map prefix(int statement, unsigned common) const {
    const ScopStatement &s = scop.statements[statement];
    std::vector<std::string> iterators = scop.iteratorsOf(s);
    std::vector<LinearForm> forms(common);
    for (unsigned k = 0; k < common; ++k)
      forms[k].coefficients[iterators[k]] = scop.loops[s.loops[k]].step > 0 ? 1 : -1;
    return makeMap(context.get(), s.id, iterators, "", forms);
  }

  /// The pairs may be ordered by this loop, or with level == common by none.
  static bool mayBeOrderedBy(const Meeting &meeting, unsigned level) {
    for (unsigned k = 0; k < level; ++k)
      if (meeting.apart[k].value_or(0) != 0)
        return false;
    return level == meeting.apart.size() || meeting.apart[level].value_or(1) > 0;
  }

  void pairs(DependenceKind kind, int array, int source, int sink,
             const std::vector<std::vector<Polynomial>> &first,
             const std::vector<std::vector<Polynomial>> &second, Dependences &result) {
    std::vector<Meeting> meetings;
    std::vector<std::pair<const std::vector<Polynomial> *, const std::vector<Polynomial> *>> ends;
    for (const std::vector<Polynomial> &from : first)
      for (const std::vector<Polynomial> &to : second)
        if (auto met = meeting(source, sink, from, to)) {
          meetings.push_back(std::move(*met));
          ends.emplace_back(&from, &to);
        }
    const ScopStatement &a = scop.statements[source], &b = scop.statements[sink];
    unsigned common = commonLoops(a, b);
    auto keep = [&](unsigned level, int carriedBy) {
      isl::map relation;
      for (size_t m = 0; m < meetings.size(); ++m) {
        if (!mayBeOrderedBy(meetings[m], level))
          continue;
        std::optional<isl::map> &met = meetings[m].pairs;
        if (!met)
          met = touchedBy(source, array, *ends[m].first)
                    .apply_range(touchedBy(sink, array, *ends[m].second).reverse())
                    .intersect_params(valid);
        relation = relation.is_null() ? *met : relation.unite(*met);
      }
      if (relation.is_null())
        return;
      relation = relation.intersect(ordered(source, sink, common, level)).coalesce();
      if (relation.is_empty())
        return;
      Dependence dependence{kind, array, source, sink, relation, carriedBy, {}};
      isl::map fromPrefix = prefix(source, common);
      isl::map apart = relation.apply_range(prefix(sink, common));
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
  /// { statement[i] -> array[subscripts] }
  std::map<std::tuple<int, int, std::vector<Polynomial>>, isl::map> maps;
  std::map<std::tuple<int, int, unsigned>, isl::map> orders;
};

} // namespace

isl::set validParameters(const Scop &scop, const Delinearization &views,
                         const IslContext &context) {
  isl::set valid = contextOfSizes(context, scop);
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
