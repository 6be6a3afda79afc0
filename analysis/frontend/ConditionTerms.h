// The terms of an #if line, and which of them alone decide it.
#pragma once

#include "analysis/frontend/PreprocessorRecord.h"

namespace acc {

/// Of a condition whose operands are joined by || or, where it is one that does not hold, by &&:
/// the operands that decide it, each of them alone, as conditions that hold. Macros are those of
/// the line. Empty where it has one operand only, or none that can be evaluated.
///   (defined(A) && A > 3) || defined(B)    with A = 5    ->   (defined(A) && A > 3)
///   !(defined(A) && defined(B))            without B     ->   !defined(B)
std::vector<PreprocessorCondition> decidingTerms(const clang::Preprocessor &preprocessor,
                                                 const PreprocessorCondition &condition);

} // namespace acc
