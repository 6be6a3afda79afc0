// A schedule script's YAML as the JSON that reports carry.
#pragma once

#include <string>

namespace acc {

/// The `schedule:` sequence of a script with one entry, as JSON text:
///   - nest: f#1                       [{"tile": {"i": 8, "j": 32}}]
///     schedule:
///       - tile: {i: 8, j: 32}
/// "[]" when there is none or the text is no such script.
std::string scheduleStepsJson(const std::string &yaml);

} // namespace acc
