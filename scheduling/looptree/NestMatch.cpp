#include "scheduling/looptree/NestMatch.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace acc::looptree {
namespace {

/// Readings that are looked at before the best are taken.
constexpr size_t kMaxTried = 5000;

/// The dimensions that each subscript of an access depends on.
using Subscripts = std::vector<std::set<int>>;

struct AccessShape {
  int array = -1;
  bool isWrite = false;
  Subscripts subscripts;
};

/// What a mapping says of one Einsum.
struct EinsumShape {
  std::string name;
  std::vector<std::string> ranks; // outer to inner
  const Einsum *einsum = nullptr; // of the workload, if there is one
};

class Matcher {
public:
  Matcher(const Mapping &mapping, const EinsumNames &given, const Schedule &schedule)
      : given(given), nest(schedule.nest()), scop(nest.source->scop), names(namesOf(schedule)) {
    for (const MappingPath &path : pathsOf(mapping.root)) {
      EinsumShape shape;
      for (const MappingNode *node : path.nodes) {
        if (node->kind == MappingNode::Kind::Compute)
          shape.name = node->einsum;
        if (node->isLoop() && !contains(shape.ranks, node->rankVariable))
          shape.ranks.push_back(node->rankVariable);
      }
      shape.einsum = mapping.workload ? mapping.workload->find(shape.name) : nullptr;
      einsums.push_back(std::move(shape));
    }
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      dimensions.push_back(dimensionsOf(s));
      accesses.push_back(accessesOf(s));
    }
  }

