#include "analysis/delinearize/Lint.h"

#include "analysis/delinearize/DeclaredSizes.h"
#include "analysis/delinearize/ElementRanges.h"
#include "analysis/delinearize/LintConditions.h"
#include "analysis/delinearize/Strides.h"

#include <algorithm>

namespace acc {
namespace {

std::string brackets(const std::vector<Polynomial> &values) {
  std::string text;
  for (const Polynomial &value : values)
    text += "[" + value.str() + "]";
  return text;
}

class Linter {
public:
  explicit Linter(const DomainFacts &facts) : scop(facts.scop()), facts(facts) {}

  std::vector<LintFinding> found;

  void checkAccesses(const Delinearization *views) {
    for (size_t a = 0; a < scop.arrays.size(); ++a) {
      std::optional<std::vector<Polynomial>> sizes = declaredExtents(scop, a);
      if (!sizes)
        continue;
      if (isFlatProduct(a))
        checkFlat(a, sizes->front(), views);
      else
        checkDimensions(a, *sizes);
    }
  }

private:
  void tell(const char *id, std::string message, SourceRange where) {
    // The read and the write of +=.
    bool known = std::any_of(found.begin(), found.end(), [&](const LintFinding &other) {
      return other.message == message && other.where.line == where.line &&
             other.where.column == where.column;
    });
    if (!known)
      found.push_back({id, std::move(message), where});
  }

  /// The accesses of an array that happen whenever their statement runs.
  template <typename Visit> void eachAccess(int array, Visit &&visit) {
    for (size_t s = 0; s < scop.statements.size(); ++s)
      if (!scop.statements[s].opaque && !facts.impossible(facts.runs(s)))
        for (const ScopAccess &access : scop.statements[s].accesses)
          if (access.array == array && !access.may)
            visit(static_cast<int>(s), access);
  }

  /// An index that is no affine function of the iterators: its range is a matter of views.
  bool isFlatProduct(int array) const {
    if (!scop.arrays[array].declaredSizes.empty())
      return false;
    for (const ScopStatement &statement : scop.statements)
      for (const ScopAccess &access : statement.accesses)
        if (access.array == array &&
            !linearForm(access.subscripts.back(), scop.iteratorsOf(statement)))
          return true;
    return false;
  }

  /// Parameters for which some instance has a subscript outside of its size; none when
  /// a subscript is not affine.
  std::optional<isl::set> outside(int statement, const std::vector<Polynomial> &subscripts,
                                  const std::vector<Polynomial> &sizes) const {
    isl::set bad = facts.emptyParameterSet();
    for (size_t k = 0; k < sizes.size(); ++k) {
      auto part = facts.outside(statement, subscripts[k], Polynomial(0), sizes[k]);
      if (!part)
        return std::nullopt;
      bad = bad.unite(*part);
    }
    return bad.coalesce();
  }

  void checkDimensions(int array, const std::vector<Polynomial> &sizes) {
    const std::string &name = scop.arrays[array].name;
    eachAccess(array, [&](int statement, const ScopAccess &access) {
      std::vector<Polynomial> subscripts(access.subscripts.end() - sizes.size(),
                                         access.subscripts.end());
      auto bad = outside(statement, subscripts, sizes);
      if (!bad || facts.impossible(*bad))
        return;
      std::string text = name + brackets(subscripts);
      std::string declared = name + brackets(sizes);
      auto swapped = exchanged(statement, subscripts, sizes, *bad);
      std::string fix = swapped ? "; did you mean " + name + brackets(*swapped) + "?" : "";
      if (!facts.runsOutside(statement, *bad))
        tell("lint-out-of-range",
             text + " leaves the declared " + declared + " whenever it runs" +
                 firstOutside(statement, name, subscripts, sizes) + fix,
             access.where);
      else if (swapped)
        tell("lint-swapped-sizes",
             text + " stays inside the declared " + declared + " only if two sizes are equal" + fix,
             access.where);
    });
  }

