#include "rewriter/validate/Disjointness.h"

#include <algorithm>

namespace acc {
namespace {

class DisjointnessCheck {
public:
  DisjointnessCheck(const Scop &source, const std::vector<DisjointTerm> &terms,
                    const GuardContext &guard)
      : source(source), terms(terms), guard(guard) {}

  std::optional<Rejection> run() const {
    for (size_t a = 0; a < source.arrays.size(); ++a)
      for (size_t b = 0; b < source.arrays.size(); ++b) {
        if (a == b || !isWritten(a) || (isWritten(b) && b < a) || isApart(a, b))
          continue;
        if (std::none_of(terms.begin(), terms.end(),
                         [&](const DisjointTerm &term) { return separates(term, a, b); }))
          return Rejection{RejectionKind::NotProved, source.nest.root->range,
                           "the guard does not keep " + source.arrays[a].name + " apart from " +
                               source.arrays[b].name};
      }
    return std::nullopt;
  }

private:
  bool isWritten(size_t array) const {
    for (const ScopStatement &statement : source.statements)
      for (const ScopAccess &access : statement.accesses)
        if (access.array == static_cast<int>(array) && access.isWrite)
          return true;
    return false;
  }

  /// Known apart without a check: their own objects, members of one element
  /// type, or types that may not alias.
  bool isApart(size_t a, size_t b) const {
    const ScopArray &x = source.arrays[a], &y = source.arrays[b];
    if (x.isPrivate || y.isPrivate || x.isDistinctObject || y.isDistinctObject)
      return true;
    if (x.base >= 0 && x.base == y.base && x.member != y.member)
      return true;
    if (isPlainVariable(x) || isPlainVariable(y))
      return true;
    return source.nest.unit->strictAliasing && mayNotAlias(x.element, y.element);
  }

  /// A scalar variable that no pointer can reach.
  bool isPlainVariable(const ScopArray &array) const {
    if (!array.isScalar || array.base < 0)
      return false;
    const Symbol &symbol = source.nest.symbol(array.base);
    return !symbol.addressTaken && !symbol.throughPointer &&
           (symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter);
  }

  /// C11 6.5p7: different kinds or sizes of scalars; character types alias all.
  static bool mayNotAlias(const CType &a, const CType &b) {
    auto isScalarType = [](const CType &type) {
      return (type.kind == CType::Kind::Integer || type.kind == CType::Kind::Floating) &&
             type.size > 1;
    };
    return isScalarType(a) && isScalarType(b) && (a.kind != b.kind || a.size != b.size);
  }

  bool separates(const DisjointTerm &term, size_t a, size_t b) const {
    return std::all_of(term.begin(), term.end(), [&](const AddressOrder &order) {
      return ordered(order, a, b) || ordered(order, b, a);
    });
  }

  /// order says: all of `first` lies before all of `second`.
  bool ordered(const AddressOrder &order, size_t first, size_t second) const {
    return order.left.base == baseName(first) && order.right.base == baseName(second) &&
           every(first, [&](const Polynomial &index) { return order.left.offset - 1 - index; }) &&
           every(second, [&](const Polynomial &index) { return index - order.right.offset; });
  }

  std::string baseName(size_t array) const {
    SymbolId base = source.arrays[array].base;
    return base < 0 ? source.arrays[array].name : source.nest.symbol(base).name;
  }

  /// `slack` of the flat index is non-negative at every access of the array.
  template <typename Slack> bool every(size_t array, const Slack &slack) const {
    for (const ScopStatement &statement : source.statements)
      for (const ScopAccess &access : statement.accesses)
        if (access.array == static_cast<int>(array))
          if (access.subscripts.size() != 1 ||
              !guard.isNonNegativeOn(source, statement, slack(access.subscripts[0])))
            return false;
    return true;
  }

  const Scop &source;
  const std::vector<DisjointTerm> &terms;
  const GuardContext &guard;
};

} // namespace

std::optional<Rejection> checkDisjointness(const Scop &source,
                                           const std::vector<DisjointTerm> &terms,
                                           const GuardContext &guard) {
  return DisjointnessCheck(source, terms, guard).run();
}

} // namespace acc
