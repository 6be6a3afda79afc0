// The report as compilers print diagnostics: file:line:column: severity: text
// [acc-id], notes below, one summary line at the end.
#pragma once

#include "tools/report/Remarks.h"
#include "tools/report/SourceLines.h"

#include "llvm/Support/raw_ostream.h"

namespace acc::report {

struct TextOptions {
  /// Notes: validity, dependences, alternatives.
  bool notes = true;
  bool summary = true;
  /// Order nests by estimated gain, instead of by file and place.
  bool byGain = false;
  /// Only remarks that report a fault. The summary replaces the others by one example of each
  /// reason for refusal.
  bool isBrief = false;
  /// Escape sequences for colours.
  bool color = false;
  /// Given: below each diagnostic its source line and a caret.
  const SourceTexts *texts = nullptr;
  /// The next command, printed with the summary; "" for none.
  std::string next = {};
  /// The last line of the summary; "" for the counts.
  std::string last = {};
};

/// The remarks of `report` that are open, and its faulty files. With the summary, preceded by the
/// nests with the largest gains, measured ones where there are, if there are several, the open
/// refusals by reason, and the next command.
void writeText(const Report &report, const std::vector<Remark> &remarks, llvm::raw_ostream &out,
               const TextOptions &options = {});

/// What the loops carry, one sentence per carrying loop, outer to inner; the last
/// (or only) one names the parallel loops. `line` and `column` are those of an
/// access of the dependence, 0 when only the nest is known.
struct DependenceNote {
  unsigned line = 0, column = 0;
  std::string text;
};
std::vector<DependenceNote> dependenceNotes(const Nest &nest);

/// "valid when m <= ldc (checked at run time)", "valid always (proved), with q = m / 3".
std::string validitySentence(const Nest &nest);

/// "3 arrays recovered: C[*][ldc], A[*][lda], B[*][ldb]", or for an affine nest
/// "affine, nothing to recover: x[*], y[*]".
std::string headline(const Nest &nest);

} // namespace acc::report