  /// The first iteration outside, where one says it whatever the sizes: ": at i = 0, j = 0 it is
  /// A[0][-1]".
  std::string firstOutside(int statement, const std::string &name,
                           const std::vector<Polynomial> &subscripts,
                           const std::vector<Polynomial> &sizes) const {
    const ScopStatement &s = scop.statements[statement];
    std::vector<std::string> iterators = scop.iteratorsOf(s);
    std::vector<Condition> outsides;
    for (size_t k = 0; k < sizes.size(); ++k)
      for (const Condition &violated : {Condition::less(subscripts[k], Polynomial(0)),
                                        Condition::lessEqual(sizes[k], subscripts[k])})
        outsides.push_back(violated);
    auto bad = iterators.empty() ? std::nullopt
                                 : conditionSet(facts.context(), s.id, iterators,
                                                Condition::disjunction(outsides));
    if (!bad)
      return "";
    isl::set instances = facts.domain(statement).intersect(*bad);
    instances = instances.intersect_params(facts.knownFor(isl::set(instances.params())));
    std::vector<std::map<std::string, Polynomial>> firsts;
    instances.lexmin_pw_multi_aff().foreach_piece([&](isl::set, isl::multi_aff first) {
      std::map<std::string, Polynomial> &at = firsts.emplace_back();
      for (size_t k = 0; k < iterators.size(); ++k)
        if (auto form = linearFormOf(first.at(k), {}))
          at[iterators[k]] = polynomialOf(*form);
    });
    if (firsts.size() != 1 || firsts.front().size() != iterators.size())
      return "";
    std::string text;
    for (const std::string &iterator : iterators)
      text += (text.empty() ? "" : ", ") + iterator + " = " + firsts.front()[iterator].str();
    std::vector<Polynomial> element;
    for (const Polynomial &subscript : subscripts)
      element.push_back(subscript.substitute(firsts.front()));
    return ": at " + text + " it is " + name + brackets(element);
  }

  /// The subscripts with two of them exchanged, when they are in range so wherever
  /// anything runs, and as they stand only where the two sizes are equal.
  std::optional<std::vector<Polynomial>> exchanged(int statement,
                                                   const std::vector<Polynomial> &subscripts,
                                                   const std::vector<Polynomial> &sizes,
                                                   const isl::set &bad) const {
    for (size_t a = 0; a < sizes.size(); ++a)
      for (size_t b = a + 1; b < sizes.size(); ++b) {
        std::vector<Polynomial> other = subscripts;
        std::swap(other[a], other[b]);
        auto badThen = outside(statement, other, sizes);
        auto differ =
            conditionSet(facts.context(), "", {}, Condition::zero(sizes[a] - sizes[b]).negated());
        if (sizes[a] == sizes[b] || !badThen || !differ || !facts.impossible(*badThen))
          continue;
        isl::set different = parameterSetOf(*differ).intersect(facts.runs(statement));
        if (different.intersect(facts.knownFor(bad)).is_subset(bad))
          return other;
      }
    return std::nullopt;
  }

  /// A[i*m + j] of malloc(n*m): the elements at the ends of the range that the view gives.
  void checkFlat(int array, const Polynomial &count, const Delinearization *views) {
    if (!views)
      return;
    auto ranges = RangeSearch(facts).rangesOf(views->arrays[array]);
    for (const AccessRange &range : ranges.value_or(std::vector<AccessRange>{})) {
      const ScopAccess &access = scop.statements[range.statement].accesses[range.access];
      const std::string text = scop.arrays[array].name + brackets(access.subscripts);
      if (!range.cornersRun)
        continue;
      bool below = facts.proves(Condition::less(range.low.front(), Polynomial(0)));
      bool above = facts.proves(Condition::lessEqual(count, range.high.front()));
      std::optional<std::string> swapped = exchangedStrides(range, access, count, *views);
      std::string fix =
          swapped ? "; did you mean " + scop.arrays[array].name + "[" + *swapped + "]?" : "";
      if (below || above)
        tell("lint-out-of-range",
             text + " leaves the " + count.str() + " elements of " + scop.arrays[array].name +
                 " whenever it runs: it reaches " +
                 (above ? range.high.front() : range.low.front()).str() + fix,
             access.where);
      else if (swapped)
        tell("lint-swapped-sizes",
             text + " fits the " + count.str() + " elements of " + scop.arrays[array].name +
                 " row by row only if two sizes are equal" + fix,
             access.where);
    }
  }

