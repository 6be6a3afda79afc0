// The operators of C as an enumeration.
#pragma once

#include <string_view>

namespace acc {

enum class Op {
  None,
#define ACC_OP(name, text) name,
#include "analysis/tree/Op.def"
};

/// The operator that C spells so; None for any other text.
Op opNamed(std::string_view text);
/// As C spells it; "" for None.
const char *opText(Op op);

/// Of a compound assignment: what it does to its target, PlusEqual: Plus; None for others.
Op operationOf(Op assignment);

/// < <= > >=
bool isOrder(Op op);
/// < >
bool isStrict(Op op);
/// > >=
bool isGreater(Op op);
/// < <= > >= == !=
bool isComparison(Op op);
/// << >>
bool isShift(Op op);
/// && ||
bool isLogical(Op op);
/// The result is 0 or 1: comparisons, && || and !.
bool isTruth(Op op);
/// The comparison that holds exactly when `op` does not, of integers; None for other operators.
Op negated(Op op);
/// The comparison that holds for (b, a) exactly when `op` holds for (a, b); None for others.
Op mirrored(Op op);

} // namespace acc
