// What a worker tells its parent. Paths and source text are bytes of any encoding, so
// they travel in base64.
#pragma once

#include "tools/lib/Pipeline.h"

#include <chrono>
#include <optional>
#include <string>
#include <variant>

namespace acc {

struct WorkerRequest {
  UnitInput input;
  UnitOptions options;
};

std::string encode(const UnitResult &result);
std::variant<UnitResult, std::string> decodeResult(const std::string &text);

std::string encode(const std::vector<IncludedFile> &files);
/// None where the text is none of these.
std::optional<std::vector<IncludedFile>> decodeIncluded(const std::string &text);

/// A worker's whole output: when the unit is read, the files with loops that it includes; one line
/// per nest before work on it starts, an empty one when it is no longer at a nest, and after those of a
/// file its result. The last nest named, if no result followed, tells what a crash was about. When a
/// helper starts, its process; when it has ended, 0 and the processor time that it took in ns.
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
  std::optional<std::string> included;
  /// One per file that is done: the unit, then the included files in their order.
  std::vector<std::string> results;
  /// The process that helps now, 0 when none does; processor time of those that have ended.
  int64_t helper = 0;
  std::chrono::nanoseconds helped{0};
};
/// Of a worker that still writes: a last line without its end is left out.
WorkerOutput splitOutput(const std::string &text);

} // namespace acc
