#include "analysis/dependence/AccessedElements.h"

#include "analysis/dependence/SubscriptTests.h"

#include <algorithm>

namespace acc {

unsigned commonLoops(const ScopStatement &a, const ScopStatement &b) {
  unsigned common = 0;
  while (common < a.loops.size() && common < b.loops.size() && a.loops[common] == b.loops[common])
    ++common;
  return common;
}

int AccessedElements::instancesOf(ScopStatement statement) {
  auto found = std::find_if(statements.begin(), statements.end(), [&](const ScopStatement &other) {
    return other.loops == statement.loops && other.condition == statement.condition;
  });
  if (found == statements.end())
    found = statements.insert(statements.end(), std::move(statement));
  return found - statements.begin();
}

int AccessedElements::shapeOf(const std::vector<Polynomial> &subscripts) {
  auto found = std::find(shapes.begin(), shapes.end(), subscripts);
  if (found == shapes.end())
    found = shapes.insert(shapes.end(), subscripts);
  return found - shapes.begin();
}

/// { statement[i] -> name[subscripts] }, a superset: where a subscript is not affine
/// (S*ow + kw) any value of it.
isl::map AccessedElements::touched(const ScopStatement &statement, const std::string &name,
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

const isl::map &AccessedElements::touchedBy(int statement, int shape) {
  auto key = std::pair(statement, shape);
  auto found = maps.find(key);
  if (found == maps.end())
    found = maps.emplace(key, touched(statements[statement],
                                      "A" + std::to_string(shapes[shape].size()), shapes[shape]))
                .first;
  return found->second;
}

const std::vector<std::optional<LinearForm>> &AccessedElements::linearForms(int statement,
                                                                            int shape) {
  auto [found, isNew] = forms.try_emplace(std::pair(statement, shape));
  if (isNew)
    for (const Polynomial &subscript : shapes[shape])
      found->second.push_back(linearForm(subscript, scop.iteratorsOf(statements[statement])));
  return found->second;
}

std::optional<LoopDistances> AccessedElements::apart(int source, int sink, int first, int second) {
  const ScopStatement &a = statements[source], &b = statements[sink];
  LoopDistances result(commonLoops(a, b));
  std::vector<std::string> iterators = scop.iteratorsOf(a), others = scop.iteratorsOf(b);
  const auto &from = linearForms(source, first), &to = linearForms(sink, second);
  for (size_t k = 0; k < std::min(from.size(), to.size()); ++k) {
    if (!from[k] || !to[k])
      continue;
    const SubscriptPair pair{*from[k], *to[k], iterators, others};
    if (gcdTestRefutes(pair))
      return std::nullopt;
    for (size_t loop = 0; loop < result.size(); ++loop) {
      StrongSiv test = strongSivTest(pair, loop);
      if (test.isRefuted)
        return std::nullopt;
      if (!test.distance)
        continue;
      int64_t distance = scop.loops[a.loops[loop]].step < 0 ? -*test.distance : *test.distance;
      std::optional<int64_t> &known = result[loop];
      if (known && *known != distance)
        return std::nullopt;
      known = distance;
    }
  }
  return result;
}

const isl::map &AccessedElements::samePairs(int source, int sink, int from, int to) {
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

isl::map AccessedElements::equalPairs(int source, int sink, int from, int to) {
  const auto &first = linearForms(source, from), &second = linearForms(sink, to);
  std::vector<LinearForm> sides[2];
  for (size_t k = 0; k < std::min(first.size(), second.size()); ++k)
    if (first[k] && second[k]) {
      sides[0].push_back(*first[k]);
      sides[1].push_back(*second[k]);
    }
  auto values = [&](int statement, const std::vector<LinearForm> &forms) {
    const ScopStatement &s = statements[statement];
    return makeMap(context.get(), s.id, scop.iteratorsOf(s), "", forms);
  };
  return values(source, sides[0]).apply_range(values(sink, sides[1]).reverse());
}

const isl::set &AccessedElements::domainOf(int statement) {
  auto [found, isNew] = domains.try_emplace(statement);
  if (isNew)
    found->second = iterationDomain(context, scop, statements[statement]);
  return found->second;
}

isl::map AccessedElements::whereBothRun(const isl::map &pairs, int source, int sink) {
  return pairs.intersect_domain(domainOf(source))
      .intersect_range(domainOf(sink))
      .intersect_params(valid);
}

std::optional<isl::map> AccessedElements::equalWithin(int source, int sink, int from, int to,
                                                      unsigned level) {
  const std::vector<Polynomial> &first = shapes[from], &second = shapes[to];
  if (first.size() != second.size())
    return std::nullopt;
  const auto &firstForms = linearForms(source, from), &secondForms = linearForms(sink, to);
  std::vector<std::string> iterators = scop.iteratorsOf(statements[source]);
  std::vector<std::string> others = scop.iteratorsOf(statements[sink]), both = iterators;
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
    return makeMap(context.get(), "pair", both, statements[statement].id, forms);
  };
  return part(source, iterators, 0)
      .intersect_domain(*pairs)
      .reverse()
      .apply_range(part(sink, others, iterators.size()));
}

} // namespace acc
