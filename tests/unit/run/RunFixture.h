// Rewritten text in, verdicts of the runs out.
#pragma once

#include "rewriter/run/Run.h"

#include <gtest/gtest.h>
#include <map>

namespace acc::test {

using Hints = std::vector<std::map<std::string, int64_t>>;

/// The verdicts of every marked nest of the text, by nest. A failure of the test when it does not
/// compile.
std::map<std::string, RunVerdict> run(const std::string &text,
                                      const std::vector<std::string> &flags = {"-std=gnu11"},
                                      const Hints &hints = {});

/// One function with one rewritten nest, and the ways in which it may be wrong.
struct RunCase {
  std::string before; // up to the nest
  std::string nest;   // the original
  std::string guard, fast;
  std::string after = "\n}\n";
  std::vector<std::string> flags = {"-std=gnu11"};
  Hints hints = {};

  RunVerdict verdict() const;
  RunCase withFast(const std::string &old, const std::string &now) const;
  RunCase withGuard(const std::string &now) const;
};

} // namespace acc::test
