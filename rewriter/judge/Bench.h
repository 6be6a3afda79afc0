// Both versions of a nest, as machine code in this process, on inputs of several sizes.
#pragma once

#include "analysis/tree/KnownSizes.h"
#include "rewriter/judge/BenchMemory.h"

#include <cstdio>
#include <set>

namespace acc {

struct BenchRequest {
  /// Sets how many threads parallel loops have; null where the unit has none.
  void (*setThreads)(int) = nullptr;
  InputLayout layout;
  BenchMemory::Variables variables;
  std::vector<bool> isSet; // of each variable: the nest sets it before it reads it
  void (*original)() = nullptr, (*rewritten)() = nullptr;
  /// Counted up where the rewritten version runs the original's loops.
  const long *missed = nullptr;
  uint64_t shortestTable = 0;
  /// The slots that are trip counts or lengths of rows, by their names: they are alike in the first
  /// inputs that are tried.
  std::set<std::string> sizes;
  /// Those of them that are lengths of rows alone. Where rows must be longer than what loops take
  /// of them, they are twice the others.
  std::set<std::string> rows;
  /// Slots that loops begin at, which stay small, and strides with the number of dimensions inside
  /// them, which grow with the sizes to that power: JudgedNest.
  std::set<std::string> begins;
  std::map<std::string, int> pitches;
  /// Integers of inputs by the names of slots: where the fast version is likely to be taken. One
  /// after the other is tried, and all other inputs grow from the first on which it is.
  std::vector<std::map<std::string, int64_t>> starts;
  /// The ranges of slots, by their names, in each of the ways in which the nest is reached; no
  /// other inputs are made. May be empty.
  SizesOfCalls known;
  std::map<std::string, KnownSize> declared; // JudgedNest::declared
  /// Greater integers are not tried; 0: none are too great.
  uint64_t mostValue = 0;
  /// The versions may differ in last bits.
  bool isLoose = false;
  bool comparesOnly = false;
  double seconds = 2;
};

/// Compares and measures; changes signal handlers: for a process of its own. Writes lines, of words
/// with tabs between them:
///   begin VERSION                    the next run is of this version
///   size BYTES NS NS [NAME VALUE]... a size that was timed: original, rewritten
///   thin NAME BYTES NS NS [...]      the same where that integer is small and others are not
///   missed BYTES NS NS [...]         the same where the check is false
///   differs SENTENCE                 what the versions leave differs
///   why SENTENCE                     nothing was measured
///   done
void bench(const BenchRequest &request, std::FILE *lines);

} // namespace acc