  /// The index with two parameters exchanged in its strides, when that is in range
  /// wherever anything runs, and the index as it stands only where they are equal.
  std::optional<std::string> exchangedStrides(const AccessRange &range, const ScopAccess &access,
                                              const Polynomial &count,
                                              const Delinearization &views) const {
    auto uses = indexUses(scop, access.array);
    if (!uses)
      return std::nullopt;
    auto use = std::find_if(uses->begin(), uses->end(), [&](const IndexUse &other) {
      return other.statement == range.statement && other.access == range.access;
    });
    std::set<std::string> candidates = count.symbols();
    Condition fits =
        Condition::conjunction({views.validity, Condition::less(range.high.front(), count)});
    for (const std::string &p : use == uses->end() ? std::set<std::string>{} : use->rest.symbols())
      candidates.insert(p);
    if (use == uses->end())
      return std::nullopt;
    for (const auto &[iterator, stride] : use->strides)
      for (const std::string &p : stride.symbols())
        for (const std::string &q : candidates) {
          if (p == q || stride.contains(q))
            continue;
          Polynomial index = use->rest;
          for (const auto &[other, value] : use->strides)
            index += Polynomial::symbol(other) *
                     value.substitute({{p, Polynomial::symbol(q)}, {q, Polynomial::symbol(p)}});
          if (staysBelow(range.statement, index, count) && onlyWhereEqual(fits, p, q))
            return index.str();
        }
    return std::nullopt;
  }

  bool staysBelow(int statement, const Polynomial &index, const Polynomial &count) const {
    std::vector<Polynomial> highest = endpointBounds(facts, statement, index, true);
    return !highest.empty() &&
           std::all_of(highest.begin(), highest.end(), [&](const Polynomial &high) {
             return facts.proves(Condition::less(high, count));
           });
  }

  /// By enumeration of small sizes: the condition holds for some of them, and only where p == q.
  /// The condition is not affine, and solving it exactly would not make the warning more likely to
  /// be right.
  bool onlyWhereEqual(const Condition &condition, const std::string &p,
                      const std::string &q) const {
    constexpr int64_t kLeast = 2, kGreatest = 5;
    constexpr size_t kMostSymbols = 6;
    std::set<std::string> symbols = condition.symbols();
    symbols.insert({p, q});
    if (symbols.size() > kMostSymbols)
      return false;
    std::map<std::string, int64_t> point;
    for (const std::string &symbol : symbols)
      point[symbol] = kLeast;
    bool holds = false;
    while (true) {
      std::optional<bool> here = condition.evaluate(point);
      if (!here || (*here && point[p] != point[q]))
        return false;
      holds = holds || *here;
      auto next = point.begin();
      for (; next != point.end() && next->second == kGreatest; ++next)
        next->second = kLeast;
      if (next == point.end())
        return holds;
      ++next->second;
    }
  }

  const Scop &scop;
  const DomainFacts &facts;
};

} // namespace

std::vector<LintFinding> lint(const DomainFacts &facts, const ViewChoices &choices,
                              const Delinearization *views) {
  const Scop &scop = facts.scop();
  std::vector<LintFinding> found;
  if (views)
    for (const Assumption &assumption : views->assumptions)
      if (assumption.kind == AssumptionKind::InBounds && assumption.verdict == Verdict::Refuted)
        found.push_back({"lint-never-valid",
                         "for no sizes does it hold that " + assumption.describe(),
                         assumption.where});
  SourceRange where = scop.nest.root ? scop.nest.root->range : SourceRange{};
  auto check = [&]() -> Outcome<std::vector<LintFinding>> {
    std::vector<LintFinding> told;
    if (views)
      told = lintConditions(facts, choices, *views);
    bool anyDeclared = false;
    for (size_t a = 0; a < scop.arrays.size(); ++a)
      anyDeclared = anyDeclared || declaredExtents(scop, a);
    if (!anyDeclared)
      return told;
    Linter linter(facts);
    linter.checkAccesses(views);
    told.insert(told.end(), linter.found.begin(), linter.found.end());
    return told;
  };
  auto checked = runIsl(facts.context(), where, "the warnings", check);
  if (checked)
    found.insert(found.end(), checked->begin(), checked->end());
  return found;
}

} // namespace acc
