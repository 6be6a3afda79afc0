// Conversions of C: which of them preserve a value, and the converted values of constants. Code
// that looks through a cast, or folds a literal, uses these functions. Code that uses skipCasts
// instead states why the casts make no difference.
#pragma once

#include "analysis/tree/SourceTree.h"

#include <utility>

namespace acc {

/// Wide enough for sums and products of 64-bit bounds; saturates.
using Wide = __int128;

/// Smallest and largest value of an integer type.
std::pair<Wide, Wide> limitsOf(const CType &type);

/// Each number of the integer type `from` is one of the integer type `to`: a conversion changes
/// none.
bool keepsValues(const CType &from, const CType &to);

/// A conversion between number types of which the other cannot hold all digits, as double to float,
/// int to float or int to short; none to _Bool. Compilers tell of it where the source does not show
/// it (-Wconversion).
bool mayChangeNumber(const CType &from, const CType &to);

/// A comparison or logical operation: 0 or 1.
bool isTruthValue(const Expr &expr);

/// The expression without the integer conversions around it that keep each value: (long)i is i,
/// (unsigned)i and (char)i stay.
const Expr &skipWidening(const Expr &expr);

/// The variable, as it is or in a type that holds all of its values.
bool isWidened(const Expr &expr, SymbolId variable);

/// The comparison, &&, || or ! below conversions to integer types, which keep 0 and 1; any other
/// expression as it is.
const Expr &skipTruthCasts(const Expr &expr);

/// The pointer or array below conversions to pointer types, which keep the address.
const Expr &skipPointerCasts(const Expr &expr);

/// 0, NULL, (void *)0 and the like.
bool isNull(const Expr &expr);

/// The value of an integer expression of literals alone, converted as C converts it on the way:
/// (unsigned char)257 is 1. None for another expression, for an undefined one and for what an
/// int64_t does not hold.
std::optional<int64_t> constantValue(const Expr &expr);

/// C's `a op b` in the integer type, both already converted to it (the right side of a shift to its
/// own): + - * / % << >> & | ^. None where it is undefined; with `wrapsSigned` signed types wrap.
std::optional<Wide> integerArithmetic(Op op, Wide a, Wide b, const CType &type,
                                      bool wrapsSigned = false);

/// The value of the integer type that the number becomes: modulo 2^bits, of _Bool 0 or 1.
Wide converted(Wide value, const CType &type);

} // namespace acc
