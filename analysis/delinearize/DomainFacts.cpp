#include "analysis/delinearize/DomainFacts.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <tuple>

namespace acc {
namespace {

// Knowledge in more pieces than this costs more than it simplifies.
constexpr unsigned kMaxDomainPieces = 3;
// Answered one by one before what they have in common is worked out.
constexpr int kFewQuestions = 2;
// Loops of one value whose ends are not given by others: each doubles what is tried.
constexpr size_t kMaxOpenLoops = 3;
// Statements whose different conditions have more pieces than this share one view.
constexpr size_t kMaxConditionPieces = 8;

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

Condition withoutDisjunctions(const Condition &condition) {
  std::vector<Condition> kept;
  for (const Condition &part : condition.conjuncts())
    if (part.kind() != Condition::Kind::Or)
      kept.push_back(part);
  return Condition::conjunction(kept);
}

/// Names in bounds and subscripts, iterators among them.
std::set<std::string> indexNames(const Scop &scop) {
  std::set<std::string> names;
  auto add = [&](const std::vector<Polynomial> &values) {
    for (const Polynomial &value : values)
      for (const std::string &name : value.symbols())
        names.insert(name);
  };
  for (const ScopLoop &loop : scop.loops) {
    names.insert(loop.name);
    add(loop.first);
    add(loop.end);
  }
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      add(access.subscripts);
  return names;
}

bool mentionsIterator(const Scop &scop, const std::set<std::string> &names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string &name) { return scop.isIterator(name); });
}

/// Each loop around the statement takes every value between two bounds.
bool hasPlainLoops(const Scop &scop, const ScopStatement &statement) {
  return std::all_of(statement.loops.begin(), statement.loops.end(), [&](int index) {
    const ScopLoop &loop = scop.loops[index];
    return std::abs(loop.step) == 1 && loop.first.size() == 1 && loop.end.size() == 1;
  });
}

/// A statement that runs for all combinations of values between invariant bounds, or for none.
bool isBox(const Scop &scop, const ScopStatement &statement) {
  return hasPlainLoops(scop, statement) &&
         std::none_of(statement.loops.begin(), statement.loops.end(),
                      [&](int index) {
                        const ScopLoop &loop = scop.loops[index];
                        return mentionsIterator(scop, loop.first.front().symbols()) ||
                               mentionsIterator(scop, loop.end.front().symbols());
                      }) &&
         !mentionsIterator(scop, statement.condition.symbols());
}

Polynomial lastOf(const ScopLoop &loop) { return loop.end.front() - Polynomial(loop.step); }

/// Of a conjunction of comparisons and disjunctions of such.
size_t disjunctsOf(const Condition &condition) {
  size_t pieces = 1;
  for (const Condition &part : condition.conjuncts())
    if (part.kind() == Condition::Kind::Or)
      pieces *= part.operands().size();
  return pieces;
}

/// The statements' conditions. Where they differ much, without the parts that mention no index
/// name: a view that depended on each of many switches would be no use.
///     if (kind == rect) A[i*n + j] = 0; else if (kind == circle) A[i*n + j] = 1; else ...
std::vector<Condition> conditionsOf(const Scop &scop) {
  std::vector<Condition> conditions;
  size_t pieces = 0;
  for (const ScopStatement &statement : scop.statements) {
    if (std::find(conditions.begin(), conditions.end(), statement.condition) == conditions.end())
      pieces += disjunctsOf(statement.condition);
    conditions.push_back(statement.condition);
  }
  if (pieces <= kMaxConditionPieces)
    return conditions;
  std::set<std::string> names = indexNames(scop);
  for (Condition &condition : conditions) {
    std::vector<Condition> kept;
    for (const Condition &part : condition.conjuncts()) {
      std::set<std::string> used = part.symbols();
      if (std::any_of(used.begin(), used.end(),
                      [&](const std::string &name) { return names.contains(name); }))
        kept.push_back(part);
    }
    condition = Condition::conjunction(kept);
  }
  return conditions;
}

