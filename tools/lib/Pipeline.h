// The program as a list of stages, for one translation unit.
#pragma once

#include "acc-delin/Options.h"
#include "acc-delin/Report.h"
#include "analysis/frontend/Frontend.h"
#include "rewriter/edit/Edit.h"

namespace acc {

struct UnitResult {
  report::File file;
  /// Edits of the main file, when `rewrite` was asked for; proved ones only.
  std::vector<Edit> edits;
};

/// Reads, analyses and (with options.rewrite) rewrites one unit.
UnitResult processUnit(const UnitInput &input, const UnitOptions &options);

} // namespace acc
