// The scripts that a script with parameters stands for.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace acc {

/// One combination of the values that parameters of a script have.
struct ScriptPoint {
  /// A script in which each entry has one combination.
  std::string text;
  /// By nest: "m = 4, n = 8".
  std::map<std::string, std::string> values;
};

/// Combinations of one entry, at most.
inline constexpr int64_t kMostPoints = 256;

} // namespace acc
