#include "rewriter/validate/LocalBounds.h"

#include "rewriter/validate/InstanceMatch.h"

#include <set>

namespace acc {
namespace {

/// The sizes of all dimensions, outermost first; none when one is not a constant.
std::optional<std::vector<int64_t>> declaredSizes(const Symbol &symbol, const ScopArray &array) {
  if (!symbol.elementCount)
    return std::nullopt;
  std::vector<int64_t> sizes;
  int64_t outermost = *symbol.elementCount;
  for (const Polynomial &size : array.declaredSizes) {
    auto value = size.constant();
    if (!value || *value <= 0)
      return std::nullopt;
    outermost /= *value;
    sizes.push_back(*value);
  }
  sizes.insert(sizes.begin(), outermost);
  return sizes;
}

/// The sizes of the arrays that the nest declares.
std::set<std::vector<int64_t>> sizesOfLocals(const Scop &scop) {
  std::set<std::vector<int64_t>> all;
  for (const ScopArray &array : scop.arrays)
    if (array.isPrivate && !array.isScalar && array.base >= 0)
      if (auto sizes = declaredSizes(scop.nest.symbol(array.base), array))
        all.insert(*sizes);
  return all;
}

} // namespace

std::optional<Rejection> checkLocalBounds(const Scop &source, const Scop &emitted,
                                          const GuardContext &guard) {
  const std::set<std::vector<int64_t>> own = sizesOfLocals(source);
  for (const ScopStatement &statement : emitted.statements)
    for (const ScopAccess &access : statement.accesses) {
      const ScopArray &array = emitted.arrays[access.array];
      if (array.base < 0 || array.isScalar || sharedArray(source, emitted, access.array) >= 0)
        continue;
      const Symbol &symbol = emitted.nest.symbol(array.base);
      if (symbol.kind != Symbol::Kind::Local || symbol.type.kind != CType::Kind::Array)
        continue;
      auto sizes = declaredSizes(symbol, array);
      if (!sizes || sizes->size() > access.subscripts.size())
        return Rejection{RejectionKind::NotProved, access.where,
                         "the size of " + array.name + " is unknown"};
      if (own.count(*sizes))
        continue;
      // Private iterators lead the subscripts.
      size_t lead = access.subscripts.size() - sizes->size();
      for (size_t k = 0; k < sizes->size(); ++k) {
        const Polynomial &subscript = access.subscripts[lead + k];
        Polynomial last((*sizes)[k] - 1);
        if (!guard.isNonNegativeOn(emitted, statement, subscript) ||
            !guard.isNonNegativeOn(emitted, statement, last - subscript))
          return Rejection{RejectionKind::NotProved, access.where,
                           "an access may be out of bounds of the array " + array.name};
      }
    }
  return std::nullopt;
}

} // namespace acc
