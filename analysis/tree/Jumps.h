// Jumps: where they stand, and the structured code that they mean.
#pragma once

#include "analysis/tree/SourceTree.h"

namespace acc {

/// The tree with each `continue` that ends a branch directly in a loop's body
/// exchanged for an else:
///
///   for { S; if (c) continue; T; }   ->   for { S; if (c) {} else { T; } }
///
/// Other jumps stay as they are.
StmtRef withoutContinue(const StmtRef &root);

/// The same for one body, whose end is what its `continue` goes to.
StmtRef withoutContinueIn(const StmtRef &body);

/// As withoutContinueIn for `return` in the body of a function that returns nothing.
StmtRef withoutReturn(const StmtRef &body);

/// The body of a Once, where `break` and `continue` both go to the end, or in one with a label only
/// the `goto` that names it. Null when one of them stays.
///     { S; if (c) break; T; }   ->   { S; if (c) {} else { T; } }
StmtRef withoutJumpsToEnd(const Stmt &once);

/// The statement is this jump: "break".
bool isJump(const StmtRef &stmt, const char *jump);

/// The statement is a goto to any label.
bool isGoto(const StmtRef &stmt);

/// The statements of a branch or body: those of its block, itself, none where it is null.
std::vector<StmtRef> partsOf(const StmtRef &branch);

/// The `jump` ("break", "goto next") is inside the statement and leaves it: it is in no loop
/// inside, a break in no switch there.
bool hasJump(const StmtRef &stmt, const char *jump);

/// The first break, return or goto at or below the statement that may leave a loop around it;
/// null when none. Labels that are jumped to are refused, so that no goto stays inside.
const Stmt *exitIn(const StmtRef &stmt);

} // namespace acc
