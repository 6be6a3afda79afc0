// C conditions as Conditions over loop variables and parameters.
#pragma once

#include "analysis/model/IntegerValue.h"

namespace acc {

/// The condition of an `if` when it is affine in the loop variables in scope and
/// polynomial in parameters; its wrap requirements, judged at nest entry, go to
/// `entryWraps`. Condition (the rejection) when it is anything else: it then
/// depends on data.
Outcome<Condition> readCondition(ModelContext &model, const Expr &expr,
                                 std::vector<WrapRequirement> &entryWraps);

/// What the expression says of loop variables and parameters where it is true (`holds`), or where
/// it is false: polynomials, affine or not. Always true where it depends on data, or where its
/// arithmetic may wrap. `(unsigned)row < (unsigned)height` needs that `height` is not negative:
/// that goes to `entryWraps`.
Condition knownWhere(ModelContext &model, const Expr &expr, bool holds,
                     std::vector<WrapRequirement> &entryWraps);

/// It reads an element whose subscript is no constant. A `?:` that tests one chooses by data, also
/// where the element is the same all along the nest:
///   C[n] = A[n] > B[n] ? A[n] : B[n]; behind the loops over the rows before
bool readsElement(const Expr &expr);

} // namespace acc
