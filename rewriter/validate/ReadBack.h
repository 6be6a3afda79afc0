// The rewritten text as a scop and what its guard says.
#pragma once

#include "analysis/frontend/Frontend.h"
#include "rewriter/validate/GuardReader.h"

namespace acc {

struct ReadBackCode {
  /// The fast version; statements are named "E0", "E1"..., names of its own
  /// parameters differ from the source's.
  Scop emitted;
  GuardFacts guard;
};

/// Reads `{ if (guard) {fast} else {original} }` at `rewrite` in the unit's new
/// text. NotProved when the text has another form, names a variable that the
/// unit already knows, or is outside of what the frontend and the model read.
Outcome<ReadBackCode> readBack(const Scop &source, const UnitInput &input, SourceRange rewrite);

} // namespace acc
