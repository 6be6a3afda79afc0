// Runs each rewrite against its original before anyone sees it: the check that does not share the
// reading of C with the proof. Both versions are code of Clang's own syntax tree and code
// generator.
#pragma once

#include "analysis/frontend/Frontend.h"

#include <string>
#include <vector>

namespace acc {

/// One rewritten nest in the text of its unit.
struct RewrittenNest {
  /// "gemm#1".
  std::string id;
  /// Byte range of the statement that holds both versions, `if (guard) fast else original`, with or
  /// without braces and declarations around it. Comments in it do no harm.
  SourceRange whole;
  /// The fast version may sum in another order: floating-point contents are then such that every
  /// order gives the same.
  bool reassociates = false;
  /// Values of integers by their names in C ("n", "p->w", "n[0]"), with which the fast version is
  /// likely to be taken. They are tried first; wrong ones do no harm.
  std::vector<std::map<std::string, int64_t>> hints = {};
  /// The function of the statement `if (!entry(...)) original`, which returns 1 where it did the
  /// nest's work; "" for one with both versions in it.
  std::string entry = {};
};

/// What the runs of one nest showed.
struct RunVerdict {
  /// Generated inputs on which both versions ran and were compared.
  unsigned inputs = 0;
  /// Those of them on which the fast version was taken.
  unsigned fast = 0;
  /// Why the fast version never ran, as a sentence: "no input was found that makes its guard true:
  /// n > 0 never held", where the terms before that one held on some; "" when it did, or when it
  /// differs.
  std::string why;
  /// How the two differ and on what input: "C[7] differs (byte +28) for n = 31, m = 31"; "" when
  /// all runs were alike.
  std::string difference;
  /// How the process of the runs died, other than in the fast version; "" when it did not. Nothing
  /// is known of the fast version then, which must not be written.
  std::string death;
  /// Processor time of the children.
  double milliseconds = 0;
};

struct RunVerdicts {
  /// Those of the compiler; then there are no verdicts.
  std::vector<ParseError> errors;
  /// One for each nest, in their order.
  std::vector<RunVerdict> verdicts;
};

/// Parses the unit's text, which holds the rewrites, once; compiles both versions of each nest in
/// memory, in a child process, and runs them in another one for each nest, with limits of time and
/// memory, on generated inputs. After each run all memory that either can reach and all variables
/// that are read later are compared bit by bit, a NaN being like any other. The fast version must
/// read only bytes that the original accesses, and write only those that it writes. Inputs on which
/// the original does what C leaves undefined do not count. A child that crashes or hangs is a
/// verdict.
RunVerdicts runRewrites(const UnitInput &rewritten, const std::vector<RewrittenNest> &nests);

} // namespace acc
