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

/// A worker's whole output: one line per nest before work on it starts, and after those of a
/// file its result. The last nest named, if no result followed, tells what a crash was about.
inline constexpr char kNestLine = 'N';
inline constexpr char kResultLine = 'R';

struct WorkerOutput {
  std::string lastNest;
  /// One per file that is done: the unit, or the included files in their order.
  std::vector<std::string> results;
};
WorkerOutput splitOutput(const std::string &text);

} // namespace acc
