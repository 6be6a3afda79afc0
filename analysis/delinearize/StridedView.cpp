#include "analysis/delinearize/StridedView.h"

#include <algorithm>
#include <numeric>

namespace acc {
namespace {

// All orders of up to this many strides of unknown size: 3! alternatives.
constexpr size_t kMaxPermuted = 3;
// Ways to split one offset between the strides.
constexpr size_t kMaxSplits = 6;

struct Stride {
  Polynomial primitive;
  int64_t content = 0;
  Polynomial value() const { return primitive * Polynomial(content); }
};

/// The strides up to constant factors, in the order of the loops that walk
/// them; the unit stride last.
std::vector<Stride> basisOf(const Scop &scop, const std::vector<IndexUse> &uses) {
  std::vector<Stride> basis;
  Stride unit{Polynomial(1), 1};
  for (const ScopLoop &loop : scop.loops)
    for (const IndexUse &use : uses) {
      auto found = use.strides.find(loop.name);
      if (found == use.strides.end())
        continue;
      Polynomial stride = withoutSign(found->second);
      int64_t content = std::max<int64_t>(stride.content(), 1);
      if (stride.constant())
        continue;
      Polynomial primitive = *stride.dividedBy(Polynomial(content));
      auto known = std::find_if(basis.begin(), basis.end(),
                                [&](const Stride &s) { return s.primitive == primitive; });
      if (known == basis.end())
        basis.push_back({primitive, content});
      else
        known->content = std::gcd(known->content, content);
    }
  // Accesses that lie apart by a part of a stride: 3*C and C.
  for (const Polynomial &offset : offsetStrides(uses)) {
    int64_t content = std::max<int64_t>(offset.content(), 1);
    auto primitive = offset.dividedBy(Polynomial(content));
    for (Stride &stride : basis)
      if (primitive && stride.primitive == *primitive)
        stride.content = std::gcd(stride.content, content);
  }
  basis.push_back(unit);
  return basis;
}

/// The constant c for which value - c*stride lacks the stride's leading term.
int64_t multipleIn(const Polynomial &value, const Polynomial &stride) {
  Term lead = stride.terms().front();
  for (const Term &term : value.terms())
    if (term.powers == lead.powers)
      return term.coefficient / lead.coefficient;
  return 0;
}

/// An index split between the strides of a basis.
using Digits = std::vector<Polynomial>;

/// The iterators of an index, each in the dimension of its stride.
Digits walkOf(const IndexUse &use, const std::vector<Stride> &basis) {
  Digits subscripts(basis.size());
  for (const auto &[iterator, stride] : use.strides)
    for (size_t k = 0; k < basis.size(); ++k)
      if (auto factor = stride.dividedBy(basis[k].value()); factor && factor->constant()) {
        subscripts[k] += *factor * Polynomial::symbol(iterator);
        break;
      }
  return subscripts;
}

/// Ways to split what does not depend on iterators, the one that leaves least over first.
///   n - 1 by (stride, n, 1)     ->   (0, 1, -1), (0, 0, n - 1)
///   w*n - 1                     ->   (0, 0, w*n - 1), (0, w, -1), (0, w - 1, n - 1)
std::vector<Digits> splitsOf(const Polynomial &rest, const std::vector<Stride> &basis) {
  std::vector<std::pair<Digits, Polynomial>> partial{{Digits(), rest}};
  for (size_t k = 0; k + 1 < basis.size(); ++k) {
    const Polynomial size = basis[k].value();
    std::vector<std::pair<Digits, Polynomial>> next;
    auto add = [&](const std::pair<Digits, Polynomial> &from, const Polynomial &digit) {
      std::pair<Digits, Polynomial> one = from;
      one.first.push_back(digit);
      one.second -= digit * size;
      bool isKnown = std::any_of(next.begin(), next.end(),
                                 [&](const auto &other) { return other.first == one.first; });
      if (!isKnown && next.size() < kMaxSplits)
        next.push_back(std::move(one));
    };
    for (const auto &from : partial) {
      add(from, Polynomial(multipleIn(from.second, size)));
      for (const SizeDivision &division : divideBySize(from.second, size))
        if (!division.quotient.isZero())
          for (int fold : {0, -1})
            add(from, division.quotient + Polynomial(fold));
      add(from, Polynomial(0));
    }
    partial = std::move(next);
  }
  std::vector<Digits> all;
  for (auto &[digits, left] : partial) {
    digits.push_back(left);
    all.push_back(std::move(digits));
  }
  return all;
}

struct Span {
  Polynomial low, width;
  /// Where it does not hold, some use may lie outside.
  Condition needs = Condition::always();
};

/// `value` is at least 0 at all instances of the statement where this holds: a condition on the
/// ends of its loops that holds anyway wherever some use's statement runs. None where there is
/// none.
std::optional<Condition> whereNonNegative(const DomainFacts &facts,
                                          const std::vector<IndexUse> &uses, int statement,
                                          const Polynomial &value) {
  if (facts.nonNegative(statement, value))
    return Condition::always();
  const std::vector<Polynomial> ends = facts.least(statement, value);
  const bool isLittle =
      ends.size() == 1 && std::any_of(uses.begin(), uses.end(), [&](const IndexUse &use) {
        return facts.nonNegative(use.statement, ends.front());
      });
  return isLittle ? std::optional(Condition::nonNegative(ends.front())) : std::nullopt;
}

/// A window around one subscript of all uses: one that needs nothing where there is one.
///   s[n - 1] and, where k < n - 1, s[k]   ->   0 to n - 1, needs n > 0
std::optional<Span> spanOf(const DomainFacts &facts, const std::vector<IndexUse> &uses,
                           const std::vector<std::vector<Polynomial>> &subscripts, size_t k) {
  using Bound = std::pair<Polynomial, Condition>;
  auto bound = [&](bool greatest) -> std::optional<Bound> {
    std::optional<Bound> conditional;
    for (size_t u = 0; u < uses.size(); ++u) {
      const Polynomial &value = subscripts[u][k];
      for (const Polynomial &candidate : greatest ? facts.greatest(uses[u].statement, value)
                                                  : facts.least(uses[u].statement, value)) {
        std::vector<Condition> needs;
        bool holds = true;
        for (size_t other = 0; holds && other < uses.size(); ++other) {
          Polynomial slack = candidate - subscripts[other][k];
          auto where =
              whereNonNegative(facts, uses, uses[other].statement, greatest ? slack : -slack);
          holds = where.has_value();
          if (holds && !where->isTrue())
            needs.push_back(*where);
        }
        if (holds && needs.empty())
          return Bound{candidate, Condition::always()};
        if (holds && !conditional)
          conditional = Bound{candidate, Condition::conjunction(needs)};
      }
    }
    return conditional;
  };
  auto low = bound(false), high = bound(true);
  if (!low || !high)
    return std::nullopt;
  return Span{low->first, high->first - low->first + Polynomial(1),
              Condition::conjunction({low->second, high->second})};
}

/// The strides in `order`, each beyond what the later ones span.
Condition orderedBy(const DomainFacts &facts, const std::vector<size_t> &order,
                    const std::vector<Polynomial> &strides, const std::vector<Span> &spans) {
  std::vector<Condition> all;
  Polynomial reach; // of the finer dimensions
  for (size_t at = order.size(); at-- > 0;) {
    Condition apart = Condition::less(reach, strides[order[at]]);
    if (!facts.proves(apart))
      all.push_back(apart);
    reach += strides[order[at]] * (spans[order[at]].width - Polynomial(1));
  }
  std::reverse(all.begin(), all.end());
  return Condition::conjunction(all);
}

/// A stride comes before another one of which it is a multiple: with the order
/// turned round the windows would be one wide, and then any order will do.
bool isOrder(const DomainFacts &facts, const std::vector<size_t> &order,
             const std::vector<Polynomial> &strides) {
  for (size_t later = 1; later < order.size(); ++later)
    for (size_t earlier = 0; earlier < later; ++earlier) {
      auto factor = strides[order[later]].dividedBy(strides[order[earlier]]);
      bool isMultiple =
          factor && (std::find(strides.begin(), strides.end(), *factor) != strides.end() ||
                     facts.proves(Condition::less(Polynomial(0), *factor)));
      if (isMultiple && !(*factor == Polynomial(1)))
        return false;
    }
  return true;
}

/// Alternatives that imply no other one.
std::vector<Condition> weakest(const DomainFacts &facts, std::vector<Condition> alternatives) {
  for (size_t k = alternatives.size(); k-- > 0;)
    for (size_t other = 0; other < alternatives.size(); ++other)
      if (other != k &&
          facts.proves(Condition::disjunction({alternatives[k].negated(), alternatives[other]}))) {
        alternatives.erase(alternatives.begin() + k);
        break;
      }
  return alternatives;
}

/// The view with these splits, one per use.
std::optional<ViewCandidate> viewWith(const DomainFacts &facts, const std::vector<IndexUse> &uses,
                                      const std::vector<Stride> &basis,
                                      const std::vector<const Digits *> &splits, bool eitherSign) {
  ViewCandidate candidate;
  candidate.view.kind = ViewKind::Strided;
  for (const Stride &stride : basis)
    candidate.view.strides.push_back(stride.value());
  // What all accesses share moves the base, not the window.
  candidate.view.offset = splits.front()->back();
  for (size_t u = 0; u < uses.size(); ++u) {
    Digits subscripts = walkOf(uses[u], basis);
    Polynomial value = candidate.view.offset;
    for (size_t k = 0; k < basis.size(); ++k)
      subscripts[k] += (*splits[u])[k];
    subscripts.back() -= candidate.view.offset;
    for (size_t k = 0; k < basis.size(); ++k)
      value += subscripts[k] * candidate.view.strides[k];
    if (!(value == uses[u].index))
      return std::nullopt;
    candidate.subscripts.push_back(std::move(subscripts));
  }
  std::vector<Span> spans;
  std::vector<Condition> needs;
  for (size_t k = 0; k < basis.size(); ++k) {
    auto span = spanOf(facts, uses, candidate.subscripts, k);
    if (!span)
      return std::nullopt;
    if (!span->needs.isTrue())
      needs.push_back(span->needs);
    spans.push_back(*span);
  }
  for (size_t k = 1; k < basis.size(); ++k) {
    candidate.view.sizes.push_back(spans[k].width);
    candidate.view.origin.push_back(spans[k].low);
  }
  std::vector<size_t> order(basis.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::vector<Condition> alternatives;
  bool permute = basis.size() - 1 <= kMaxPermuted;
  std::vector<Polynomial> steps = candidate.view.strides;
  for (bool negative : {false, true}) {
    if (negative && !eitherSign)
      break;
    for (size_t k = 0; negative && k + 1 < steps.size(); ++k)
      steps[k] = -steps[k];
    do
      if (!permute || isOrder(facts, order, steps))
        alternatives.push_back(orderedBy(facts, order, steps, spans));
    while (permute && std::next_permutation(order.begin(), order.end() - 1));
  }
  candidate.view.eitherSign = eitherSign;
  needs.push_back(Condition::disjunction(weakest(facts, alternatives)));
  candidate.validity = Condition::conjunction(needs);
  if (auto bad = conditionSet(facts.context(), "", {}, candidate.validity.negated()))
    candidate.bad = parameterSetOf(*bad);
  return candidate;
}

} // namespace

std::optional<ViewCandidate> stridedView(const DomainFacts &facts,
                                         const std::vector<IndexUse> &uses, bool eitherSign) {
  const std::vector<Stride> basis = basisOf(facts.scop(), uses);
  if (basis.size() > kMaxRank)
    return std::nullopt;
  std::map<Polynomial, std::vector<Digits>> splits; // by the offsets that are split
  size_t most = 0;
  for (const IndexUse &use : uses) {
    auto [place, isNew] = splits.try_emplace(use.rest);
    if (isNew)
      place->second = splitsOf(use.rest, basis);
    most = std::max(most, place->second.size());
  }
  std::map<Polynomial, size_t> chosen;
  std::optional<ViewCandidate> best;
  auto attempt = [&](const std::map<Polynomial, size_t> &choice) {
    std::vector<const Digits *> all;
    for (const IndexUse &use : uses) {
      const std::vector<Digits> &known = splits.at(use.rest);
      auto found = choice.find(use.rest);
      all.push_back(&known[std::min(found == choice.end() ? 0 : found->second, known.size() - 1)]);
    }
    auto view = viewWith(facts, uses, basis, all, eitherSign);
    if (!view || (best && !preferred(facts, *view, *best)))
      return;
    best = std::move(view);
    chosen = choice;
  };
  // All alike, then one offset after the other.
  for (size_t number = 0; number < most; ++number) {
    std::map<Polynomial, size_t> choice;
    for (const auto &[rest, known] : splits)
      choice[rest] = number;
    attempt(choice);
  }
  for (const auto &[rest, known] : splits)
    for (size_t number = 0; splits.size() > 1 && number < known.size(); ++number) {
      std::map<Polynomial, size_t> choice = chosen;
      choice[rest] = number;
      if (choice != chosen)
        attempt(choice);
    }
  return best;
}

} // namespace acc
