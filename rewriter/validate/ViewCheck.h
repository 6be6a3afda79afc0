// Checks recovered views apart from the code that found them.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// Every access of the source: its view's identity holds as polynomials
/// (expand() == 0), and under the guard its subscripts stay inside the windows,
/// so that equal addresses mean equal subscripts. Every assumption that is to
/// be checked at run time follows from the guard. NotProved else.
Outcome<Ok> checkViews(const Scop &source, const Delinearization &views,
                       const GuardContext &guard);

/// Subscripts q with identity index == sum q_k * stride_k, affine in `iterators`,
/// for an emitted access that stands for no source access (a copy). None when
/// there are none or the view has another kind.
std::optional<std::vector<Polynomial>> subscriptsIn(const ArrayView &view, const Polynomial &index,
                                                    const std::vector<std::string> &iterators,
                                                    const std::set<Polynomial> &constants);

} // namespace acc
