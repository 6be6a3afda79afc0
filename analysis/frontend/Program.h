// The units that are linked into one program, and which of them may define a function.
#pragma once

#include "analysis/frontend/Frontend.h"

#include <map>
#include <set>

namespace acc {

class Program {
public:
  /// Reads the text of the units' main files and nothing else of them. A file that cannot be read
  /// defines nothing.
  explicit Program(std::vector<UnitInput> units);

  /// The unit whose text may define the function; null when there is none, or more than one, since
  /// it is then not known which is linked.
  const UnitInput *definerOf(const std::string &function) const;

private:
  std::vector<UnitInput> units;
  /// Indices of units, by the function.
  std::map<std::string, std::set<size_t>> definers;
};

/// Every name before (...) { in C text, whatever the preprocessor makes of it.
std::set<std::string> namesWithBodies(const std::string &text);

} // namespace acc
