// The tree of a nest as C, for people: --dump-after=read and --dump-after=normalize/PASS.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Variables have the names of the symbol table, which are unique. What C has no words for stands
/// in comments: `Stmt::reads`, `Stmt::runsFirst`, and what was not read.
std::string printTree(const SourceNest &nest);

} // namespace acc
