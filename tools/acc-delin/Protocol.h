// What a worker tells its parent. Paths and source text are bytes of any encoding, so
// they travel in base64.
#pragma once

#include "tools/lib/Pipeline.h"

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

/// A worker's whole output: one line per nest before work on it starts, then the
/// result. The last nest named tells what a crash was about.
inline constexpr char kNestLine = 'N';
inline constexpr char kResultLine = 'R';

struct WorkerOutput {
  std::string lastNest;
  std::optional<std::string> result;
};
WorkerOutput splitOutput(const std::string &text);

} // namespace acc
