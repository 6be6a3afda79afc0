#include "rewriter/validate/ViewCheck.h"

#include "analysis/delinearize/Certificate.h"
#include "rewriter/validate/NotProved.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace acc {
namespace {

/// Products of the sizes after each dimension.
std::vector<Polynomial> pitches(const ArrayView &view) {
  std::vector<Polynomial> result(view.rank(), Polynomial(1));
  for (size_t k = view.sizes.size(); k-- > 0;)
    result[k] = result[k + 1] * view.sizes[k];
  return result;
}

Polynomial indexOf(const ArrayView &view, const std::vector<Polynomial> &subscripts) {
  if (view.kind == ViewKind::Jagged)
    return view.rowStart.substitute({{"r", subscripts[0]}}) + subscripts[1];
  bool strided = view.kind == ViewKind::Strided;
  std::vector<Polynomial> steps = strided ? view.strides : pitches(view);
  Polynomial index = strided ? view.offset : Polynomial(0);
  for (size_t k = 0; k < subscripts.size(); ++k)
    index += subscripts[k] * steps[k];
  return index;
}

/// The polynomial vanishes, where need be by equations that the guard checks.
bool isZero(const GuardContext &guard, const Condition &validity, Polynomial value) {
  for (const auto &[name, solution] : equationsOf(validity))
    if (guard.implies(Condition::zero(Polynomial::symbol(name) - solution)))
      value = value.substitute({{name, solution}});
  return value.isZero();
}

/// low <= value < low + size on every instance where the access happens.
bool staysInside(const GuardContext &guard, const Scop &scop, const ScopStatement &statement,
                 const ScopAccess &access, const Polynomial &value, const Polynomial &low,
                 const Polynomial &size) {
  return guard.isNonNegativeOn(scop, statement, value - low, access.when) &&
         guard.isNonNegativeOn(scop, statement, low + size - 1 - value, access.when);
}

/// The least and the greatest value of a subscript over the loops around it; none where a loop's
/// part in it is not constant.
std::optional<std::pair<Polynomial, Polynomial>>
spanOf(const Scop &source, const ScopStatement &statement, const Polynomial &subscript) {
  Polynomial low = subscript, high = low;
  for (auto index = statement.loops.rbegin(); index != statement.loops.rend(); ++index) {
    const ScopLoop &loop = source.loops[*index];
    auto slope = low.coefficient(loop.name, 1).constant();
    if (!slope || low.degree(loop.name) > 1)
      return std::nullopt;
    Polynomial last = loop.end.front() - Polynomial(loop.step > 0 ? 1 : -1);
    bool rises = (*slope > 0) == (loop.step > 0);
    low = low.substitute({{loop.name, rises ? loop.first.front() : last}});
    high = high.substitute({{loop.name, rises ? last : loop.first.front()}});
  }
  return std::pair(low, high);
}

/// First value and count of the subscripts of the outermost dimension, from the loops around its
/// accesses and checked for all; none when they do not give it.
std::optional<std::pair<Polynomial, Polynomial>>
outermostSpan(const GuardContext &guard, const Scop &source, const RecoveredArray &array) {
  std::optional<std::pair<Polynomial, Polynomial>> all;
  for (const ViewAccess &use : array.accesses) {
    auto span = spanOf(source, source.statements[use.statement], use.subscripts[0]);
    if (!span)
      return std::nullopt;
    all = all ? all : span;
    if ((all->first - span->first).constant().value_or(0) > 0)
      all->first = span->first;
    if ((span->second - all->second).constant().value_or(0) > 0)
      all->second = span->second;
  }
  if (!all)
    return std::nullopt;
  auto &[low, high] = *all;
  Polynomial size = high - low + 1;
  for (const ViewAccess &use : array.accesses) {
    const ScopStatement &statement = source.statements[use.statement];
    if (!staysInside(guard, source, statement, statement.accesses[use.access], use.subscripts[0],
                     low, size))
      return std::nullopt;
  }
  return std::pair(low, size);
}

/// In this order (the widest first) each stride exceeds what all later dimensions span; those
/// that are no constants times `sign`.
Condition eachBeyondTheNext(const GuardContext &guard, const std::vector<Polynomial> &strides,
                            const std::vector<Polynomial> &sizes, const std::vector<size_t> &order,
                            int sign) {
  Polynomial span(1);
  std::vector<Condition> all;
  for (size_t at = order.size(); at-- > 0;) {
    const Polynomial &step = strides[order[at]];
    bool fixed = step.constant() || guard.isNonNegative(step - 1);
    Polynomial stride = fixed ? step : step * Polynomial(sign);
    all.push_back(Condition::lessEqual(span, stride));
    if (at > 0)
      span += stride * (sizes[order[at]] - 1);
  }
  return Condition::conjunction(all);
}

/// Dimensions whose order is tried at most.
constexpr size_t kMaxPermuted = 3;

/// Some order of the strides keeps the dimensions apart, whatever the parameters are.
bool stridesAreApart(const GuardContext &guard, const Scop &source, const RecoveredArray &array) {
  const ArrayView &view = array.view;
  std::vector<Polynomial> sizes = view.sizes;
  sizes.insert(sizes.begin(), Polynomial(0)); // of the outermost: not asked while it is widest
  std::vector<size_t> order(view.rank());
  std::iota(order.begin(), order.end(), size_t(0));
  auto inOrder = [&](int sign) {
    return eachBeyondTheNext(guard, view.strides, sizes, order, sign);
  };
  std::vector<Condition> some{inOrder(1), inOrder(-1)};
  if (guard.implies(Condition::disjunction(some)))
    return true;
  auto outermost =
      order.size() <= kMaxPermuted + 1 ? outermostSpan(guard, source, array) : std::nullopt;
  if (!outermost)
    return false;
  sizes.front() = outermost->second;
  while (std::next_permutation(order.begin(), order.end() - 1)) {
    some.push_back(inOrder(1));
    some.push_back(inOrder(-1));
  }
  return guard.implies(Condition::disjunction(some));
}

/// Distinct subscripts inside the windows have distinct addresses.
bool isInjective(const GuardContext &guard, const Scop &source, const RecoveredArray &array) {
  const ArrayView &view = array.view;
  switch (view.kind) {
  case ViewKind::Array:
    return true; // mixed radix: the windows are the digits
  case ViewKind::Strided:
    return stridesAreApart(guard, source, array);
  case ViewKind::Jagged: {
    // Rows follow each other without overlap. No row between two used ones has a
    // negative length: both have elements, and the length is linear.
    if (view.rowLength.degree("r") > 1)
      return false;
    Polynomial next = view.rowStart.substitute({{"r", Polynomial::symbol("r") + 1}});
    auto gap = (next - view.rowStart - view.rowLength).constant();
    return gap && *gap >= 0;
  }
  }
  return false;
}

/// The term of the highest degree, of these the one with the greatest coefficient.
Term leadingTerm(const Polynomial &value) {
  const std::vector<Term> terms = value.terms();
  return *std::max_element(terms.begin(), terms.end(), [](const Term &a, const Term &b) {
    return std::pair(a.degree(), std::abs(a.coefficient)) <
           std::pair(b.degree(), std::abs(b.coefficient));
  });
}

/// The terms of `value` that have all symbols of `divisor`, divided by it, coefficients rounded to
/// the nearest integer, halves towards zero: where the place in a row is a little before it, the
/// row counts on.
///   2*ldc + i - 1, ldc   ->   2       127*i, 64   ->   2*i
Polynomial nearestQuotient(const Polynomial &value, const Term &divisor) {
  Polynomial quotient;
  for (const Term &term : value.terms()) {
    Term part{0, term.powers};
    bool divides = true;
    for (const auto &[symbol, power] : divisor.powers) {
      auto found = part.powers.find(symbol);
      divides = divides && found != part.powers.end() && found->second >= power;
      if (divides && (found->second -= power) == 0)
        part.powers.erase(found);
    }
    if (!divides)
      continue;
    part.coefficient = term.coefficient / divisor.coefficient;
    int64_t rest = term.coefficient % divisor.coefficient;
    if (std::abs(rest) > std::abs(divisor.coefficient) / 2)
      part.coefficient += (rest < 0) == (divisor.coefficient < 0) ? 1 : -1;
    if (part.coefficient != 0)
      quotient += Polynomial::fromTerm(part);
  }
  return quotient;
}

} // namespace

