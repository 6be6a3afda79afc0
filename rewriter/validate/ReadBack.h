// The rewritten text as a scop and what its guard says.
#pragma once

#include "analysis/frontend/Frontend.h"
#include "analysis/support/IslContext.h"
#include "rewriter/validate/GuardReader.h"

namespace acc {

/// A scan of data in the guard as a scop: each statement an opaque `if` without effect.
struct ReadBackScan {
  Scop scop;
  /// GuardScan
  std::string parameter;
  Condition before = Condition::always();
};

struct ReadBackCode {
  /// The fast version; statements are named "E0", "E1"..., names of its own
  /// parameters differ from the source's.
  Scop emitted;
  GuardFacts guard;
  std::vector<ReadBackScan> scans;
  /// checkIndexArithmetic: what scans and the fast version compute at their entry.
  std::vector<GuardRead> computed;
};

/// Reads `if (guard) fast else original` at `rewrite` in the unit's new text, with the bodies of
/// `functions` inlined. It may also be in braces, with the guard's value in a flag that scans of
/// data clear before the `if`. NotProved if the text has another form, names a variable that the
/// unit already uses, or is not supported by the frontend and the model.
Outcome<ReadBackCode> readBack(const Scop &source, const UnitInput &input, SourceRange rewrite,
                               const std::set<std::string> &functions, const IslContext &context);

} // namespace acc
