#include "analysis/delinearize/StridedView.h"

#include <algorithm>
#include <numeric>

namespace acc {
namespace {

// All orders of up to this many strides of unknown size: 3! alternatives.
constexpr size_t kMaxPermuted = 3;

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

std::vector<Polynomial> subscriptsOf(const IndexUse &use, const std::vector<Stride> &basis) {
  std::vector<Polynomial> subscripts(basis.size());
  for (const auto &[iterator, stride] : use.strides)
    for (size_t k = 0; k < basis.size(); ++k)
      if (auto factor = stride.dividedBy(basis[k].value()); factor && factor->constant()) {
        subscripts[k] += *factor * Polynomial::symbol(iterator);
        break;
      }
  Polynomial rest = use.rest;
  for (size_t k = 0; k + 1 < basis.size(); ++k) {
    Polynomial multiple(multipleIn(rest, basis[k].value()));
    subscripts[k] += multiple;
    rest -= multiple * basis[k].value();
  }
  subscripts.back() += rest;
  return subscripts;
}

struct Span {
  Polynomial low, width;
};

/// An affine window around one subscript of all uses.
std::optional<Span> spanOf(const DomainFacts &facts, const std::vector<IndexUse> &uses,
                           const std::vector<std::vector<Polynomial>> &subscripts, size_t k) {
  auto bound = [&](bool greatest) -> std::optional<Polynomial> {
    for (size_t u = 0; u < uses.size(); ++u) {
      const Polynomial &value = subscripts[u][k];
      for (const Polynomial &candidate : greatest ? facts.greatest(uses[u].statement, value)
                                                  : facts.least(uses[u].statement, value)) {
        bool holds = true;
        for (size_t other = 0; holds && other < uses.size(); ++other) {
          Polynomial slack = candidate - subscripts[other][k];
          holds = facts.nonNegative(uses[other].statement, greatest ? slack : -slack);
        }
        if (holds)
          return candidate;
      }
    }
    return std::nullopt;
  };
  auto low = bound(false), high = bound(true);
  if (!low || !high)
    return std::nullopt;
  return Span{*low, *high - *low + Polynomial(1)};
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

} // namespace

std::optional<ViewCandidate> stridedView(const DomainFacts &facts,
                                         const std::vector<IndexUse> &uses, bool eitherSign) {
  std::vector<Stride> basis = basisOf(facts.scop(), uses);
  if (basis.size() > kMaxRank)
    return std::nullopt;
  ViewCandidate candidate;
  candidate.view.kind = ViewKind::Strided;
  for (const Stride &stride : basis)
    candidate.view.strides.push_back(stride.value());
  for (const IndexUse &use : uses)
    candidate.subscripts.push_back(subscriptsOf(use, basis));
  // What all accesses share moves the base, not the window.
  Polynomial shared = candidate.subscripts.front().back();
  for (const auto &[iterator, stride] : uses.front().strides)
    shared -= shared.coefficient(iterator, 1) * Polynomial::symbol(iterator);
  candidate.view.offset = shared;
  std::vector<Span> spans;
  for (std::vector<Polynomial> &subscripts : candidate.subscripts)
    subscripts.back() -= shared;
  for (size_t u = 0; u < uses.size(); ++u) {
    Polynomial value = candidate.view.offset;
    for (size_t k = 0; k < basis.size(); ++k)
      value += candidate.subscripts[u][k] * candidate.view.strides[k];
    if (!(value == uses[u].index))
      return std::nullopt;
  }
  for (size_t k = 0; k < basis.size(); ++k) {
    auto span = spanOf(facts, uses, candidate.subscripts, k);
    if (!span)
      return std::nullopt;
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
  candidate.validity = Condition::disjunction(weakest(facts, alternatives));
  if (auto bad = conditionSet(facts.context(), "", {}, candidate.validity.negated()))
    candidate.bad = parameterSetOf(*bad);
  return candidate;
}

} // namespace acc