Outcome<Ok> checkViews(const Scop &source, const Delinearization &views,
                       const GuardContext &guard) {
  for (const RecoveredArray &array : views.arrays) {
    const std::string &name = source.arrays[array.array].name;
    if (array.recovered && !isInjective(guard, source, array))
      return notProved("distinct subscripts of " + name + " may have the same address",
                       source.nest.root ? source.nest.root->range : SourceRange{});
    for (const ViewAccess &use : array.accesses) {
      const ScopStatement &statement = source.statements[use.statement];
      const ScopAccess &access = statement.accesses[use.access];
      if (!array.recovered) {
        if (!(use.subscripts == access.subscripts))
          return notProved("the view of " + name + " differs from its declaration", access.where);
        continue;
      }
      const ArrayView &view = array.view;
      if (access.subscripts.size() != 1 || use.subscripts.size() != view.rank() ||
          !isZero(guard, views.validity, indexOf(view, use.subscripts) - access.subscripts[0]))
        return notProved("the view of " + name + " does not reproduce the source's index",
                         access.where);
      for (size_t k = 1; k < view.rank(); ++k) {
        bool jagged = view.kind == ViewKind::Jagged;
        Polynomial low = jagged ? Polynomial(0) : view.origin[k - 1];
        Polynomial size =
            jagged ? view.rowLength.substitute({{"r", use.subscripts[0]}}) : view.sizes[k - 1];
        if (!staysInside(guard, source, statement, access, use.subscripts[k], low, size))
          return notProved("the guard does not keep subscript " + use.subscripts[k].str() + " of " +
                               name + " in bounds",
                           access.where);
      }
    }
  }
  for (const Assumption &assumption : views.assumptions) {
    if (assumption.verdict == Verdict::Refuted)
      return notProved("an assumption is refuted: " + assumption.describe(), assumption.where);
    if (assumption.verdict == Verdict::RunTime && !guard.implies(assumption.condition))
      return notProved("the guard does not check that " + assumption.describe(), assumption.where);
  }
  return Ok{};
}

std::optional<std::vector<Polynomial>> subscriptsIn(const ArrayView &view,
                                                    const Polynomial &index) {
  if (view.kind == ViewKind::Jagged)
    return std::nullopt;
  const std::vector<Polynomial> steps =
      view.kind == ViewKind::Strided ? view.strides : pitches(view);
  std::vector<Polynomial> result(view.rank());
  Polynomial rest = index - indexOf(view, result);
  for (size_t k = 0; k < view.rank(); ++k) {
    result[k] = nearestQuotient(rest, leadingTerm(steps[k]));
    rest -= result[k] * steps[k];
    const bool isRow = k + 2 == view.rank() && view.kind == ViewKind::Array;
    auto before =
        isRow ? (rest - view.origin[k]).constant() : std::nullopt; // the first column of the window
    if (before && *before < 0) {
      result[k] -= Polynomial(1); // the end of the row before
      rest += steps[k];
    }
  }
  if (!(indexOf(view, result) == index))
    return std::nullopt;
  return result;
}

} // namespace acc
