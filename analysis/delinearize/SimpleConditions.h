// Conditions as people read them.
#pragma once

#include "analysis/solve/DomainFacts.h"

namespace acc {

/// The same wherever an iteration runs, without parts that other conjuncts decide: comparisons that
/// they imply, alternatives that they exclude, or alternatives equivalent to another one.
///   nx <= pitch && nx <= pitch + 2                     ->   nx <= pitch
///   q == p && (q < p || p < q || m <= p)               ->   q == p && m <= p
///   (-n <= p || 0 <= p) && (p < n || p < 0)            ->   -n <= p && p < n
Condition simplified(const DomainFacts &facts, const Condition &condition);

/// A few comparisons that imply a condition of many: the case that a person would name first. Sizes
/// are at least one, and besides at most one comparison of the condition, or one equality of two of
/// its names.
///   sample <= h2*sample && ... (16 terms)              ->   0 < stride && 0 < sample
/// None for a condition of few comparisons, and where no such case is found.
std::optional<Condition> simpleCase(const DomainFacts &facts, const Condition &condition);

/// If there is no simple case: the shortest of its alternatives, or its remainder under a few
/// assumptions, such as that two names are equal or that a flag is 0.
///   (flip > 0 || m <= n) && (flip < 0 || k <= n) && ...  ->   flip == 0 && m <= n && k <= n
/// None for a condition of few comparisons, or if the remainder is also long.
std::optional<Condition> narrowedCase(const DomainFacts &facts, const Condition &condition);

} // namespace acc
