// Local buffers as another place for array elements: when the code with buffers
// does the same as the code without.
#pragma once

#include "rewriter/validate/PrivateImage.h"

namespace acc {

/// The emitted code does the same when each access through a private array goes to
/// the source's element instead and all copies are dropped:
///
///   for p { copy in; work on buffer; copy out }   ->   for p { work on array }
///
/// A private array of the source: element and image are one to one. A buffer of a
/// shared array, in each iteration p of its loops: copies in come first and copies
/// out last; every element is filled or written before it is read; every element
/// written is copied out, and no undefined one; nothing else in p touches these
/// elements of the array where either side writes. Sufficient, not necessary.
bool privateArraysAreExact(const Scop &source, const Scop &emitted,
                           const std::vector<MatchedStatement> &matched, const Placement &placement,
                           const CellProgram &after, const GuardContext &guard);

} // namespace acc
