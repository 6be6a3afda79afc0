#include "analysis/delinearize/Shapes.h"

#include <algorithm>

namespace acc {
namespace {

constexpr size_t kMaxDivisors = 14;
constexpr size_t kMaxShapes = 96;
// How far a constant in a size is looked for around the one that a stride shows.
constexpr int kScan = 4;

void addDistinct(std::vector<Polynomial> &all, const Polynomial &value) {
  Polynomial candidate = withoutSign(value);
  bool isUnit = candidate.isZero() || candidate == Polynomial(1);
  if (!isUnit && all.size() < kMaxDivisors &&
      std::find(all.begin(), all.end(), candidate) == all.end())
    all.push_back(candidate);
}

/// Adds the gcds of pairs until nothing new appears.
void closeUnderGcd(std::vector<Polynomial> &all) {
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      addDistinct(all, Polynomial::gcd(all[i], all[j]));
  std::sort(all.begin(), all.end(), coarserStride);
}

struct ChainWalk {
  const std::vector<Polynomial> &divisors;
  std::vector<Shape> shapes;
  std::vector<Polynomial> chain;

  void finish() {
    if (chain.empty())
      return;
    Shape shape;
    for (size_t k = 0; k + 1 < chain.size(); ++k)
      shape.push_back(*chain[k].dividedBy(chain[k + 1]));
    shape.push_back(chain.back());
    shapes.push_back(shape);
  }

  void from(size_t start) {
    if (shapes.size() >= kMaxShapes)
      return;
    finish();
    if (chain.size() + 1 >= kMaxRank)
      return;
    for (size_t next = start; next < divisors.size(); ++next) {
      if (!chain.empty() && !chain.back().dividedBy(divisors[next]))
        continue;
      chain.push_back(divisors[next]);
      from(next + 1);
      chain.pop_back();
    }
  }
};

std::vector<Shape> chainsOf(std::vector<Polynomial> divisors) {
  closeUnderGcd(divisors);
  ChainWalk walk{divisors, {}, {}};
  walk.from(0);
  std::stable_sort(walk.shapes.begin(), walk.shapes.end(),
                   [](const Shape &a, const Shape &b) { return a.size() > b.size(); });
  return walk.shapes;
}

Polynomial monomialOf(const Term &term) {
  Term unit = term;
  unit.coefficient = 1;
  return Polynomial::fromTerm(unit);
}

/// {n*m + n, m} -> the monomials n*m, n, m: what the slides' term sort starts from.
void addMonomials(std::vector<Polynomial> &all, const Polynomial &value) {
  for (const Term &term : value.terms())
    if (!term.powers.empty())
      addDistinct(all, monomialOf(term));
}

} // namespace

std::vector<Shape> strideShapes(const std::vector<Polynomial> &strides) {
  std::vector<Polynomial> divisors;
  for (const Polynomial &stride : strides)
    addDistinct(divisors, stride);
  return chainsOf(divisors);
}

std::vector<Shape> offsetShapes(const std::vector<IndexUse> &uses) {
  std::vector<Polynomial> divisors;
  // Without loops, only a product tells rows from offsets.
  bool hasRows = false;
  for (const IndexUse &use : uses) {
    addMonomials(divisors, use.rest);
    for (const Term &term : use.rest.terms())
      hasRows = hasRows || term.degree() > 1 || !use.strides.empty();
  }
  return hasRows ? chainsOf(divisors) : std::vector<Shape>{};
}

std::vector<Shape> monomialShapes(const std::vector<IndexUse> &uses) {
  std::vector<Polynomial> terms;
  for (const Polynomial &stride : pooledStrides(uses))
    addMonomials(terms, stride);
  return chainsOf(terms);
}

std::vector<Shape> fallbackShapes(const std::vector<IndexUse> &uses) {
  std::vector<Polynomial> strides = pooledStrides(uses);
  std::vector<Shape> all;
  auto add = [&](const std::vector<Polynomial> &divisors) {
    for (Shape &shape : chainsOf(divisors))
      if (std::find(all.begin(), all.end(), shape) == all.end())
        all.push_back(std::move(shape));
  };
  std::vector<Polynomial> primitive = strides, terms, factors = strides, near;
  for (const Polynomial &stride : strides) {
    if (auto part = stride.dividedBy(Polynomial(std::max<int64_t>(stride.content(), 1))))
      addDistinct(primitive, *part);
    addMonomials(terms, stride);
    for (const auto &[factor, multiplicity] : stride.factors())
      if (!factor.constant())
        addDistinct(factors, factor);
  }
  add(primitive);
  add(terms);
  add(factors);
  for (const IndexUse &use : uses)
    addMonomials(terms, use.rest);
  add(terms);
  for (const Polynomial &factor : factors) {
    bool isShiftedParameter =
        factor.totalDegree([](const std::string &) { return true; }) == 1 && factor.content() == 1;
    for (int a = -kScan; isShiftedParameter && a <= kScan; ++a)
      if (a != 0)
        near.push_back(factor + Polynomial(a));
  }
  for (const Polynomial &size : near) {
    std::vector<Polynomial> divisors{size};
    for (const Polynomial &stride : strides)
      if (stride.dividedBy(size))
        addDistinct(divisors, stride);
    add(divisors);
  }
  return all;
}

} // namespace acc