bool isFalseAt(const Condition &condition, const std::vector<Point> &points) {
  return std::any_of(points.begin(), points.end(), [&](const Point &point) {
    return condition.evaluate(point) == std::optional(false);
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
    if (name.find('*') != std::string::npos)
      products.insert(std::move(name));
  return products;
}

bool divides(std::vector<std::string> part, std::vector<std::string> whole) {
  std::sort(part.begin(), part.end());
  std::sort(whole.begin(), whole.end());
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

} // namespace

DomainFacts::DomainFacts(const Scop &scop, const IslContext &context)
    : theScop(scop), islContext(context) {
  std::vector<Condition> conditions = conditionsOf(scop);
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    ScopStatement statement = scop.statements[s];
    statement.condition = conditions[s];
    size_t alike = 0;
    while (scop.statements[alike].loops != statement.loops || conditions[alike] != conditions[s])
      ++alike;
    firstsAlike.push_back(alike);
    ScopStatement convex = statement;
    convex.condition = withoutDisjunctions(statement.condition);
    convexDomains.push_back(convex.condition == statement.condition);
    plainLoops.push_back(hasPlainLoops(scop, statement));
    boxes.push_back(isBox(scop, convex));
    hullConditions.push_back(convex.condition);
    if (alike < s) {
      hulls.push_back(withTuple(hulls[alike], statement.id));
      domains.push_back(withTuple(domains[alike], statement.id));
      running.push_back(running[alike]);
      continue;
    }
    hulls.push_back(iterationDomain(context, scop, convex));
    domains.push_back(convexDomains.back() ? hulls.back()
                                           : iterationDomain(context, scop, statement));
    running.push_back(parameterSetOf(hulls.back()));
    any = any.is_null() ? running.back() : any.unite(running.back());
  }
  if (any.is_null())
    any = neverSet(context);
  any = any.coalesce();
  if (pieceCount(any) > kMaxDomainPieces)
    any = isl::set(any.unshifted_simple_hull());
  base = any.intersect(contextOfSizes(context, scop)).coalesce();
  typedBase = base.intersect(contextSet(context, scop));
}

isl::set DomainFacts::emptyParameterSet() const { return neverSet(islContext); }

int DomainFacts::leastOf(const std::string &parameter) const {
  auto found = leastValues.find(parameter);
  if (found != leastValues.end())
    return found->second;
  if (!examples)
    examples = examplesIn(theScop, base);
  int64_t limit = 1; // by the examples
  for (const Point &point : *examples)
    if (auto value = point.find(parameter); value != point.end())
      limit = std::min(limit, value->second);
  auto isAtLeast = [&](int low) {
    return low <= limit && provesAtLeast(islContext, base, parameter, low);
  };
  int least = isAtLeast(1) ? 1 : isAtLeast(0) ? 0 : -1;
  return leastValues[parameter] = least;
}

isl::set DomainFacts::knownFor(const isl::set &about) const { return knownFor(std::vector{about}); }

isl::set DomainFacts::knownFor(std::vector<isl::set> about) const {
  return knownFor(topicOf(about));
}

DomainFacts::Topic DomainFacts::topicOf(const std::vector<isl::set> &about) {
  Topic topic;
  for (const isl::set &set : about) {
    topic.isLarge = topic.isLarge || hasNumberBeyond(set, kLargeNumber);
    topic.products.merge(productsOf(set));
  }
  return topic;
}

const isl::set &DomainFacts::knownFor(Topic topic) const {
  const isl::set &ground = topic.isLarge ? typedBase : base;
  topic.products.merge(productsOf(ground));
  auto cached = knownByTopic.find(topic);
  if (cached != knownByTopic.end())
    return cached->second;
  std::vector<LinearConstraint> facts;
  for (const std::string &product : topic.products) {
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
    for (const std::string &part : topic.products)
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
  isl::set known =
      facts.empty() ? ground : ground.intersect(makeParameterSet(islContext.get(), facts));
  return knownByTopic.emplace(std::move(topic), known).first->second;
}

std::optional<isl::set> DomainFacts::outside(int statement, const Polynomial &value,
                                             const Polynomial &low, const Polynomial &size) const {
  Polynomial distance = value - low;
  auto key = std::tuple(firstsAlike[statement], distance, size);
  auto known = outsides.find(key);
  if (known == outsides.end())
    known =
        outsides.emplace(std::move(key), findOutside(firstsAlike[statement], distance, size)).first;
  return known->second;
}

std::optional<isl::set> DomainFacts::findOutside(int statement, const Polynomial &value,
                                                 const Polynomial &size) const {
  // A row of a triangle has a size for each iteration.
  bool hasCorners = convexDomains[statement] && !mentionsIterator(theScop, size.symbols());
  auto least = hasCorners ? atCorner(statement, value, false) : std::nullopt;
  auto greatest = least ? atCorner(statement, value, true) : std::nullopt;
  if (greatest) {
    Condition violated = Condition::disjunction(
        {Condition::less(*least, Polynomial(0)), Condition::lessEqual(size, *greatest)});
    auto set = conditionSet(islContext, "", {}, violated);
    return set ? std::optional(running[statement].intersect(parameterSetOf(*set)).coalesce())
               : std::nullopt;
  }
  std::vector<std::string> iterators = theScop.iteratorsOf(theScop.statements[statement]);
  const std::string &tuple = theScop.statements[statement].id;
  Condition violated = Condition::disjunction(
      {Condition::less(value, Polynomial(0)), Condition::lessEqual(size, value)});
  auto set = conditionSet(islContext, tuple, iterators, violated);
  if (!set)
    return std::nullopt;
  isl::set bad = hulls[statement].intersect(*set);
  if (bad.is_empty())
    return emptyParameterSet();
  if (!convexDomains[statement]) {
    bad = domains[statement].intersect(*set);
    if (bad.is_empty())
      return emptyParameterSet();
  }
  return withoutDivisions(parameterSetOf(bad)).coalesce();
}

bool DomainFacts::excludesLess(const isl::set &a, const isl::set &b) const {
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

bool DomainFacts::isWorseSomewhere(const isl::set &a, const isl::set &b) const {
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

bool DomainFacts::leavesMore(const isl::set &a, const isl::set &b) const {
  return isThin(b, a) && !isThin(a, b);
}

bool DomainFacts::hasRoom(const isl::set &known, const isl::set &bad) const {
  std::vector<isl::set> inside{known};
  for (size_t s = 0; s < running.size(); ++s)
    if (firstsAlike[s] == int(s))
      inside.push_back(running[s]);
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

bool DomainFacts::isThin(const isl::set &bad, const isl::set &besides) const {
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

bool DomainFacts::impossible(const isl::set &bad) const {
  if (pieceCount(bad) == 0)
    return true;
  auto known = impossibles.find(bad.get());
  if (known == impossibles.end())
    known = impossibles.emplace(bad.get(), std::pair(bad, findImpossible(bad))).first;
  return known->second.second;
}

bool DomainFacts::findImpossible(const isl::set &bad) const {
  return examplesWhere(bad, true).empty() && bad.is_disjoint(knownFor(bad));
}

bool DomainFacts::covers(const isl::set &bad) const {
  if (!examplesWhere(bad, false).empty())
    return false;
  auto known = std::find_if(coverings.begin(), coverings.end(), [&](const auto &covering) {
    return isPlainlyEqual(covering.first, bad);
  });
  if (known == coverings.end())
    known = coverings.insert(coverings.end(), {bad, knownFor(bad).is_subset(bad)});
  return known->second;
}

bool DomainFacts::meetAtCorner(int statement, const std::vector<Polynomial> &values,
                               const std::vector<Polynomial> &extremes) const {
  const ScopStatement &s = theScop.statements[statement];
  if (!boxes[statement] || !convexDomains[statement] || !covers(running[statement]))
    return false;
  std::map<std::string, Polynomial> corner;
  for (size_t k = 0; k < values.size(); ++k) {
    Polynomial value = values[k].substitute(corner);
    std::vector<const ScopLoop *> open;
    for (int loop : s.loops)
      if (value.contains(theScop.loops[loop].name))
        open.push_back(&theScop.loops[loop]);
    if (open.size() > kMaxOpenLoops)
      return false;
    bool isMet = false;
    for (unsigned ends = 0; ends < 1u << open.size() && !isMet; ++ends) {
      std::map<std::string, Polynomial> more;
      for (size_t o = 0; o < open.size(); ++o)
        more[open[o]->name] = ends >> o & 1 ? lastOf(*open[o]) : open[o]->first.front();
      isMet = value.substitute(more) == extremes[k];
      if (isMet)
        corner.merge(more);
    }
    if (!isMet)
      return false;
  }
  return true;
}

bool DomainFacts::runsOutside(int statement, const isl::set &bad) const {
  std::pair key(firstsAlike[statement], bad.get());
  auto known = runningOutside.find(key);
  if (known == runningOutside.end())
    known =
        runningOutside.emplace(key, std::pair(bad, findRunsOutside(firstsAlike[statement], bad)))
            .first;
  return known->second.second;
}

bool DomainFacts::findRunsOutside(int statement, const isl::set &bad) const {
  auto runs =
      membership(running[statement], valuesAt(examplesWhere(bad, false), running[statement]));
  if (runs && std::count(runs->begin(), runs->end(), true))
    return true;
  return !running[statement].intersect(knownFor(bad)).is_subset(bad);
}

std::vector<Point> DomainFacts::examplesWhere(const isl::set &set, bool isInside) const {
  if (!examples)
    examples = examplesIn(theScop, base);
  std::vector<Point> found;
  if (auto inside = membership(set, valuesAt(*examples, set)))
    for (size_t k = 0; k < examples->size(); ++k)
      if ((*inside)[k] == isInside)
        found.push_back((*examples)[k]);
  return found;
}

bool DomainFacts::failsSomewhere(const Condition &condition) const {
  if (!examples)
    examples = examplesIn(theScop, base);
  if (isFalseAt(condition, *examples))
    return true;
  if (!hasLargeNumber(condition))
    return false;
  if (!largeExamples)
    largeExamples = largeExamplesIn(theScop, typedBase);
  return isFalseAt(condition, *largeExamples);
}

bool DomainFacts::failsForSizes(const Condition &condition) const {
  if (!smallSizes)
    smallSizes = smallSizesIn(theScop, base);
  return isFalseAt(condition, *smallSizes);
}

bool DomainFacts::proves(const Condition &condition) const {
  if (condition.isTrue())
    return true;
  auto known = std::find_if(proofs.begin(), proofs.end(),
                            [&](const auto &proof) { return proof.first == condition; });
  if (known == proofs.end())
    known = proofs.insert(proofs.end(), {condition, findProof(condition)});
  return known->second;
}

std::optional<std::vector<isl::set>> DomainFacts::partsOf(const Condition &condition) const {
  std::vector<isl::set> parts;
  for (const Condition &part : withDisjunctionsLast(condition)) {
    auto set = conditionSet(islContext, "", {}, part);
    if (!set)
      return std::nullopt;
    parts.push_back(parameterSetOf(*set));
  }
  return parts;
}

bool DomainFacts::findProof(const Condition &condition) const {
  // Each alternative is a question to isl: it is worth to look further for where none holds.
  if (failsSomewhere(condition) ||
      (condition.kind() == Condition::Kind::Or && failsForSizes(condition)))
    return false;
  auto parts = partsOf(condition.negated());
  if (!parts)
    return false;
  // One alternative after the other: most of what their product would hold is empty.
  isl::set left = knownFor(*parts);
  for (size_t k = 0; k < parts->size(); ++k) {
    if (left.is_disjoint((*parts)[k]))
      return true;
    if (k + 1 < parts->size())
      left = left.intersect((*parts)[k]).coalesce();
  }
  return false;
}

bool DomainFacts::provesWhere(const Condition &where, const Condition &condition) const {
  if (where.isTrue() || condition.isTrue())
    return proves(condition);
  auto known = std::find_if(proofsWhere.begin(), proofsWhere.end(), [&](const auto &proof) {
    return std::get<1>(proof) == condition && std::get<0>(proof) == where;
  });
  if (known == proofsWhere.end())
    known =
        proofsWhere.insert(proofsWhere.end(), {where, condition, findProofWhere(where, condition)});
  return std::get<2>(*known);
}

bool DomainFacts::findProofWhere(const Condition &where, const Condition &condition) const {
  if (failsSomewhere(Condition::disjunction({where.negated(), condition})))
    return false;
  auto violated = conditionSet(islContext, "", {}, condition.negated());
  return violated && impossibleWhere(where, parameterSetOf(*violated));
}

bool DomainFacts::impossibleWhere(const Condition &where, const isl::set &bad) const {
  if (pieceCount(bad) == 0)
    return true;
  auto about = std::find_if(narrowed.begin(), narrowed.end(),
                            [&](const Narrowed &one) { return one.where == where; });
  if (about == narrowed.end()) {
    auto parts = partsOf(where);
    Topic topic = parts ? topicOf(*parts) : Topic();
    about = narrowed.insert(narrowed.end(), {where, std::move(parts), std::move(topic), {}});
  }
  const auto &parts = about->parts;
  if (!parts)
    return impossible(bad);
  Topic topic = topicOf({bad});
  topic.isLarge |= about->topic.isLarge;
  topic.products.insert(about->topic.products.begin(), about->topic.products.end());
  auto found = about->byTopic.find(topic);
  if (found == about->byTopic.end()) {
    isl::set compared = knownFor(topic).intersect(parts->front()).coalesce();
    found = about->byTopic.emplace(std::move(topic), Narrowed::Sets{compared, {}, 0}).first;
  }
  auto &[byComparisons, byAll, questions] = found->second;
  if (byComparisons.is_disjoint(bad))
    return true;
  if (parts->size() == 1)
    return false;
  // The whole set may have many pieces: it is made for those who ask often.
  if (byAll || ++questions > kFewQuestions) {
    if (!byAll) {
      byAll = byComparisons;
      for (size_t k = 1; k < parts->size(); ++k)
        byAll = byAll->intersect((*parts)[k]).coalesce();
    }
    return byAll->is_disjoint(bad);
  }
  isl::set left = byComparisons.intersect(bad);
  for (size_t k = 1; k < parts->size() && !left.is_empty(); ++k)
    left = left.intersect((*parts)[k]).coalesce();
  return left.is_empty();
}

bool DomainFacts::nonNegative(int statement, const Polynomial &value) const {
  if (auto least = convexDomains[statement] ? atCorner(statement, value, false) : std::nullopt) {
    auto below = conditionSet(islContext, "", {}, Condition::less(*least, Polynomial(0)));
    return below && impossible(running[statement].intersect(parameterSetOf(*below)));
  }
  std::vector<std::string> iterators = theScop.iteratorsOf(theScop.statements[statement]);
  auto negative = conditionSet(islContext, theScop.statements[statement].id, iterators,
                               Condition::less(value, Polynomial(0)));
  if (!negative)
    return false;
  return impossible(parameterSetOf(hulls[statement].intersect(*negative))) ||
         (!convexDomains[statement] &&
          impossible(parameterSetOf(domains[statement].intersect(*negative))));
}

std::optional<Condition> DomainFacts::exclude(const isl::set &bad) const {
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

Condition DomainFacts::withoutImplied(const Condition &condition) const {
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

std::optional<Polynomial> DomainFacts::atCorner(int statement, const Polynomial &value,
                                                bool greatest) const {
  const ScopStatement &s = theScop.statements[statement];
  if (!plainLoops[statement] || !linearForm(value, theScop.iteratorsOf(s)))
    return std::nullopt;
  // From the innermost loop outwards: its bounds may name outer iterators.
  Polynomial extreme = value;
  std::vector<bool> atFirst(s.loops.size(), true);
  for (size_t k = s.loops.size(); k-- > 0;) {
    const ScopLoop &loop = theScop.loops[s.loops[k]];
    if (!extreme.contains(loop.name))
      continue;
    auto rate = extreme.degree(loop.name) == 1 ? extreme.coefficient(loop.name, 1).constant()
                                               : std::nullopt;
    if (!rate)
      return std::nullopt;
    atFirst[k] = (loop.step > 0) == ((*rate > 0) != greatest);
    extreme = extreme.substitute({{loop.name, atFirst[k] ? loop.first.front() : lastOf(loop)}});
  }
  return boxes[statement] || cornerRuns(statement, atFirst) ? std::optional(extreme) : std::nullopt;
}

bool DomainFacts::cornerRuns(int statement, const std::vector<bool> &atFirst) const {
  const ScopStatement &s = theScop.statements[statement];
  std::map<std::string, Polynomial> corner;
  std::vector<Condition> needed;
  for (size_t k = 0; k < s.loops.size(); ++k) {
    const ScopLoop &loop = theScop.loops[s.loops[k]];
    Polynomial first = loop.first.front().substitute(corner),
               last = lastOf(loop).substitute(corner);
    needed.push_back(loop.step > 0 ? Condition::lessEqual(first, last)
                                   : Condition::lessEqual(last, first));
    corner[loop.name] = atFirst[k] ? first : last;
  }
  needed.push_back(hullConditions[statement].substitute(corner));
  std::vector<Condition> parts = Condition::conjunction(needed).conjuncts();
  return std::all_of(parts.begin(), parts.end(), [&](const Condition &part) {
    return holdsWhereRuns(firstsAlike[statement], part);
  });
}

bool DomainFacts::holdsWhereRuns(int statement, const Condition &condition) const {
  auto known = std::find_if(holding.begin(), holding.end(), [&](const auto &one) {
    return std::get<0>(one) == statement && std::get<1>(one) == condition;
  });
  if (known == holding.end()) {
    auto violated = conditionSet(islContext, "", {}, condition.negated());
    bool holds = violated && impossible(running[statement].intersect(parameterSetOf(*violated)));
    known = holding.insert(holding.end(), {statement, condition, holds});
  }
  return std::get<2>(*known);
}

std::vector<Polynomial> DomainFacts::extreme(int statement, const Polynomial &value,
                                             bool greatest) const {
  if (value.overflowed())
    return {};
  // Terms without iterators shift the extreme by themselves, so A[i - 1], A[i] and A[i + n] share one question.
  std::map<std::string, Polynomial> atZero;
  for (const std::string &name : theScop.iteratorsOf(theScop.statements[statement]))
    atZero[name] = Polynomial(0);
  const Polynomial fixed = value.substitute(atZero);
  Polynomial moving = value - fixed;
  // Nor do factors: the least of -4*i is -4 times the greatest of i.
  int64_t factor = std::max<int64_t>(moving.content(), 1);
  if (!moving.isZero() && moving.terms().front().coefficient < 0)
    factor = -factor;
  if (auto primitive = factor == 1 ? std::nullopt : moving.dividedBy(Polynomial(factor)))
    moving = *primitive;
  else
    factor = 1;
  auto key = std::tuple(firstsAlike[statement], greatest == (factor > 0), moving);
  auto known = extremes.find(key);
  if (known == extremes.end())
    known =
        extremes.emplace(key, findExtreme(firstsAlike[statement], moving, std::get<1>(key))).first;
  std::vector<Polynomial> result = known->second;
  for (Polynomial &candidate : result)
    candidate = Polynomial(factor) * candidate + fixed;
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<Polynomial> DomainFacts::findExtreme(int statement, const Polynomial &value,
                                                 bool greatest) const {
  const ScopStatement &s = theScop.statements[statement];
  std::vector<std::string> iterators = theScop.iteratorsOf(s);
  auto form = linearForm(value, iterators);
  if (!form)
    return {};
  bool usesIterator = std::any_of(iterators.begin(), iterators.end(),
                                  [&](const std::string &name) { return value.contains(name); });
  if (!usesIterator)
    return {value};
  if (auto corner = atCorner(statement, value, greatest))
    return impossible(running[statement]) ? std::vector<Polynomial>{} : std::vector{*corner};
  isl::set values =
      hulls[statement].apply(makeMap(islContext.get(), s.id, iterators, "", {*form})).coalesce();
  if (values.is_empty())
    return {};
  values = values.gist_params(knownFor(values));
  std::vector<Polynomial> found;
  bool complete = true;
  try {
    isl::multi_pw_aff extremes = greatest ? values.max_multi_pw_aff() : values.min_multi_pw_aff();
    extremes.at(0).coalesce().foreach_piece([&](isl::set where, isl::multi_aff piece) {
      if (impossible(where.params()))
        return;
      auto linear = linearFormOf(piece.at(0), {});
      complete = complete && linear;
      if (linear)
        found.push_back(polynomialOf(*linear));
    });
  } catch (const isl::exception &) {
    if (islContext.ranOut())
      throw;
    complete = false; // unbounded on this side
  }
  if (!complete)
    return {};
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<Polynomial> DomainFacts::least(int statement, const Polynomial &value) const {
  return extreme(statement, value, false);
}

std::vector<Polynomial> DomainFacts::greatest(int statement, const Polynomial &value) const {
  return extreme(statement, value, true);
}

} // namespace acc
