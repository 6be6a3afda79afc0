// What C's own rules ask of the emitted code beyond the values that it computes.
#pragma once

#include "analysis/model/SourceNest.h"
#include "analysis/support/Condition.h"

namespace acc {

/// No signed arithmetic narrower than an address overflows in subscripts, bounds
/// and steps of `fast`, given what the guard says of the integers. (Arithmetic of
/// an address's width stays inside the object that the extents keep in range.)
/// NotProved at the first operation that may; none when good.
std::optional<Rejection> checkIndexArithmetic(const SourceNest &nest, const Stmt &fast,
                                              const Condition &guard);

/// A pointer declared in the block is its base as it stands, with nothing added. A base that
/// is reached through a `restrict` pointer of the block is reached through no other pointer
/// in it. NotProved else.
std::optional<Rejection> checkPointers(const SourceNest &nest, const Stmt &fast);

} // namespace acc
