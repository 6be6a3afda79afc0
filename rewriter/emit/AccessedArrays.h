// Determines which arrays a piece of code accesses, and where in it private ones can be placed.
#pragma once

#include "rewriter/emit/CodeTree.h"
#include "rewriter/emit/PrivatePlaces.h"

#include <optional>

namespace acc {

/// Some access of a statement there is to the array.
bool accessesArray(const Scop &scop, const CodeNode &node, int array);

/// Some access of a statement there writes it.
bool writesArray(const Scop &scop, const CodeNode &node, int array);

/// Some access reads it.
bool isArrayRead(const Scop &scop, int array);

/// There is a loop in it.
bool hasLoop(const CodeNode &node);

/// The loop at this depth is in it.
bool hasLoopAt(const CodeNode &node, unsigned depth);

/// Whether each access to the array stands in a loop of its own below `node`
/// that is still around its place. Loops of one iteration may be left out: then
/// the place is already here, or around the parts beside such loops that are whole iterations.
///   for f < n - 7 { S0(f); S1(f); S2(f) }  S0(rest); S1(rest); S2(rest)
bool hasInnerPlace(const Scop &scop, const CodeNode &node, const PrivatePlace &place);

/// The sizes with which a local array is declared, the outermost first; none where one is no
/// positive constant.
std::optional<std::vector<int64_t>> declaredSizesOf(const Scop &scop, const ScopArray &array);

} // namespace acc
