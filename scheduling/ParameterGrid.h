// The values of a script's parameters; private to this folder.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace acc {

/// What a parameter stands for: a number or a name, or a list of names.
struct ParameterValue {
  std::vector<std::string> words;
  bool isList = false;
};

/// All combinations of the values of some parameters. [Accera manual, chapter 9:
/// create_parameter_grid.]
struct ParameterGrid {
  /// In the order of the text; each has a value.
  std::vector<std::pair<std::string, std::vector<ParameterValue>>> parameters;
  /// How many of the combinations are wanted; none: all.
  std::optional<int64_t> sample = {};

  /// How many combinations there are; none where an int64_t does not hold that.
  std::optional<int64_t> size() const;
  /// The combination of that number, from 0; the last parameter changes first.
  std::map<std::string, ParameterValue> at(int64_t point) const;
  /// The numbers of those that are wanted, which rise. The same grid gives the same sample.
  std::vector<int64_t> wanted() const;
  /// "m = 4, order = [k, i, j]"
  std::string text(int64_t point) const;
};

} // namespace acc
