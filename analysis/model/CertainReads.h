// Which locations behind pointers the source certainly reads, and where: what may be read early.
#pragma once

#include "analysis/model/SourceNest.h"

namespace acc {

/// The nest's tree with `Stmt::reads` set, of loops by what their first part and their test read. To be
/// called on the tree as the source has it: later readings move values to other places.
///     for (j = 0; j < min(i + 1, *m); j++) if (*flag && l->relu) S:
///       *m in the loop, *flag in the condition
StmtRef withCertainReads(const SourceNest &nest);

} // namespace acc
