// `continue` as structured code; other jumps.
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

/// The `jump` ("break") stands below, in no loop inside.
bool hasJump(const StmtRef &stmt, const char *jump);

/// The first break, return or goto at or below the statement that may leave a loop around it;
/// null when none. Labels are refused, so that no goto stays inside.
const Stmt *exitIn(const StmtRef &stmt);

} // namespace acc
