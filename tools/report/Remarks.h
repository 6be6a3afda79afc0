// The remarks of a report, one sentence each: the unit that --fail-on counts, that comments
// silence, that a baseline lists and that SARIF reports.
#pragma once

#include "acc-delin/Report.h"

namespace acc::report {

/// In the order of --fail-on. What is below Recovered never counts.
enum class Level { Note, Recovered, Refused, Lint };

/// Points into the report that it was made from.
struct Remark {
  const File *file = nullptr;
  const Nest *nest = nullptr;
  /// "recovered", "affine", or the id of a rejection or lint: without "acc-".
  std::string rule;
  Level level = Level::Note;
  /// It points at a fault, in the source or in this program; else at an opportunity.
  bool isWarning = false;
  /// Without the nest's id.
  std::string message;
  /// The nest's place if the finding has none.
  unsigned line = 0, column = 0;
  /// A comment in the source silences it.
  bool isSuppressed = false;
  /// The baseline has it.
  bool isKnown = false;

  bool isOpen() const { return !isSuppressed && !isKnown; }
};

/// What the id of a rejection or lint points at is a fault, in the source or in this program.
bool isFault(const std::string &rule);

/// Every remark, by file and nest in the report's order: what became of the nest, why it was
/// not rewritten, then lint.
std::vector<Remark> remarksOf(const Report &report);

/// Marks the remarks that `baseline` has too, each entry of which answers for one remark. They
/// are paired by file and rule; the nest's id and the sentence decide between several in a
/// function, and lines not at all. So edits elsewhere in a file leave its findings known, and
/// one more of a kind in a function is new.
void markKnown(std::vector<Remark> &remarks, const std::vector<Remark> &baseline);

} // namespace acc::report
