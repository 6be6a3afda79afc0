// Messages from a worker to its parent.
#pragma once

#include "tools/lib/Pipeline.h"

#include <chrono>
#include <optional>
#include <string>

namespace acc {

struct WorkerRequest {
  UnitInput input;
  UnitOptions options;
};

/// The record of a result in a worker's output, and the result of its bytes; none where they are
/// no result's.
std::string encode(const UnitResult &result);
std::optional<UnitResult> decodeResult(const std::string &bytes);

std::string encode(const std::vector<FileInclusions> &files);
std::optional<std::vector<FileInclusions>> decodeIncluded(const std::string &bytes);

/// A worker's whole output: when the unit is read, the files with loops that it includes; one line
/// per nest before work on it starts, with the processor time of the process until then in ns, one
/// without a nest when it is no longer at one, and after those of a file its result. The last nest
/// named, if no result followed, tells what a crash was about. When a helper starts, its process;
/// when it has ended, 0 and the processor time that it took in ns. Behind the line of included
/// files or of a result, which says how many, come the bytes of it and a line's end.
inline constexpr char kIncludedLine = 'I';
inline constexpr char kNestLine = 'N';
inline constexpr char kResultLine = 'R';
inline constexpr char kHelperLine = 'H';

/// The parent's answer to the included files: for each one byte, whether it is to be read with this
/// unit.
inline constexpr char kReadIt = '1';
inline constexpr char kLeaveIt = '0';

struct WorkerOutput {
  std::string lastNest;
  std::chrono::nanoseconds beforeNest{0};
  std::optional<std::string> included;
  /// Bytes, one per file that is done: the unit, then the included files in their order.
  std::vector<std::string> results;
  /// The process that helps now, 0 when none does; processor time of those that have ended.
  int64_t helper = 0;
  std::chrono::nanoseconds helped{0};
};
/// The output of a worker that may still write: a last line without its end, or without its bytes,
/// is left out.
WorkerOutput splitOutput(const std::string &text);

} // namespace acc
