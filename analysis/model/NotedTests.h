// Statements that run depending on a private variable: the remainder of a condition on data after
// the pass sunk-tests.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// What a statement tests before it does anything, where that is a matter of private variables
/// alone: `holds` of `if (holds) x[i] = 0;`. Null for all other statements.
ExprRef notedTest(const Scop &scop, const ScopStatement &statement);

/// The assignment below that test.
StmtRef testedAssignment(const ScopStatement &statement);

/// The access is the assignment's, not the test's.
bool isBelowTest(const ScopStatement &statement, const ScopAccess &access);

} // namespace acc
