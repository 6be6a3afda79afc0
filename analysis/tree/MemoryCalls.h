// Recognizes calls of memcpy and memset.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The type of the elements that the call copies or sets one by one: numbers that as values keep
/// each bit. Null for another call and for elements of two types.
///     memcpy(x, y, n * sizeof(float)), memset(x, 0, n) of characters
const CType *copiedElement(const Expr &call);

/// Of a call with a copiedElement: its arguments call nothing, and no pointer in them is read from
/// memory.
bool hasPlainArguments(const Expr &call);

/// Of a call with a copiedElement: it copies, else it sets.
bool isCopy(const Expr &call);

/// The pointer or array that an argument of such a call hands over as void *.
const ExprRef &handedOver(const ExprRef &argument);

/// row[index], an element of the type; null for an array that is a member of an element.
ExprRef elementOf(const ExprRef &row, const ExprRef &index, const CType &type, SourceRange where);

/// The statement holds a copy of numbers wider than a byte as bytes: it gives an object what
/// another one of any type holds (C11 6.5p6), so types do not tell objects apart.
bool copiesNumbers(const StmtRef &stmt);

} // namespace acc
