// Original against rewritten, compiled and run: the part of `verify` that needs no proof.
#pragma once

#include "rewriter/edit/Edit.h"
#include "tools/verify/DriverText.h"

#include <map>
#include <string>
#include <vector>

namespace acc {

/// One file whose rewritten functions are to be run.
struct RunRequest {
  UnitInput input;
  std::string original, rewritten;
  /// The written nests of `rewritten`, in its order. One without a fast part stands for a whole
  /// function of another version.
  std::vector<MarkedRegion> regions;
  std::vector<DriverText> drivers;
  /// Fast versions behind calls are built as files of their own (separateFiles), for several levels
  /// of the processor, those with FMA among them.
  bool hasLevels = false, hasFma = true;
};

struct RunOptions {
  /// Names or paths of C compilers; those that are not there are left out.
  std::vector<std::string> compilers = {"gcc", "clang"};
  /// Folder for everything that is written.
  std::string folder;
};

/// What the runs say of one nest.
struct NestRuns {
  /// Why its function was not run; "" when it was.
  std::string notRun;
  /// Generated inputs, and comparisons made on them under all configurations.
  unsigned inputs = 0, comparisons = 0;
  /// Comparisons in which the fast version ran, and in which it did not.
  unsigned guardTrue = 0, guardFalse = 0;
  /// "gcc -O3 ...: C[3] differs for n = 7": the first few differences.
  std::vector<std::string> wrong;
};

struct RunResult {
  /// By nest id. Every region has a row.
  std::map<std::string, NestRuns> nests;
  /// "gcc -O0", ...: what both versions were compiled with.
  std::vector<std::string> configurations;
};

/// Compiles both versions and runs every function that has a driver. Nothing is run by a
/// shell; every child has limits of time and memory.
RunResult runBothVersions(const RunRequest &request, const RunOptions &options);

} // namespace acc
