// Views that one positive size per dimension does not describe.
#pragma once

#include "analysis/delinearize/Candidates.h"

namespace acc {

/// Rows that are walked from the last to the first may run backwards in memory.
bool hasBackwardRows(const Scop &scop, const std::vector<IndexUse> &uses);

/// Where several accesses walk different strides, as if rows had different lengths:
/// the views where these are equal.
///   A[i*m + j], A[j*n + i]  ->  [n], m == n
std::vector<ViewCandidate> equalShapes(const DomainFacts &facts, const std::vector<IndexUse> &uses);

/// Names of the parameters that the source multiplies a sum over several loops
/// with: (oh*S + kh)*W tells the rows of W from the steps of S.
std::set<std::string> hornerFactors(const Scop &scop, const std::vector<IndexUse> &uses);

/// The view whose subscripts have parametric steps, for strides such as S*W, S, W:
///   in[(oh*S + kh)*W + ow*S + kw]  ->  [W], (S*oh + kh, S*ow + kw)
/// S and W play the same role in the polynomial; the form in which the source writes it decides
/// which is the size. One that holds always or more often is of use beside an affine view, too:
///   in[(i*S + k)*W + y]  ->  [S][W] for k < S;  [W], (S*i + k, y) for all k
std::optional<ViewCandidate> scaledView(const DomainFacts &facts,
                                        const std::vector<IndexUse> &uses);

/// The best view whose subscripts may have parametric steps, whatever the strides are:
///   x[c*n + t + i*dil]  ->  [n], (c, t + dil*i)
std::optional<ViewCandidate> linearView(const DomainFacts &facts,
                                        const std::vector<IndexUse> &uses);

} // namespace acc
