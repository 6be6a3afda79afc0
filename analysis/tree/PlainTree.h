// Defines plain trees: the C that remains after every pass of `normalize`.
#pragma once

#include "analysis/tree/SourceTree.h"

namespace acc {

/// The tree has no node that a pass is there to take away: no Switch, no Once, no side effect
/// inside an expression. What reads a normal form need not know these.
bool isPlain(const StmtRef &root);

} // namespace acc
