// `continue` as structured code.
#pragma once

#include "analysis/model/SourceTree.h"

namespace acc {

/// The tree with each `continue` that ends a branch directly in a loop's body
/// exchanged for an else:
///
///   for { S; if (c) continue; T; }   ->   for { S; if (c) {} else { T; } }
///
/// Other jumps stay as they are.
StmtRef withoutContinue(const StmtRef &root);

/// The same for `return` in the body of a function that returns nothing.
StmtRef withoutReturn(const StmtRef &body);

} // namespace acc
