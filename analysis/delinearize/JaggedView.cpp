#include "analysis/delinearize/JaggedView.h"

#include <algorithm>
#include <array>

namespace acc {
namespace {

const char *const kRow = "r"; // the name that reports use for s_0
constexpr std::array<int, 5> kRowOffsets = {0, 1, -1, 2, -2};

bool isInvariant(const Scop &scop, const Polynomial &value) {
  for (const std::string &name : value.symbols())
    if (scop.isIterator(name))
      return false;
  return true;
}

struct Place {
  Polynomial row, column;
};

/// start(r) with the row that reads `columns` from zero, if it has one.
class RowSearch {
public:
  RowSearch(const DomainFacts &facts, const std::vector<IndexUse> &uses)
      : facts(facts), scop(facts.scop()), uses(uses) {}

  std::optional<ViewCandidate> best() const {
    std::optional<ViewCandidate> found;
    for (const Polynomial &start : starts()) {
      auto candidate = viewFor(start);
      if (!candidate || candidate->validity.isFalse())
        continue;
      if (!found || preferred(facts, *candidate, *found))
        found = std::move(candidate);
      if (found->validity.isTrue())
        break;
    }
    return found;
  }

private:
  /// R for each access that is quadratic in one of its loop variables: all that
  /// the variable contributes, then also the least of what is left.
  std::vector<Polynomial> starts() const {
    std::vector<Polynomial> all;
    auto add = [&](const Polynomial &start) {
      if (!start.contains(kRow) && std::find(all.begin(), all.end(), start) == all.end())
        all.push_back(start);
    };
    for (const IndexUse &use : uses)
      for (const std::string &x : scop.iteratorsOf(scop.statements[use.statement])) {
        if (use.index.degree(x) != 2)
          continue;
        Polynomial square = use.index.coefficient(x, 2), slope = use.index.coefficient(x, 1);
        if (!square.symbols().empty() || !isInvariant(scop, slope))
          continue;
        Polynomial v = Polynomial::symbol(x);
        Polynomial own = square * v * v + slope * v;
        for (const Polynomial &least : leastBeside(use, x, use.index - own))
          add((own + least).substitute({{x, Polynomial::symbol(kPlaceholder)}}));
        add(own.substitute({{x, Polynomial::symbol(kPlaceholder)}}));
      }
    return all;
  }

  /// The least value of `rest` for each value of the loop variable `x`: the
  /// other variables at the ends of their loops.
  std::vector<Polynomial> leastBeside(const IndexUse &use, const std::string &x,
                                      Polynomial rest) const {
    const std::vector<int> &loops = scop.statements[use.statement].loops;
    for (size_t k = loops.size(); k-- > 0;) {
      const ScopLoop &loop = scop.loops[loops[k]];
      if (loop.name == x || !rest.contains(loop.name))
        continue;
      auto slope = rest.coefficient(loop.name, 1).constant();
      if (rest.degree(loop.name) != 1 || !slope)
        return {};
      bool atFirst = (*slope > 0) == (loop.step > 0);
      Polynomial end =
          atFirst ? loop.first.front() : loop.end.front() + Polynomial(loop.step > 0 ? -1 : 1);
      rest = rest.substitute({{loop.name, end}});
    }
    for (const std::string &name : rest.symbols())
      if (name != x && scop.isIterator(name))
        return {};
    return {rest};
  }

  std::optional<ViewCandidate> viewFor(const Polynomial &start) const {
    Polynomial r = Polynomial::symbol(kPlaceholder);
    Polynomial length = start.substitute({{kPlaceholder, r + Polynomial(1)}}) - start;
    if (length.denominator() != 1)
      return std::nullopt;
    ViewCandidate candidate;
    isl::set bad = facts.emptyParameterSet();
    for (const IndexUse &use : uses) {
      std::optional<Place> chosen;
      std::optional<isl::set> chosenBad;
      for (const Place &place : placesOf(use, start)) {
        auto outside = facts.outside(use.statement, place.column, Polynomial(0),
                                     length.substitute({{kPlaceholder, place.row}}));
        if (!outside)
          continue;
        if (facts.impossible(*outside))
          outside = facts.emptyParameterSet();
        if (!chosen || outside->is_strict_subset(*chosenBad)) {
          chosen = place;
          chosenBad = outside;
        }
      }
      if (!chosen)
        return std::nullopt;
      bad = bad.unite(*chosenBad);
      candidate.subscripts.push_back({chosen->row, chosen->column});
    }
    candidate.bad = bad.coalesce();
    auto validity = facts.exclude(*candidate.bad);
    if (!validity)
      return std::nullopt;
    candidate.validity = *validity;
    candidate.view.kind = ViewKind::Jagged;
    candidate.view.rowStart = start.substitute({{kPlaceholder, Polynomial::symbol(kRow)}});
    candidate.view.rowLength = length.substitute({{kPlaceholder, Polynomial::symbol(kRow)}});
    candidate.view.sizes = {widthOf(candidate)};
    candidate.view.origin = {Polynomial(0)};
    return candidate;
  }