  Outcome<std::vector<NestMatch>> match() {
    auto refuse = [&](const std::string &why) {
      return Rejection{RejectionKind::InvalidSchedule, placeOf(nest), "the mapping: " + why};
    };
    std::set<std::string> once;
    for (const EinsumShape &shape : einsums)
      once.insert(shape.name);
    if (einsums.size() != scop.statements.size() || once.size() != einsums.size())
      return refuse("it computes " + std::to_string(once.size()) + " Einsums, and the nest has " +
                    std::to_string(scop.statements.size()) +
                    (scop.statements.size() == 1 ? " statement" : " statements"));
    for (const auto &[einsum, statement] : given)
      if (once.count(einsum) && statementOf(statement) < 0)
        return refuse("--einsum: the nest has no statement '" + statement + "'");
    std::vector<int> taken(scop.statements.size(), -1);
    NestMatch match;
    match.dimensions.resize(scop.statements.size());
    assign(0, taken, match);
    if (found.empty())
      return refuse(whyNone());
    std::stable_sort(found.begin(), found.end(),
                     [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<NestMatch> best;
    for (size_t k = 0; k < found.size() && k < kMaxReadings; ++k)
      best.push_back(std::move(found[k].second));
    return best;
  }

private:
  static bool contains(const std::vector<std::string> &list, const std::string &name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  }

  static int indexIn(const std::vector<std::string> &list, const std::string &name) {
    auto found = std::find(list.begin(), list.end(), name);
    return found == list.end() || name.empty() ? -1 : static_cast<int>(found - list.begin());
  }

  std::vector<int> dimensionsOf(size_t s) const {
    std::vector<int> own;
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      if (nest.dimensions[d].kind == NestDimension::Kind::Loop && nest.dimensions[d].has[s])
        own.push_back(d);
    return own;
  }

  std::vector<AccessShape> accessesOf(size_t s) const {
    const ScopStatement &statement = scop.statements[s];
    std::map<std::string, Polynomial> inverse;
    for (size_t k = 0; k < statement.loops.size(); ++k)
      inverse[scop.loops[statement.loops[k]].name] = nest.iterators[s][k];
    std::vector<AccessShape> shapes;
    for (size_t a = 0; a < statement.accesses.size(); ++a) {
      AccessShape shape{statement.accesses[a].array, statement.accesses[a].isWrite, {}};
      for (const Polynomial &subscript : nest.source->views.viewOf(s, a).subscripts) {
        Polynomial value = subscript.substitute(inverse);
        std::set<int> used;
        for (int d : dimensions[s])
          if (value.contains(nest.dimensions[d].name))
            used.insert(d);
        shape.subscripts.push_back(std::move(used));
      }
      shapes.push_back(std::move(shape));
    }
    return shapes;
  }

  int statementOf(const std::string &id) const {
    for (size_t s = 0; s < scop.statements.size(); ++s)
      if (scop.statements[s].id == id || names.einsums[s] == id)
        return s;
    return -1;
  }

  /// The statements that an Einsum may be: the one that was given or that has its name, else any.
  std::vector<int> candidatesFor(const EinsumShape &shape) const {
    if (auto known = given.find(shape.name); known != given.end())
      return {statementOf(known->second)};
    if (int own = indexIn(names.einsums, shape.name); own >= 0)
      return {own};
    std::vector<int> all(scop.statements.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  void assign(size_t k, std::vector<int> &taken, NestMatch &match) {
    if (++tried > kMaxTried)
      return;
    if (k == einsums.size()) {
      if (auto arrays = arraysOf(match)) {
        match.arrays = *arrays;
        found.emplace_back(naturalness(match), match);
      }
      return;
    }
    for (int s : candidatesFor(einsums[k])) {
      if (taken[s] >= 0)
        continue;
      taken[s] = k;
      match.statements[einsums[k].name] = s;
      assignRank(k, 0, taken, match);
      match.dimensions[s].clear();
      match.statements.erase(einsums[k].name);
      taken[s] = -1;
    }
  }

  void assignRank(size_t k, size_t r, std::vector<int> &taken, NestMatch &match) {
    int s = match.statements.at(einsums[k].name);
    std::map<std::string, int> &own = match.dimensions[s];
    if (r == einsums[k].ranks.size())
      return assign(k + 1, taken, match);
    const std::string &rank = einsums[k].ranks[r];
    auto isNamed = [&](int d) { return names.rankVariables[d] == rank; };
    bool named = std::any_of(dimensions[s].begin(), dimensions[s].end(), isNamed);
    for (int d : dimensions[s]) {
      bool isTaken =
          std::any_of(own.begin(), own.end(), [&](const auto &entry) { return entry.second == d; });
      if (isTaken || (named && !isNamed(d)))
        continue;
      own[rank] = d;
      assignRank(k, r + 1, taken, match);
      own.erase(rank);
    }
  }

  /// The arrays that the tensors are; none when some Einsum does not index its tensors as its
  /// statement indexes arrays.
  std::optional<std::map<std::string, int>> arraysOf(const NestMatch &match) const {
    std::map<std::string, std::set<int>> candidates;
    for (const EinsumShape &shape : einsums) {
      if (!shape.einsum)
        continue;
      int s = match.statements.at(shape.name);
      for (const TensorAccess &access : shape.einsum->accesses) {
        std::set<int> fitting;
        for (const AccessShape &own : accesses[s])
          if (own.isWrite == access.output && fits(access, own, match.dimensions[s]))
            fitting.insert(own.array);
        auto [known, isNew] = candidates.emplace(access.tensor, fitting);
        if (!isNew)
          std::erase_if(known->second, [&](int array) { return !fitting.count(array); });
        if (known->second.empty())
          return std::nullopt;
      }
    }
    std::map<std::string, int> arrays;
    for (size_t a = 0; a < names.tensors.size(); ++a)
      if (auto known = candidates.find(names.tensors[a]);
          known == candidates.end() || known->second.count(a))
        arrays[names.tensors[a]] = a;
    for (const auto &[tensor, own] : candidates)
      if (!arrays.count(tensor) && own.size() == 1)
        arrays[tensor] = *own.begin();
    return arrays;
  }

  /// Subscripts that no loop moves say nothing, and how the elements lie in memory neither.
  bool fits(const TensorAccess &access, const AccessShape &own,
            const std::map<std::string, int> &ranks) const {
    std::multiset<std::set<int>> wanted, has;
    for (const RankProjection &projection : access.projection) {
      std::set<int> used;
      for (const std::string &rank : projection.index.symbols())
        if (auto known = ranks.find(rank); known != ranks.end())
          used.insert(known->second);
      if (!used.empty())
        wanted.insert(used);
    }
    std::set<int> matched;
    for (const auto &[rank, dimension] : ranks)
      matched.insert(dimension);
    for (const std::set<int> &subscript : own.subscripts) {
      std::set<int> used;
      std::set_intersection(subscript.begin(), subscript.end(), matched.begin(), matched.end(),
                            std::inserter(used, used.end()));
      if (!used.empty())
        has.insert(used);
    }
    return wanted == has;
  }

  /// How often a loop runs, as far as one difference says so.
  std::optional<Polynomial> lengthOf(int dimension) const {
    int loop = nest.dimensions[dimension].loop;
    if (loop < 0 || scop.loops[loop].first.size() != 1 || scop.loops[loop].end.size() != 1)
      return std::nullopt;
    return scop.loops[loop].end[0] - scop.loops[loop].first[0];
  }

  /// More is better: loops of one rank variable that index the same subscript of an array that both
  /// statements access, and that run as often; loops in the order that they have in the source.
  int64_t naturalness(const NestMatch &match) const {
    int64_t sum = 0;
    for (size_t s = 0; s < match.dimensions.size(); ++s)
      for (size_t t = 0; t < s; ++t)
        for (const auto &[rank, d] : match.dimensions[s]) {
          auto other = match.dimensions[t].find(rank);
          if (other == match.dimensions[t].end())
            continue;
          auto mine = lengthOf(d), theirs = lengthOf(other->second);
          sum += mine && theirs && *mine == *theirs ? 10 : 0;
          sum += 100 * commonSubscripts(s, d, t, other->second);
        }
    for (const EinsumShape &shape : einsums) {
      const std::map<std::string, int> &own = match.dimensions[match.statements.at(shape.name)];
      bool isOrdered = true;
      for (size_t r = 1; r < shape.ranks.size(); ++r)
        isOrdered = isOrdered && own.at(shape.ranks[r - 1]) < own.at(shape.ranks[r]);
      sum += isOrdered ? 1 : 0;
    }
    return sum;
  }

  int64_t commonSubscripts(size_t s, int d, size_t t, int e) const {
    int64_t count = 0;
    for (const AccessShape &a : accesses[s])
      for (const AccessShape &b : accesses[t])
        for (size_t k = 0;
             a.array == b.array && k < std::min(a.subscripts.size(), b.subscripts.size()); ++k)
          count += a.subscripts[k].count(d) && b.subscripts[k].count(e);
    return count;
  }

  std::string whyNone() const {
    for (const EinsumShape &shape : einsums)
      for (int s : candidatesFor(shape))
        if (candidatesFor(shape).size() == 1 && dimensions[s].size() < shape.ranks.size())
          return "the statement '" + scop.statements[s].id + "' has no loop '" +
                 missingIn(s, shape) + "'";
    return "no statements have the loops and subscripts of its Einsums";
  }

  /// A rank variable without a loop of its name.
  std::string missingIn(int s, const EinsumShape &shape) const {
    for (const std::string &rank : shape.ranks)
      if (std::none_of(dimensions[s].begin(), dimensions[s].end(),
                       [&](int d) { return names.rankVariables[d] == rank; }))
        return rank;
    return shape.ranks.back();
  }

  const EinsumNames &given;
  const Nest &nest;
  const Scop &scop;
  NestNames names;
  std::vector<EinsumShape> einsums;
  std::vector<std::vector<int>> dimensions; // per statement
  std::vector<std::vector<AccessShape>> accesses;
  std::vector<std::pair<int64_t, NestMatch>> found;
  size_t tried = 0;
};

} // namespace

Outcome<std::vector<NestMatch>> readingsOf(const Mapping &mapping, const EinsumNames &given,
                                           const Schedule &schedule) {
  return Matcher(mapping, given, schedule).match();
}

} // namespace acc::looptree
