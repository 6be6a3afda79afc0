// The distance of two row pointers in memory, as a number of elements.
#pragma once

#include "analysis/tree/SourceTree.h"

#include <optional>

namespace acc {

/// (long)((unsigned long)next - (unsigned long)first) / 8, of Accesses to elements of 8 bytes: no
/// two pointers are subtracted, as they may be of different objects.
struct RowDistance {
  ExprRef first, next;
};

/// `number`: a signed type as wide as an address.
ExprRef makeRowDistance(const RowDistance &rows, const CType &number, SourceRange where);

/// None for an expression of another form.
std::optional<RowDistance> rowDistance(const Expr &expr);

/// A literal as C converts it beside an operand of the type.
ExprRef convertedLiteral(int64_t value, const CType &type, SourceRange where);

/// The unsigned type of the same width as the signed one.
CType unsignedOf(CType type);

} // namespace acc
