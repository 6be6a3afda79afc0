// Calls that do not return: abort(), and what a failed assert calls. In a tree such a call is
// followed by a Jump without a target (Stmt::isEnding).
#pragma once

#include "analysis/tree/SourceTree.h"

namespace acc {

/// The Jump behind such a call of the function.
StmtRef makeEnding(const std::string &function, SourceRange where);

/// `if (condition) {} else` an ending: what is demanded where the nest is entered. `otherwise` says
/// what would happen else: "a call of abort".
StmtRef makeDemand(ExprRef condition, const std::string &otherwise, SourceRange where);

/// The statement is a demand, as makeDemand makes them: control goes on only where its condition
/// holds.
bool isDemand(const Stmt &stmt);

/// The condition of an assert: `if (c) {} else` the ending alone, for `if (c) ; else fail();` and
/// `if (!c) fail();`. Null for a statement that also does something else.
StmtRef demandOf(const Stmt &stmt);

/// All that the statements do is to demand something.
bool areDemands(const std::vector<StmtRef> &stmts);

} // namespace acc
