// What a worker tells its parent. Paths and source text are bytes of any encoding, so
// they travel in base64.
#pragma once

#include "tools/lib/Pipeline.h"

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
std::vector<IncludedFile> decodeIncluded(const std::string &text);

/// A worker's whole output: when the unit is read, the files with loops that it includes; one line
/// per nest before work on it starts, and after those of a file its result. The last nest named, if
/// no result followed, tells what a crash was about.
inline constexpr char kIncludedLine = 'I';
inline constexpr char kNestLine = 'N';
inline constexpr char kResultLine = 'R';

/// The parent's answer to the included files: for each one byte, whether it is to be read with this
/// unit.
inline constexpr char kReadIt = '1';
inline constexpr char kLeaveIt = '0';

struct WorkerOutput {
  std::string lastNest;
  std::optional<std::string> included;
  /// One per file that is done: the unit, then the included files in their order.
  std::vector<std::string> results;
};
WorkerOutput splitOutput(const std::string &text);

} // namespace acc
