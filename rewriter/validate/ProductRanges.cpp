#include "rewriter/validate/ProductRanges.h"

#include "analysis/model/ScopIsl.h"
#include "analysis/support/IslInterop.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace acc {
namespace {

/// From the least to the greatest value; infinite ends are not known.
struct ProductRange {
  isl::val low, high;

  void meet(const ProductRange &other) {
    low = low.max(other.low);
    high = high.min(other.high);
  }
};

/// 0 times what has no limit is 0.
isl::val product(const isl::val &a, const isl::val &b) {
  return a.is_zero() ? a : b.is_zero() ? b : a.mul(b);
}

ProductRange product(const ProductRange &a, const ProductRange &b) {
  ProductRange result{product(a.low, b.low), product(a.low, b.low)};
  for (const isl::val &corner : {product(a.low, b.high), product(a.high, b.low), product(a.high, b.high)}) {
    result.low = result.low.min(corner);
    result.high = result.high.max(corner);
  }
  return result;
}

class RangeTable {
public:
  explicit RangeTable(const isl::set &known)
      : known(makeSet(known.ctx(), "", {}, {}).intersect_params(known)) {}

  const ProductRange &given(const Monomial &monomial) {
    auto [entry, isNew] = givens.try_emplace(monomial);
    if (isNew)
      entry->second = inKnown(monomial);
    return entry->second;
  }
  ProductRange &found(const Monomial &monomial) { return founds.try_emplace(monomial, given(monomial)).first->second; }

  /// The bounds that are better than the given ones.
  Condition news() const {
    std::vector<Condition> parts;
    for (const auto &[monomial, range] : founds) {
      const ProductRange &old = givens.at(monomial);
      const Polynomial value = polynomialOf(monomial);
      if (auto low = range.low.gt(old.low) ? number(range.low) : std::nullopt)
        parts.push_back(Condition::lessEqual(Polynomial(*low), value));
      if (auto high = range.high.lt(old.high) ? number(range.high) : std::nullopt)
        parts.push_back(Condition::lessEqual(value, Polynomial(*high)));
    }
    return Condition::conjunction(parts);
  }

private:
  ProductRange inKnown(const Monomial &monomial) const {
    const isl::aff value = makeAff(known.ctx(), "", {}, *linearForm(polynomialOf(monomial), {}));
    return {known.min_val(value), known.max_val(value)};
  }
  /// None for what an index of 64 bits does not hold: as good as no bound.
  static std::optional<int64_t> number(const isl::val &value) {
    const bool fits = value.is_int() && value.abs().lt(isl::val(value.ctx(), "4611686018427387904"));
    return fits ? std::optional<int64_t>(value.num_si()) : std::nullopt;
  }

  isl::set known;
  std::map<Monomial, ProductRange> givens, founds;
};

} // namespace

Condition productRanges(const isl::set &known, const std::set<Monomial> &monomials) {
  if (monomials.empty() || known.is_empty())
    return Condition::always();
  std::vector<Monomial> ordered(monomials.begin(), monomials.end());
  std::stable_sort(ordered.begin(), ordered.end(), [](const Monomial &a, const Monomial &b) { return degreeOf(a) < degreeOf(b); });
  RangeTable table(known);
  const isl::val one(known.ctx(), 1), zero(known.ctx(), 0);
  for (const Monomial &whole : ordered)
    for (const Monomial &factor : properFactors(whole)) {
      const Monomial rest = quotient(whole, factor);
      const ProductRange range = product(table.found(factor), table.found(rest));
      table.found(whole).meet(range);
      if (factor == rest)
        table.found(whole).meet({zero, range.high});
    }
  for (auto whole = ordered.rbegin(); whole != ordered.rend(); ++whole)
    for (const Monomial &factor : properFactors(*whole)) {
      const ProductRange &rest = table.found(quotient(*whole, factor)), &range = table.found(*whole);
      if (rest.low.ge(one))
        table.found(factor).meet({range.low.min(zero).div(rest.low).ceil(), range.high.max(zero).div(rest.low).floor()});
    }
  return table.news();
}

} // namespace acc
