#include "analysis/delinearize/Strides.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

int degreeOf(const Polynomial &value) {
  return value.totalDegree([](const std::string &) { return true; });
}

int64_t magnitudeOf(const Polynomial &value) {
  int64_t greatest = 0;
  for (const Term &term : value.terms())
    greatest = std::max(greatest, std::abs(term.coefficient));
  return greatest;
}

} // namespace

Rejection noView(const Scop &scop, const IndexUse &use, const std::string &why) {
  const ScopAccess &access = scop.statements[use.statement].accesses[use.access];
  const std::string &name = scop.arrays[access.array].name;
  return {RejectionKind::NoView, access.where,
          name + "[" + use.index.str() + "]" + (why.empty() ? "" : " (" + why + ")")};
}

Outcome<std::vector<IndexUse>> indexUses(const Scop &scop, int array) {
  std::vector<IndexUse> uses;
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    const ScopStatement &statement = scop.statements[s];
    std::vector<std::string> iterators = scop.iteratorsOf(statement);
    for (size_t a = 0; a < statement.accesses.size(); ++a) {
      const ScopAccess &access = statement.accesses[a];
      if (access.array != array || access.subscripts.empty())
        continue;
      IndexUse use;
      use.statement = s;
      use.access = a;
      use.index = access.subscripts.front();
      use.when = access.when;
      if (use.index.overflowed())
        return noView(scop, use, "a coefficient exceeds 64 bits");
      use.rest = use.index;
      for (const std::string &iterator : iterators) {
        if (!use.index.contains(iterator))
          continue;
        Polynomial stride = use.index.coefficient(iterator, 1);
        bool linear = use.index.degree(iterator) == 1;
        for (const std::string &other : iterators)
          linear = linear && !stride.contains(other);
        if (!linear)
          return noView(scop, use, "the index is not linear in the loop variables");
        use.rest -= stride * Polynomial::symbol(iterator);
        use.strides[iterator] = stride;
      }
      for (const std::string &name : use.rest.symbols())
        if (scop.isIterator(name))
          return noView(scop, use, "a loop variable is used outside its loop");
      uses.push_back(std::move(use));
    }
  }
  return uses;
}

Polynomial withoutSign(const Polynomial &value) {
  std::vector<Term> terms = value.terms();
  return !terms.empty() && terms.front().coefficient < 0 ? -value : value;
}

bool coarserStride(const Polynomial &a, const Polynomial &b) {
  int left = degreeOf(a), right = degreeOf(b);
  if (left != right)
    return left > right;
  int64_t x = magnitudeOf(a), y = magnitudeOf(b);
  return x != y ? x > y : a < b;
}

std::vector<Polynomial> pooledStrides(const std::vector<IndexUse> &uses) {
  std::vector<Polynomial> all;
  for (const IndexUse &use : uses)
    for (const auto &[iterator, stride] : use.strides)
      all.push_back(withoutSign(stride));
  std::sort(all.begin(), all.end(), coarserStride);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<Polynomial> offsetStrides(const std::vector<IndexUse> &uses) {
  std::vector<Polynomial> strides = pooledStrides(uses);
  auto isUnit = [](const Polynomial &value) { return value.constant().has_value(); };
  bool hasRows = !std::all_of(strides.begin(), strides.end(), isUnit);
  std::vector<Polynomial> found;
  auto add = [&](Polynomial value) {
    for (const Polynomial &stride : strides) {
      const std::vector<Term> terms = value.terms();
      for (const Term &term : terms) {
        const Term lead = stride.terms().front();
        if (!isUnit(stride) && term.powers == lead.powers &&
            term.coefficient % lead.coefficient == 0)
          value -= Polynomial(term.coefficient / lead.coefficient) * stride;
      }
    }
    value = withoutSign(value);
    bool isRelated =
        !hasRows || std::any_of(strides.begin(), strides.end(), [&](const auto &stride) {
          return !isUnit(stride) && (value.dividedBy(stride) || stride.dividedBy(value));
        });
    if (!isUnit(value) && isRelated && std::find(found.begin(), found.end(), value) == found.end())
      found.push_back(value);
  };
  for (const IndexUse &use : uses)
    if (!(use.rest == uses.front().rest)) {
      add(uses.front().rest);
      add(use.rest);
      add(use.rest - uses.front().rest);
    }
  // 2*m lies two m further: no dimension of its own.
  const std::vector<Polynomial> all = found;
  std::erase_if(found, [&](const Polynomial &value) {
    return std::any_of(all.begin(), all.end(), [&](const Polynomial &part) {
      auto times = value.dividedBy(part);
      return times && times->constant() && !(*times == Polynomial(1));
    });
  });
  return found;
}

std::vector<Polynomial> counterStrides(const Scop &scop, const std::vector<IndexUse> &uses) {
  auto movesWithLoops = [&](const Polynomial &bound) {
    for (const std::string &name : bound.symbols())
      if (scop.isIterator(name))
        return true;
    return false;
  };
  std::vector<IndexUse> counted = uses;
  for (IndexUse &use : counted) {
    const ScopStatement &statement = scop.statements[use.statement];
    for (size_t depth = statement.loops.size(); depth-- > 0;) {
      const ScopLoop &loop = scop.loops[statement.loops[depth]];
      auto start = std::find_if(loop.first.begin(), loop.first.end(), movesWithLoops);
      if (start != loop.first.end())
        use.index = use.index.substitute({{loop.name, Polynomial::symbol(loop.name) + *start}});
    }
    use.strides.clear();
    for (const std::string &iterator : scop.iteratorsOf(statement))
      if (Polynomial stride = use.index.coefficient(iterator, 1); !stride.isZero())
        use.strides[iterator] = stride;
  }
  return pooledStrides(counted);
}

} // namespace acc
