// Loop hints to compilers, by the names of helpers (rewriter/helpers).
#pragma once

#include "rewriter/emit/BlockPrinter.h"
#include "rewriter/emit/IntValues.h"

namespace acc {

/// The plan vectorizes the loop's index, for all statements in the loop.
bool isVectorized(const BlockInput &input, const CodeNode &loop);

/// A helper before the loop, "" for none: that no iteration depends on another, where the plan
/// vectorizes it and it is innermost; that it is to be unrolled, where the plan
/// says so and its length is fixed. `values`: of the loop symbols around; `local`:
/// arrays that live in a buffer here, which compilers see through by themselves.
std::string loopHint(const BlockInput &input, const CodeNode &loop, const LoopValues &values,
                     const std::set<int> &local);

/// The iterations of the loop store to different elements, according to the accesses; the proof
/// checks this again.
bool areApart(const BlockInput &input, const CodeNode &loop, const LoopValues &values,
              const std::set<int> &local);

} // namespace acc
