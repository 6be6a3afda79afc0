// Builds each rewritten nest and its original with the unit's own compiler and flags, runs both on
// the same data, compares all bytes, and times both at several sizes.
#pragma once

#include "analysis/tree/KnownSizes.h"
#include "rewriter/judge/Measurement.h"
#include "rewriter/judge/UnitCompiler.h"
#include "rewriter/run/Run.h"

#include <functional>
#include <set>

namespace acc {

/// A rewritten nest to be measured.
struct JudgedNest {
  RewrittenNest nest;
  /// Bytes of the original in the unit's text, within `nest.whole`.
  SourceRange original;
  /// The integers that are trip counts or lengths of rows, by their names in C.
  std::set<std::string> sizes = {};
  /// Those of them that no loop ends at.
  std::set<std::string> rows = {};
  /// Those that loops begin at, and no loop ends.
  std::set<std::string> begins = {};
  /// Strides of arrays that are variables and no loop ends at, each with the number of dimensions
  /// inside it.
  std::map<std::string, int> pitches = {};
  /// What the unit says of integers: no other inputs are made.
  SizesOfCalls known = {};
  /// Where they leave no array of a declared length.
  std::map<std::string, KnownSize> declared = {};
};

struct JudgeOptions {
  /// The compiler that the command line names; "": that of the unit, if it is a known one.
  std::string compiler;
  /// Processor time for the runs of one nest.
  double seconds = 2;
  /// Results are compared, and nothing is timed.
  bool comparesOnly = false;
  /// The files that the unit's text is built as, the unit first.
  std::function<std::vector<NamedText>(const std::string &text)> filesOf;
};

struct Judgement {
  /// The compiler that was run, as it was found; "" when none was.
  std::string compiler;
  /// It rejects the unit with these functions.
  bool isRejected = false;
  /// One for each nest, in their order.
  std::vector<Measurement> nests;
};

/// Compiles the unit's text, which holds the rewrites, once with a function for each version of
/// each nest, and runs these in child processes. Whatever cannot be compiled, loaded or run here is
/// `notMeasured` with the reason.
Judgement judge(const UnitInput &rewritten, const std::vector<JudgedNest> &nests,
                const JudgeOptions &options);

/// Those of the functions that the unit's compiler calls more often in the rewritten unit than in
/// the source: it inlined them there, and no longer does, since their nests have become longer.
std::set<std::string> noLongerInlined(const UnitInput &source, const std::string &rewritten,
                                      const std::set<std::string> &functions,
                                      const JudgeOptions &options);

/// The first error of the unit's compiler in the unit's text, with warnings that are errors by the
/// command; "" when it takes it, or none can be run.
std::string compileError(const UnitInput &unit, const JudgeOptions &options);

} // namespace acc
