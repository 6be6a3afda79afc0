// Counts over a report, shared by the formats and the exit status.
#pragma once

#include "acc-delin/Report.h"

namespace acc::report {

struct Counts {
  unsigned nests = 0, recovered = 0, affine = 0, rejected = 0;
  /// With a schedule that is expected to be faster.
  unsigned scheduled = 0;
  /// With a fast version in the rewritten file.
  unsigned written = 0;
  unsigned lint = 0;
  /// Files whose status is not "ok".
  unsigned failedFiles = 0;
  /// Nests and files that a fault of this program cost.
  unsigned internalErrors = 0;
};

Counts count(const Report &report);

/// "2 nests: 1 recovered, 0 affine, 1 refused; 1 with a faster schedule; 2 files failed": the last
/// two where there are such.
std::string summaryLine(const Counts &counts);

/// A nest in its file.
struct NestPlace {
  const File *file = nullptr;
  const Nest *nest = nullptr;
};

/// All nests, by estimated gain; those without a gain in the report's order.
std::vector<NestPlace> rankedByGain(const Report &report);

/// What rewriting the nest is expected to gain; null where it is not rewritten.
const Gain *gainOf(const Nest &nest);

/// "estimated time of the rewritten nest: 12% of the original".
std::string gainSentence(const Gain &gain);

/// "C[*][ldc]": an array as people write it, the outermost size open. A jagged
/// view shows its row length: "A[*][r + 1]". A one-dimensional one is "x[*]".
std::string shapeOf(const Array &array);

/// None of its dimensions is new: a walk along one line, or rows that hold for almost no size.
bool isFlat(const Nest &nest, const Array &array);

/// What is said of the array's shape in a report: "x[*]" where it is flat.
std::string shapeIn(const Nest &nest, const Array &array);

/// Arrays with at least two dimensions that the source writes with fewer.
std::vector<const Array *> recoveredArrays(const Nest &nest);

/// Writes an expression in the way of a format.
using Quote = std::string (*)(const std::string &);

/// The condition under which the claims about the nest's loops and dependences hold, as words after
/// "when"; empty if they always hold. "valid" stands for the validity of a recovered nest, which is
/// reported next to it.
///   "valid and y is apart from x"     "incy > 0"
std::string claimCondition(const Nest &nest, Quote quote);

/// The names of the parallel loops and when they are: "i and j when valid"; empty when there is
/// none.
std::string parallelLoops(const Nest &nest, Quote quote);

/// "i", "i and j", "i, j and k".
std::string joinWords(const std::vector<std::string> &words);

/// "1 nest", "2 nests".
std::string plural(unsigned count, const std::string &noun);

} // namespace acc::report
