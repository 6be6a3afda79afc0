// Bounds of integer values that are known only at run time, from types, masks and shifts.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <map>
#include <set>

namespace acc {

/// Both ends included.
struct ValueBounds {
  int64_t low, high;
};

/// What the variables of a nest are assigned, and what follows for the values of expressions.
///     unsigned char b; int v;   v = b;   (w >> 4*k) & 0xf   ->   b, v in [0, 255], the last in [0,
///         15]
class AssignedValues {
public:
  /// Reads the whole tree; `nest` must live as long as this.
  AssignedValues(const SourceNest &nest, const StmtRef &root);

  /// Bounds of every value that the integer expression has where each variable in it that the
  /// nest assigns has been assigned before by the nest. None where its type, of more than 32
  /// bits, is all that is known.
  std::optional<ValueBounds> boundsOf(const Expr &expr) const;
  /// The variables whose assigned values the bounds of the expression may rest on: it names them,
  /// or a value that one of them is assigned does.
  std::set<SymbolId> variablesOf(const ExprRef &expr) const;

private:
  std::optional<ValueBounds> boundsOf(const Expr &expr, std::set<SymbolId> &open) const;
  std::optional<ValueBounds> ofSymbol(SymbolId id, std::set<SymbolId> &open) const;
  std::optional<ValueBounds> ofBinary(const Expr &expr, std::set<SymbolId> &open) const;

  const SourceNest &nest;
  /// Per variable all values that it is assigned; it is in `other` where some are not known.
  std::map<SymbolId, std::vector<ExprRef>> values;
  std::set<SymbolId> other;
  /// Of variables that were asked for; looser where one is assigned from another and back.
  mutable std::map<SymbolId, std::optional<ValueBounds>> found;
};

} // namespace acc
