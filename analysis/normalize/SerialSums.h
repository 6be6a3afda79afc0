// Sums of several numbers to one variable, as the additions that C makes one after the other.
#pragma once

#include "analysis/normalize/ShiftedForms.h"

namespace acc {

/// The statements with `v = v + x + y - z` as `v += x; v += y; v -= z`, and `v = v + x` as `v +=
/// x`; none where there is none of that. The variable is one that only its name reaches: elements
/// would be written more often than the source does. `v += x + y` is such a sum where v is
/// unsigned, in which all orders are the same. Sums of several numbers in types narrower than
/// float stay as they are: C rounds them once.
std::optional<std::vector<StmtRef>> withSerialSums(const std::vector<StmtRef> &stmts,
                                                   const SourceNest &nest, ShiftedForms &forms);

} // namespace acc
