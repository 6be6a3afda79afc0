#include "rewriter/validate/ViewCheck.h"

#include "analysis/delinearize/Certificate.h"
#include "rewriter/validate/InstanceMap.h"

namespace acc {
namespace {

Rejection notProved(const std::string &what, SourceRange where) {
  return {RejectionKind::NotProved, where, what};
}

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

/// low <= value < low + size on every instance.
bool staysInside(const GuardContext &guard, const Scop &scop, const ScopStatement &statement,
                 const Polynomial &value, const Polynomial &low, const Polynomial &size) {
  return guard.isNonNegativeOn(scop, statement, value - low) &&
         guard.isNonNegativeOn(scop, statement, low + size - 1 - value);
}

/// Each stride exceeds what all later dimensions span; those that are no constants
/// times `sign`.
Condition eachBeyondTheNext(const GuardContext &guard, const ArrayView &view, int sign) {
  Polynomial span(1);
  std::vector<Condition> all;
  for (size_t k = view.rank(); k-- > 0;) {
    bool fixed = view.strides[k].constant() || guard.isNonNegative(view.strides[k] - 1);
    Polynomial stride = fixed ? view.strides[k] : view.strides[k] * Polynomial(sign);
    all.push_back(Condition::lessEqual(span, stride));
    if (k > 0)
      span += stride * (view.sizes[k - 1] - 1);
  }
  return Condition::conjunction(all);
}

/// Distinct subscripts inside the windows have distinct addresses.
bool isInjective(const GuardContext &guard, const ArrayView &view) {
  switch (view.kind) {
  case ViewKind::Array:
    return true; // mixed radix: the windows are the digits
  case ViewKind::Strided:
    return guard.implies(Condition::disjunction(
        {eachBeyondTheNext(guard, view, 1), eachBeyondTheNext(guard, view, -1)}));
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

} // namespace

Outcome<Ok> checkViews(const Scop &source, const Delinearization &views,
                       const GuardContext &guard) {
  for (const RecoveredArray &array : views.arrays) {
    const std::string &name = source.arrays[array.array].name;
    if (array.recovered && !isInjective(guard, array.view))
      return notProved("distinct subscripts of " + name + " may have one address",
                       source.nest.root ? source.nest.root->range : SourceRange{});
    for (const ViewAccess &use : array.accesses) {
      const ScopStatement &statement = source.statements[use.statement];
      const ScopAccess &access = statement.accesses[use.access];
      if (!array.recovered) {
        if (!(use.subscripts == access.subscripts))
          return notProved("the view of " + name + " is not the declared one", access.where);
        continue;
      }
      const ArrayView &view = array.view;
      if (access.subscripts.size() != 1 || use.subscripts.size() != view.rank() ||
          !isZero(guard, views.validity, indexOf(view, use.subscripts) - access.subscripts[0]))
        return notProved("the view of " + name + " does not give the source's index",
                         access.where);
      for (size_t k = 1; k < view.rank(); ++k) {
        bool jagged = view.kind == ViewKind::Jagged;
        Polynomial low = jagged ? Polynomial(0) : view.origin[k - 1];
        Polynomial size = jagged ? view.rowLength.substitute({{"r", use.subscripts[0]}})
                                 : view.sizes[k - 1];
        if (!staysInside(guard, source, statement, use.subscripts[k], low, size))
          return notProved("the guard does not keep subscript " + use.subscripts[k].str() +
                               " of " + name + " inside its window",
                           access.where);
      }
    }
  }
  for (const Assumption &assumption : views.assumptions) {
    if (assumption.verdict == Verdict::Refuted)
      return notProved("an assumption is refuted: " + assumption.describe(), assumption.where);
    if (assumption.verdict == Verdict::RunTime && !guard.implies(assumption.condition))
      return notProved("the guard does not check: " + assumption.describe(), assumption.where);
  }
  return Ok{};
}

std::optional<std::vector<Polynomial>> subscriptsIn(const ArrayView &view, const Polynomial &index,
                                                    const std::vector<std::string> &iterators,
                                                    const std::set<Polynomial> &constants) {
  if (view.kind == ViewKind::Jagged)
    return std::nullopt;
  std::vector<std::string> names;
  std::vector<Polynomial> dimensions;
  for (size_t k = 0; k < view.rank(); ++k) {
    names.push_back("#" + std::to_string(k));
    dimensions.push_back(Polynomial::symbol(names.back()));
  }
  // Iterators whose step is a whole dimension first: where sizes are constants the
  // equations alone leave a choice.
  std::vector<Polynomial> steps = view.kind == ViewKind::Strided ? view.strides : pitches(view);
  std::vector<Polynomial> result(view.rank());
  Polynomial rest = index - indexOf(view, std::vector<Polynomial>(view.rank()));
  for (const std::string &iterator : iterators) {
    Polynomial slope = rest.coefficient(iterator, 1);
    for (size_t k = 0; k < view.rank() && !slope.isZero(); ++k) {
      auto quotient = slope.dividedBy(steps[k]);
      if (!quotient || !quotient->constant())
        continue;
      result[k] += *quotient * Polynomial::symbol(iterator);
      rest -= slope * Polynomial::symbol(iterator);
      slope = Polynomial(0);
    }
  }
  Polynomial linear;
  for (size_t k = 0; k < view.rank(); ++k)
    linear += dimensions[k] * steps[k];
  auto solved = solveInstances(names, iterators, {{linear, rest}}, constants);
  if (!solved)
    return std::nullopt;
  for (size_t k = 0; k < view.rank(); ++k) {
    if (auto found = solved->find(names[k]); found != solved->end())
      result[k] += found->second;
  }
  if (!(indexOf(view, result) == index))
    return std::nullopt;
  return result;
}

} // namespace acc