  /// (s_0, s_1) with start(s_0) + s_1 == index, both affine.
  std::vector<Place> placesOf(const IndexUse &use, const Polynomial &start) const {
    std::vector<std::string> iterators = scop.iteratorsOf(scop.statements[use.statement]);
    std::vector<Polynomial> rows;
    for (const std::string &x : iterators)
      if (use.index.degree(x) == 2)
        for (int offset : kRowOffsets)
          rows.push_back(Polynomial::symbol(x) + Polynomial(offset));
    if (rows.empty())
      for (int offset : kRowOffsets)
        rows.push_back(Polynomial(offset));
    std::vector<Place> places;
    for (const Polynomial &row : rows) {
      Polynomial column = use.index - start.substitute({{kPlaceholder, row}});
      if (column.denominator() == 1 && isAffineIn(column, iterators))
        places.push_back({row, column});
    }
    return places;
  }

  /// A bound of the widths of the rows over parameters; 0 when none is found.
  Polynomial widthOf(const ViewCandidate &candidate) const {
    for (size_t u = 0; u < uses.size(); ++u)
      for (const Polynomial &most : facts.greatest(uses[u].statement, candidate.subscripts[u][1])) {
        bool holds = true;
        for (size_t other = 0; holds && other < uses.size(); ++other)
          holds = facts.nonNegative(uses[other].statement, most - candidate.subscripts[other][1]);
        if (holds)
          return most + Polynomial(1);
      }
    return Polynomial(0);
  }

  // No name of the source: parameters may be called "r", too.
  static constexpr const char *kPlaceholder = "#row";

  const DomainFacts &facts;
  const Scop &scop;
  const std::vector<IndexUse> &uses;
};

} // namespace

bool needsRows(const Scop &scop, int array) {
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.array == array)
        for (const std::string &iterator : scop.iteratorsOf(statement))
          if (access.subscripts.front().degree(iterator) == 2)
            return true;
  return false;
}

std::vector<IndexUse> plainUses(const Scop &scop, int array) {
  std::vector<IndexUse> uses;
  for (size_t s = 0; s < scop.statements.size(); ++s)
    for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a)
      if (scop.statements[s].accesses[a].array == array) {
        IndexUse use;
        use.statement = static_cast<int>(s);
        use.access = static_cast<int>(a);
        use.index = scop.statements[s].accesses[a].subscripts.front();
        uses.push_back(std::move(use));
      }
  return uses;
}

Outcome<ViewCandidate> jaggedView(const DomainFacts &facts, int array) {
  std::vector<IndexUse> uses = plainUses(facts.scop(), array);
  auto found = RowSearch(facts, uses).best();
  if (!found)
    return noView(facts.scop(), uses.front(), "its rows overlap or differ between accesses");
  for (size_t u = 0; u < uses.size(); ++u)
    if (!(found->view.rowStart.substitute({{kRow, found->subscripts[u][0]}}) +
              found->subscripts[u][1] ==
          uses[u].index))
      return noView(facts.scop(), uses[u], "the rows do not reproduce its address");
  return *found;
}

std::optional<ElementRange> jaggedRange(const DomainFacts &facts, const ArrayView &view,
                                        const std::vector<ViewAccess> &accesses) {
  ElementRange range;
  auto startAt = [&](const Polynomial &row) { return view.rowStart.substitute({{kRow, row}}); };
  for (const ViewAccess &use : accesses) {
    if (facts.impossible(facts.runs(use.statement)))
      continue;
    // Only rows that are accessed are known to follow each other, so the bounds
    // must be met, which they are on a convex domain.
    for (const Condition &part : facts.scop().statements[use.statement].condition.conjuncts())
      if (part.kind() == Condition::Kind::Or)
        return std::nullopt;
    auto least = facts.least(use.statement, use.subscripts[0]);
    auto most = facts.greatest(use.statement, use.subscripts[0]);
    if (least.empty() || most.empty())
      return std::nullopt;
    int64_t scale = view.rowStart.denominator();
    for (const Polynomial &row : least) {
      // Rows follow each other: no element lies before the first one.
      Polynomial low = startAt(row);
      if (scale > 1 && (!low.constant() || *low.constant() < 0))
        return std::nullopt;
      range.low.push_back(low);
    }
    // Nor behind the row after the last; a fraction is rounded up to its numerator,
    // which is at least as great because no element lies below zero.
    for (const Polynomial &row : most)
      range.high.push_back(Polynomial(scale) * startAt(row + Polynomial(1)) - Polynomial(1));
  }
  for (std::vector<Polynomial> *side : {&range.low, &range.high}) {
    std::sort(side->begin(), side->end());
    side->erase(std::unique(side->begin(), side->end()), side->end());
  }
  return range;
}

} // namespace acc
