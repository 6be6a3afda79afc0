// Remainders that are known from where loops start and how they step.
#pragma once

#include "rewriter/emit/Residues.h"
#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// Replaces remainders that the enclosing loops determine, and the tests of them:
///   before: for (j = 0; j < n; j += 32) if (j % 32 == 0 && j < m) body at j - j % 8
///   after:  for (j = 0; j < n; j += 32) if (j < m) body at j
/// What is left of such loops in a remainder goes: (n - j) % 8 is n % 8 inside this one.
CodeNode withKnownRests(CodeNode code, const Lowering &);

/// withKnownRests writes dividend % divisor without the variables of the loops around it, whose
/// remainders are `known`: what is read back has no remainders of these in bounds of loops.
bool restIsWithoutLoops(const Polynomial &dividend, int64_t divisor, const Residues &known);

} // namespace acc
