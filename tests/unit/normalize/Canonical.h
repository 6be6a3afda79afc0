// A tree as one text that tells trees apart by what they mean: blocks that hold one statement,
// empty statements and conversions that the source does not show make no difference.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc::test {

enum class Detail {
  /// As C text would be read: `*p` is p[0], what a pass notes beside the tree is left out.
  Text,
  /// All that a pass may change: the kind of each node, and Stmt::reads.
  All
};

std::string canonical(const SourceNest &nest, Detail detail);

/// Stmt::reads of all statements in their order: "end[0]; flag[0], m[0]".
std::string readsOf(const SourceNest &nest);

} // namespace acc::test
