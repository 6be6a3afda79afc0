// The variables that the written loops count with.
#pragma once

#include "rewriter/emit/CodeTree.h"
#include "rewriter/emit/LoopOrder.h"
#include "rewriter/emit/Names.h"

namespace acc {

/// Per depth the variable's name: that of the index, or without its number where no loop of that
/// name is around or inside. Loops that stand behind one another share a variable, as in the
/// source. The loop through a block of k that is k_1 is kk.
///   for i { for i_1 body } for i_2 body   ->   for i { for ii body } for i body
/// Names are taken from `names`.
std::vector<std::string> loopNames(const Plan &plan, const LoopOrder &loops, const CodeNode &code,
                                   Names &names);

} // namespace acc
