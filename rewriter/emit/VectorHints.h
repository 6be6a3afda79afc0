// Pragmas in front of a loop, behind tests for the compiler.
#pragma once

#include "rewriter/emit/BlockPrinter.h"
#include "rewriter/emit/IntValues.h"

namespace acc {

/// Lines before the loop: that no iteration depends on another, where the plan
/// vectorizes it and it is innermost; that it is to be unrolled, where the plan
/// says so and its length is fixed. `values`: of the loop symbols around; `local`:
/// arrays that live in a buffer here, which compilers see through by themselves.
std::vector<std::string> loopHints(const BlockInput &input, const CodeNode &loop,
                                   const LoopValues &values, const std::set<int> &local);

} // namespace acc
