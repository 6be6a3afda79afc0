#include "analysis/tree/SourceThreads.h"

#include <algorithm>
#include <sstream>

namespace acc {

std::optional<std::string> threadsOf(const LoopFacts &loop) {
  const auto &pins = loop.pins;
  // "#pragma omp parallel for", "# pragma omp ..." or _Pragma("omp ...")
  std::istringstream words(
      loop.pragma.substr(std::min(loop.pragma.find("omp"), loop.pragma.size())));
  std::string first, second, third;
  words >> first >> second >> third;
  const bool isShared = first == "omp" && second == "parallel" && third.starts_with("for");
  if (!isShared || loop.notEditable ||
      std::find(pins.begin(), pins.end(), "!defined(_OPENMP)") != pins.end())
    return std::nullopt;
  // A clause, not a variable of that name.
  const std::string clause = "num_threads";
  for (size_t at = loop.pragma.find(clause); at != std::string::npos;
       at = loop.pragma.find(clause, at + 1)) {
    const size_t open = loop.pragma.find_first_not_of(" \t", at + clause.size());
    if (open == std::string::npos || loop.pragma[open] != '(')
      continue;
    const size_t from = loop.pragma.find_first_not_of(" \t", open + 1);
    const size_t to = loop.pragma.find_first_not_of("0123456789", from);
    if (to != std::string::npos && from < to)
      return loop.pragma.substr(from, to - from);
  }
  return "";
}

} // namespace acc
