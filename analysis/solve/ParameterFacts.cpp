#include "analysis/solve/ParameterFacts.h"

#include "analysis/solve/StatementDomains.h"

#include <algorithm>

namespace acc {
namespace {

// Knowledge in more pieces than this costs more than it simplifies.
constexpr unsigned kMaxDomainPieces = 3;
// Answered one by one before what they have in common is worked out.
constexpr int kFewQuestions = 2;
// Failed proofs of which a counterexample is looked for.
constexpr int kMaxCounterexamples = 64;

isl::set neverSet(const IslContext &context) {
  LinearConstraint never;
  never.form.constant = -1;
  return makeParameterSet(context.get(), {never});
}

LinearConstraint atLeast(const LinearForm &form, int64_t low) {
  LinearConstraint constraint{form, false};
  constraint.form.constant -= low;
  return constraint;
}

bool provesAtLeast(const IslContext &context, const isl::set &known, const std::string &name,
                   int64_t low) {
  return known.is_subset(makeParameterSet(context.get(), {atLeast({{{name, 1}}, 0}, low)}));
}

bool isFalseAt(const Condition &where, const Condition &condition,
               const std::vector<Point> &points) {
  return std::any_of(points.begin(), points.end(), [&](const Point &point) {
    return condition.evaluate(point) == std::optional(false) &&
           where.evaluate(point) == std::optional(true);
  });
}

/// Conditions of which all hold where the whole does: its comparisons in one, then the rest.
std::vector<Condition> withDisjunctionsLast(const Condition &condition) {
  std::vector<Condition> parts{withoutDisjunctions(condition)};
  for (const Condition &part : condition.conjuncts())
    if (part.kind() == Condition::Kind::Or)
      parts.push_back(part);
  return parts;
}

/// The parameters that are products.
std::set<std::string> productsOf(const isl::set &set) {
  std::set<std::string> products;
  for (std::string &name : parametersOf(set))
    if (factorsOfName(name).size() > 1)
      products.insert(std::move(name));
  return products;
}

bool divides(std::vector<std::string> part, std::vector<std::string> whole) {
  std::sort(part.begin(), part.end());
  std::sort(whole.begin(), whole.end());
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

} // namespace

ParameterFacts::ParameterFacts(const Scop &scop, const IslContext &context,
                               std::vector<isl::set> ofStatements)
    : theScop(scop), islContext(context), running(std::move(ofStatements)) {
  for (const isl::set &runs : running)
    any = any.is_null() ? runs : any.unite(runs);
  if (any.is_null())
    any = neverSet(context);
  any = any.coalesce();
  if (pieceCount(any) > kMaxDomainPieces)
    any = isl::set(any.unshifted_simple_hull());
  base = any.intersect(contextOfSizes(context, scop)).coalesce();
  typedBase = base.intersect(rangesOfTypes(context, scop));
}

isl::set ParameterFacts::emptyParameterSet() const { return neverSet(islContext); }

int ParameterFacts::leastOf(const std::string &parameter) const {
  return leastValues(parameter, [&] {
    int64_t limit = 1; // by the samples
    for (const Point &point : samples())
      if (auto value = point.find(parameter); value != point.end())
        limit = std::min(limit, value->second);
    auto isAtLeast = [&](int low) {
      return low <= limit && provesAtLeast(islContext, base, parameter, low);
    };
    return isAtLeast(1) ? 1 : isAtLeast(0) ? 0 : -1;
  });
}

const std::vector<Point> &ParameterFacts::samples() const {
  if (!examples)
    examples = examplesIn(theScop, base);
  return *examples;
}

isl::set ParameterFacts::knownFor(const isl::set &about) const { return knownOf(topicOf({about})); }

ParameterFacts::Topic ParameterFacts::topicOf(const std::vector<isl::set> &about) {
  Topic topic;
  for (const isl::set &set : about) {
    topic.isLarge = topic.isLarge || hasNumberBeyond(set, kLargeNumber);
    topic.products.merge(productsOf(set));
  }
  return topic;
}

std::vector<LinearConstraint>
ParameterFacts::factsOfProducts(const std::set<std::string> &products) const {
  std::vector<LinearConstraint> facts;
  for (const std::string &product : products) {
    std::vector<std::string> factors = factorsOfName(product);
    int least = 1;
    for (const std::string &factor : factors)
      least = std::min(least, leastOf(factor));
    LinearForm whole{{{product, 1}}, 0};
    if (least >= 0)
      facts.push_back(atLeast(whole, least));
    if (factors.size() == 2 && factors[0] == factors[1]) {
      // x*x >= |x| over the integers.
      facts.push_back({{{{product, 1}, {factors[0], -1}}, 0}, false});
      facts.push_back({{{{product, 1}, {factors[0], 1}}, 0}, false});
    }
    if (least < 1)
      continue;
    for (const std::string &factor : factors)
      facts.push_back({{{{product, 1}, {factor, -1}}, 0}, false});
    for (const std::string &part : products)
      if (part != product && divides(factorsOfName(part), factors))
        facts.push_back({{{{product, 1}, {part, -1}}, 0}, false});
    if (factors.size() == 2) {
      // (x - 1)*(y - 1) >= 0
      LinearForm corner{{{product, 1}}, 1};
      corner.coefficients[factors[0]] -= 1;
      corner.coefficients[factors[1]] -= 1;
      facts.push_back({corner, false});
    }
  }
  return facts;
}

const isl::set &ParameterFacts::knownOf(Topic topic) const {
  const isl::set &ground = topic.isLarge ? typedBase : base;
  topic.products.merge(productsOf(ground));
  return knownByTopic(topic, [&] {
    std::vector<LinearConstraint> facts = factsOfProducts(topic.products);
    return facts.empty() ? ground : ground.intersect(makeParameterSet(islContext.get(), facts));
  });
}

bool ParameterFacts::excludesLess(const isl::set &a, const isl::set &b) const {
  if (isWorseSomewhere(a, b))
    return false;
  auto hasExample = [&](const isl::set &inside, const isl::set &outside) {
    std::vector<Point> points = examplesWhere(inside, true), others = examplesWhere(outside, false);
    return std::any_of(points.begin(), points.end(), [&](const Point &point) {
      return std::find(others.begin(), others.end(), point) != others.end();
    });
  };
  // The differences have few pieces, what is known may have many: it comes last.
  isl::set both = a.unite(b), known = knownFor(both), onlyA = a.subtract(b);
  bool less = !hasExample(a, b) && onlyA.is_disjoint(known);
  bool isMoreSomewhere = hasExample(b, a);
  if (less && isMoreSomewhere)
    return true;
  isl::set onlyB = b.subtract(a);
  bool more = !isMoreSomewhere && onlyB.is_disjoint(known);
  if (less || more)
    return less && !more;
  std::vector<LinearConstraint> usual;
  for (const std::string &name : parametersOf(both))
    usual.push_back(atLeast({{{name, 1}}, 0}, 0));
  isl::set usually = known.intersect(makeParameterSet(islContext.get(), usual));
  // A condition that holds for negative parameters alone is another case, and no worse.
  if (usually.is_subset(a) || usually.is_subset(b))
    return false;
  return onlyA.is_disjoint(usually) && !onlyB.is_disjoint(usually);
}

bool ParameterFacts::isWorseSomewhere(const isl::set &a, const isl::set &b) const {
  std::vector<Point> bad = examplesWhere(a, true);
  std::erase_if(bad, [](const Point &point) {
    return std::any_of(point.begin(), point.end(), [](const auto &one) { return one.second < 0; });
  });
  if (bad.empty())
    return false;
  std::vector<Point> others = examplesWhere(b, false);
  return std::any_of(bad.begin(), bad.end(), [&](const Point &point) {
    return std::find(others.begin(), others.end(), point) != others.end();
  });
}

bool ParameterFacts::leavesMore(const isl::set &a, const isl::set &b) const {
  return isThin(b, a) && !isThin(a, b);
}

bool ParameterFacts::hasRoom(const isl::set &known, const isl::set &bad) const {
  std::vector<isl::set> inside{known};
  inside.insert(inside.end(), running.begin(), running.end());
  std::map<std::string, std::vector<std::string>> names; // with their factors
  for (const std::vector<isl::set> &sets : {inside, std::vector{bad}})
    for (const isl::set &set : sets)
      for (const std::string &name : parametersOf(set))
        names.emplace(name, factorsOfName(name));
  // One per example, and those at a distance of one from it.
  std::vector<Point> points;
  for (const Point &example : examplesWhere(bad, false)) {
    Point &point = points.emplace_back();
    for (const auto &[name, factors] : names)
      point[name] = productAt(example, factors);
    size_t first = points.size() - 1;
    for (const auto &[name, factors] : names) {
      points.push_back(Point(points[first]));
      ++points.back()[name];
    }
  }
  std::vector<bool> good(points.size(), true);
  auto demand = [&](const isl::set &set, bool isInside) {
    std::vector<std::vector<int64_t>> values;
    std::vector<std::string> own = parametersOf(set);
    for (const Point &point : points) {
      values.emplace_back();
      for (const std::string &name : own)
        values.back().push_back(point.at(name));
    }
    auto found = membership(set, values);
    for (size_t k = 0; k < points.size(); ++k)
      good[k] = good[k] && found && (*found)[k] == isInside;
  };
  for (const isl::set &set : inside)
    demand(set, true);
  demand(bad, false);
  for (size_t k = 0; k < points.size(); k += names.size() + 1)
    if (std::all_of(good.begin() + k, good.begin() + k + names.size() + 1,
                    [](bool one) { return one; }))
      return true;
  return false;
}

bool ParameterFacts::isThin(const isl::set &bad, const isl::set &besides) const {
  isl::set known = knownFor(bad.unite(besides)), all = known;
  if (hasRoom(known, bad))
    return false;
  for (const isl::set &runs : running)
    all = all.intersect(runs);
  if (!all.is_empty())
    known = all;
  isl::set left = known.subtract(bad);
  return left.is_empty() || !known.affine_hull().is_subset(left.affine_hull());
}

bool ParameterFacts::impossible(const isl::set &bad) const {
  return pieceCount(bad) == 0 || impossibles({bad}, [&] {
           return examplesWhere(bad, true).empty() && bad.is_disjoint(knownFor(bad));
         });
}

bool ParameterFacts::covers(const isl::set &bad) const {
  if (!examplesWhere(bad, false).empty())
    return false;
  auto known = std::find_if(coverings.begin(), coverings.end(), [&](const auto &covering) {
    return isPlainlyEqual(covering.first, bad);
  });
  if (known == coverings.end())
    known = coverings.insert(coverings.end(), {bad, knownFor(bad).is_subset(bad)});
  return known->second;
}

std::vector<Point> ParameterFacts::examplesWhere(const isl::set &set, bool isInside) const {
  std::vector<Point> found;
  if (auto inside = membership(set, valuesAt(samples(), set)))
    for (size_t k = 0; k < samples().size(); ++k)
      if ((*inside)[k] == isInside)
        found.push_back(samples()[k]);
  return found;
}

bool ParameterFacts::failsSomewhere(const Condition &where, const Condition &condition) const {
  if (isFalseAt(where, condition, samples()) || isFalseAt(where, condition, counterexamples))
    return true;
  if (!hasLargeNumber(condition) && !hasLargeNumber(where))
    return false;
  if (!largeExamples)
    largeExamples = largeExamplesIn(theScop, typedBase);
  return isFalseAt(where, condition, *largeExamples);
}

void ParameterFacts::keepCounterexample(const isl::set &set) const {
  if (++counterexamplesTried > kMaxCounterexamples)
    return;
  auto sample = samplePoint(set);
  auto point = sample ? exampleWith(theScop, typedBase, sample->parameters) : std::nullopt;
  if (point)
    counterexamples.push_back(std::move(*point));
}

bool ParameterFacts::failsForSizes(const Condition &condition) const {
  if (!smallSizes)
    smallSizes = smallSizesIn(theScop, base);
  return isFalseAt(Condition::always(), condition, *smallSizes);
}

bool ParameterFacts::proves(const Condition &condition) const {
  return condition.isTrue() || proofs(condition, [&] { return findProof(condition); });
}

std::optional<std::vector<isl::set>> ParameterFacts::partsOf(const Condition &condition) const {
  std::vector<isl::set> parts;
  for (const Condition &part : withDisjunctionsLast(condition)) {
    auto set = conditionSet(islContext, "", {}, part);
    if (!set)
      return std::nullopt;
    parts.push_back(parameterSetOf(*set));
  }
  return parts;
}

bool ParameterFacts::findProof(const Condition &condition) const {
  // Each alternative is a question to isl: it is worth to look further for where none holds.
  if (failsSomewhere(Condition::always(), condition) ||
      (condition.kind() == Condition::Kind::Or && failsForSizes(condition)))
    return false;
  auto parts = partsOf(condition.negated());
  if (!parts)
    return false;
  // One alternative after the other: most of what their product would hold is empty.
  isl::set left = knownOf(topicOf(*parts));
  for (size_t k = 0; k < parts->size(); ++k) {
    if (left.is_disjoint((*parts)[k]))
      return true;
    if (k + 1 < parts->size())
      left = left.intersect((*parts)[k]).coalesce();
  }
  keepCounterexample(left.intersect(parts->back()));
  return false;
}

bool ParameterFacts::provesWhere(const Condition &where, const Condition &condition) const {
  if (where.isTrue() || condition.isTrue())
    return proves(condition);
  return proofsWhere({condition, where}, [&] { return findProofWhere(where, condition); });
}

bool ParameterFacts::findProofWhere(const Condition &where, const Condition &condition) const {
  if (failsSomewhere(where, condition))
    return false;
  auto violated = conditionSet(islContext, "", {}, condition.negated());
  return violated && impossibleWhere(where, parameterSetOf(*violated));
}

bool ParameterFacts::impossibleWhere(const Condition &where, const isl::set &bad) const {
  if (pieceCount(bad) == 0)
    return true;
  auto about = narrowed.find(where);
  if (about == narrowed.end()) {
    auto parts = partsOf(where);
    Topic topic = parts ? topicOf(*parts) : Topic();
    about = narrowed.emplace(where, Narrowed{std::move(parts), std::move(topic), {}}).first;
  }
  Narrowed &here = about->second;
  const auto &parts = here.parts;
  if (!parts)
    return impossible(bad);
  Topic topic = topicOf({bad});
  topic.isLarge |= here.topic.isLarge;
  topic.products.insert(here.topic.products.begin(), here.topic.products.end());
  auto found = here.byTopic.find(topic);
  if (found == here.byTopic.end()) {
    isl::set compared = knownOf(topic).intersect(parts->front()).coalesce();
    found = here.byTopic.emplace(std::move(topic), Narrowed::Sets{compared, {}, 0}).first;
  }
  auto &[byComparisons, byAll, questions] = found->second;
  if (byComparisons.is_disjoint(bad))
    return true;
  if (parts->size() == 1) {
    keepCounterexample(byComparisons.intersect(bad));
    return false;
  }
  // The whole set may have many pieces: it is made for those who ask often.
  if (byAll || ++questions > kFewQuestions) {
    if (!byAll) {
      byAll = byComparisons;
      for (size_t k = 1; k < parts->size(); ++k)
        byAll = byAll->intersect((*parts)[k]).coalesce();
    }
    if (byAll->is_disjoint(bad))
      return true;
    keepCounterexample(byAll->intersect(bad));
    return false;
  }
  isl::set left = byComparisons.intersect(bad);
  for (size_t k = 1; k < parts->size() && !left.is_empty(); ++k)
    left = left.intersect((*parts)[k]).coalesce();
  if (left.is_empty())
    return true;
  keepCounterexample(left);
  return false;
}

std::optional<Condition> ParameterFacts::exclude(const isl::set &bad) const {
  if (impossible(bad))
    return Condition::always();
  if (covers(bad))
    return Condition::never();
  isl::set known = knownFor(bad);
  isl::set rest = bad.intersect(known);
  isl::set simple = withoutDivisions(rest.gist(known)).coalesce();
  if (auto condition = conditionOf(simple))
    return withoutImplied(condition->negated());
  return std::nullopt;
}

Condition ParameterFacts::withoutImplied(const Condition &condition) const {
  bool isDisjunction = condition.kind() == Condition::Kind::Or;
  if (!isDisjunction && condition.kind() != Condition::Kind::And)
    return proves(condition) ? Condition::always() : condition;
  std::vector<Condition> parts;
  for (const Condition &part : condition.operands()) {
    // An alternative that cannot happen: N < 0 of an unsigned N.
    if (isDisjunction && proves(part.negated()))
      continue;
    parts.push_back(isDisjunction ? part : withoutImplied(part));
  }
  return isDisjunction ? Condition::disjunction(parts) : Condition::conjunction(parts);
}

} // namespace acc
