// Sums of products as C with their common factors taken out.
#pragma once

#include "analysis/support/Interval.h"
#include "analysis/support/Polynomial.h"
#include "analysis/tree/SourceTree.h"
#include "rewriter/emit/Names.h"

#include <functional>
#include <optional>
#include <string>

namespace acc {

/// What a sum is written with: C of each name, a primary expression, and its type; bounds that hold
/// where the text is evaluated.
struct FactoredNames {
  std::function<std::string(const std::string &)> text;
  std::function<const CType &(const std::string &)> type;
  std::function<Interval(const Polynomial &)> boundsOf;
};

/// The value in the wide type, with the fewest products:
///   H*K*N*W - K*N*R*W + ...   ->   (long)N * K * (H + 1 - R) * (W + 1 - S)
///   ldc*n - ldc + m           ->   (long)ldc * (n - 1) + m
/// None where nothing is to be taken out, or the bounds do not show that each step on the way fits
/// its type.
std::optional<std::string> factoredText(const Polynomial &value, const WideType &wide,
                                        const FactoredNames &names);

} // namespace acc
