// The classic tests of one pair of subscripts, which spare most questions to isl.
// [Allen and Kennedy, Optimizing Compilers for Modern Architectures, chapter 3; Goff, Kennedy and
// Tseng, PLDI 1991.]
#pragma once

#include "analysis/model/ScopIsl.h"

namespace acc {

/// The subscripts of two accesses in one dimension, each over the iterators of its own statement
/// and over parameters. The iterators stand from the outermost loop to the innermost; those of
/// common loops have the same names in both.
struct SubscriptPair {
  const LinearForm &source, &sink;
  const std::vector<std::string> &sourceIterators, &sinkIterators;
};

/// The name has a coefficient in the form that is not zero.
bool hasCoefficient(const LinearForm &form, const std::string &name);

/// The GCD test (3.3.1): no iterations make the two equal, since all that may vary of their
/// difference are multiples of a number that the constants' difference is not.
///     3*i + p and 3*j + p + 1
bool gcdTestRefutes(const SubscriptPair &pair);

struct StrongSiv {
  /// They are never equal.
  bool isRefuted = false;
  /// By how much the sink's iterator is greater than the source's where they are equal; none when
  /// the test does not apply.
  std::optional<int64_t> distance;
};

/// The strong SIV test (3.3.2), for the common loop at this depth: both are c*i + rest, the rest
/// the same but for its constant and without other iterators.
///     i + 1 in the source, i in the sink: 1      2*i and 2*i + 1: refuted
StrongSiv strongSivTest(const SubscriptPair &pair, size_t loop);

} // namespace acc
